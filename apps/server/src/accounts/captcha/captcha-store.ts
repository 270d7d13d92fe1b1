import type { Db } from '../../platform/database/database.ts'

/** Marks a solution as used. False when it was used before. */
export async function consumeSolution(db: Db, nonce: string, expiresAt: number): Promise<boolean> {
  const inserted = await db
    .insertInto('captchaSolutions')
    .values({ nonce, expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteSolutionsExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('captchaSolutions').where('expiresAt', '<', instant).execute()
}
