/** What staff call things, by the argument's name: each gives the id that the routes take. */
import type { Db } from '../../platform/database/database.ts'
import { UsageError } from '../command.ts'

type LookUp = (db: Db, word: string, given: Record<string, unknown>) => Promise<string>

export const lookUps: Record<string, LookUp> = {
  player: findPlayer,
  payment: async (db, word) => (await import('../../payments/operator/orders.ts')).expectOrderId(db, word),
  operator: async (db, word) =>
    word.includes('@')
      ? (await import('../../operators/management/list-operators.ts')).getOperatorId(db, word)
      : word,
  number: async (db, word, { project }) =>
    (await (await import('../../builds/index.ts')).expectBuildByNumber(db, String(project), word)).id,
}

/** Options that name something which must exist. */
export const checks: Record<string, (db: Db, word: string) => Promise<void>> = {
  before: async (db, id) => {
    const { hasOperation } = await import('../../platform/audit-log.ts')
    if (!(await hasOperation(db, id))) throw new UsageError(`There is no entry ${id} in the audit log.`)
  },
}

/** @throws UsageError when no player or several have the email */
async function findPlayer(db: Db, idOrEmail: string): Promise<string> {
  const { listPlayerIds } = await import('../../accounts/operator/players.ts')
  const [id, ...others] = await listPlayerIds(db, idOrEmail)
  if (id === undefined)
    throw new UsageError(`No player has the email ${idOrEmail}; "players find" looks for a part of one.`)
  if (others.length === 0) return id
  throw new UsageError(
    `Several players have the email ${idOrEmail}; name one by id: ${[id, ...others].join(', ')}`,
  )
}
