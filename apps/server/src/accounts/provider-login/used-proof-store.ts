import type { Db } from '../../platform/database/database.ts'

/**
 * Files a proof of an identity as used; false when it has been used before.
 * @param key  Names the proof and its provider; a hash where the proof itself signs somebody in.
 * @param expiresAt  From then on the proof is refused for its age, and need not be remembered.
 */
export async function spendProof(db: Db, key: string, expiresAt: number): Promise<boolean> {
  const spent = await db
    .insertInto('spentProofs')
    .values({ key, expiresAt })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return spent !== undefined
}

export async function deleteProofsExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('spentProofs').where('expiresAt', '<', instant).execute()
}
