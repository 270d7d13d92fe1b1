import type { Db } from '../../platform/database/database.ts'
import { prepareRowQuery } from '../../platform/database/prepared-query.ts'
import { randomHex } from '../../platform/ids.ts'
import type { Deps } from '../deps.ts'
import type { TrialRow } from '../tables.ts'

/** Stands where a project's id stands in the address of a build. */
export const newTrialId = () => `try-${randomHex(8)}`
/** The version in its address; there is no other. */
export const trialNumber = 1
export const isTrialId = (text: string) => /^try-[0-9a-f]{16}$/.test(text)

/** Its manifest may be empty: then it is being uploaded. */
export const findTrial = prepareRowQuery((db, id: string) =>
  db.selectFrom('trials').select(['id', 'manifest', 'expiresAt', 'compat']).where('id', '=', id),
)

export async function saveTrial(db: Db, trial: TrialRow): Promise<void> {
  const { id, ...values } = trial
  await db
    .insertInto('trials')
    .values(trial)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

export async function sumTrialBytes(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('trials')
    .select((eb) => eb.fn.sum('sizeBytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

type Sweeping = Pick<Deps, 'db' | 'clock' | 'storage'>

export async function sweepTrials(deps: Sweeping): Promise<void> {
  const expired = deps.db.selectFrom('trials').select('id').where('expiresAt', '<=', deps.clock.now())
  for (const { id } of await expired.execute()) await removeTrial(deps, id)
}

/** The row goes last: while it is there, a crash in between leaves nothing behind. */
export async function removeTrial({ db, storage }: Omit<Sweeping, 'clock'>, id: string): Promise<void> {
  await storage.removeAll(id)
  await db.deleteFrom('trials').where('id', '=', id).execute()
}
