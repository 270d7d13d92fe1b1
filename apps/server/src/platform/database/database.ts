import { AsyncLocalStorage } from 'node:async_hooks'
import { CamelCasePlugin, type Dialect, Kysely, type KyselyPlugin, type Transaction } from 'kysely'

/** Every table, by capability: each declares its own by merging into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: capabilities fill it
export interface Tables {}

/** The database, or a transaction of it: what a store function takes. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

type OpenTransaction = { isOpen: boolean; afterCommit: (() => void)[]; afterRollback: (() => void)[] }
const openTransaction = new AsyncLocalStorage<OpenTransaction>()

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** On SQLite the outer `db` waits for ever for the transaction around it; here it fails at once, on both databases. */
const refuseOuterUse: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (openTransaction.getStore()?.isOpen) {
      throw new Error('The outer db was used inside a transaction: pass the transaction on')
    }
    return node
  },
  transformResult: async ({ result }) => result,
}

export function createDb(dialect: Dialect): Db {
  return new Kysely<Tables>({ dialect, plugins: [camelCase, refuseOuterUse] })
}

/** Runs a use case in one transaction. No network call belongs inside. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (openTransaction.getStore()?.isOpen) throw new Error('Transactions do not nest: pass the transaction on')
  const state: OpenTransaction = { isOpen: true, afterCommit: [], afterRollback: [] }
  const outcome = await openTransaction.run(state, () => runInTransaction(db, state, work))
  for (const callback of state.afterCommit) callback()
  return outcome
}

async function runInTransaction<T>(db: Db, state: OpenTransaction, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute((tx) => work(tx.withoutPlugins().withPlugin(camelCase)))
  } catch (error) {
    for (const callback of state.afterRollback) callback()
    throw error
  } finally {
    state.isOpen = false
  }
}

/** Runs once the transaction around has been committed; at once where there is none, never after a rollback. */
export function afterCommit(callback: () => void): void {
  const state = openTransaction.getStore()
  if (state?.isOpen) state.afterCommit.push(callback)
  else callback()
}

/** Runs when the transaction around has been taken back; never where there is none. */
export function afterRollback(callback: () => void): void {
  const state = openTransaction.getStore()
  if (state?.isOpen) state.afterRollback.push(callback)
}
