import type { Db } from '../../platform/database/database.ts'

/** Files a solution as used; false when it has been used before. */
export async function spendSolution(db: Db, nonce: string, expiresAt: number): Promise<boolean> {
  const spent = await db
    .insertInto('captchaSolutions')
    .values({ nonce, expiresAt })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst()
  return spent !== undefined
}

export async function deleteSolutionsExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('captchaSolutions').where('expiresAt', '<', instant).execute()
}
