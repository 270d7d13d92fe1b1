import { AsyncLocalStorage } from 'node:async_hooks'
import { CamelCasePlugin, type Dialect, Kysely, type KyselyPlugin, type Transaction } from 'kysely'
import { isStalePlan } from './postgres-driver.ts'

/** All tables. Each capability declares its own by merging into this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: capabilities extend it
export interface Tables {}

/** The database or one of its transactions; store functions take either. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

type OpenTransaction = { isOpen: boolean; afterCommit: (() => void)[]; afterRollback: (() => void)[] }
const openTransaction = new AsyncLocalStorage<OpenTransaction>()

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** Rejects queries on the outer `db` inside a transaction, on both databases: SQLite would wait forever. */
const refuseOuterUse: KyselyPlugin = {
  transformQuery: ({ node }) => {
    refuseOpenTransaction()
    return node
  },
  transformResult: async ({ result }) => result,
}

/** Like `refuseOuterUse`, for precompiled queries. */
export function refuseOuterDb(db: Db): void {
  if (!db.isTransaction) refuseOpenTransaction()
}

function refuseOpenTransaction(): void {
  if (openTransaction.getStore()?.isOpen)
    throw new Error('The outer db was used inside a transaction: pass the transaction instead')
}

export function createDb(dialect: Dialect): Db {
  return new Kysely<Tables>({ dialect, plugins: [camelCase, refuseOuterUse] })
}

/** SQLSTATE codes: serialization failure, deadlock. PostgreSQL ends one of the transactions, and nothing of it is written. */
const endedStates: unknown[] = ['40001', '40P01']
/** Further tries. */
const maxRepeats = 3

/**
 * Runs a use case in one transaction. Make no network calls inside. Runs it again, from the start, when PostgreSQL ends it
 * for a deadlock, or when another hub's migration changes its tables.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (openTransaction.getStore()?.isOpen)
    throw new Error('Transactions do not nest: pass the open transaction instead')
  for (let repeats = 0; ; repeats++) {
    try {
      return await transactOnce(db, work)
    } catch (error) {
      if (repeats === maxRepeats || !(isStalePlan(error) || isEnded(error))) throw error
    }
  }
}

const isEnded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && endedStates.includes(error.code)

async function transactOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
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

/** Runs the callback after the surrounding transaction commits, or immediately outside a transaction. */
export function afterCommit(callback: () => void): void {
  const state = openTransaction.getStore()
  if (state?.isOpen) state.afterCommit.push(callback)
  else callback()
}

/** Runs the callback when the surrounding transaction rolls back; never outside a transaction. */
export function afterRollback(callback: () => void): void {
  const state = openTransaction.getStore()
  if (state?.isOpen) state.afterRollback.push(callback)
}
