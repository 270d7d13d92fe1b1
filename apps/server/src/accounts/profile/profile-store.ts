import type { Db } from '../../platform/database/database.ts'
import type { AccountRow } from '../tables.ts'

export async function setNames(
  db: Db,
  playerId: string,
  names: Pick<AccountRow, 'firstName' | 'lastName' | 'nickName'>,
): Promise<void> {
  await db.updateTable('accounts').set(names).where('id', '=', playerId).execute()
}

/** Marks this password as replaced. False when another one has already replaced it. */
export async function retirePassword(db: Db, credentialId: string, now: number): Promise<boolean> {
  const retired = await db
    .updateTable('credentials')
    .set({ replacedAt: now })
    .where('id', '=', credentialId)
    .where('replacedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return retired !== undefined
}

/** Current and former passwords. */
export async function deleteCredentialsByAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('credentials').where('accountId', '=', accountId).execute()
}
