import type { Db } from '../../platform/database/database.ts'
import type { AccountRow } from '../tables.ts'

export async function setNames(
  db: Db,
  playerId: string,
  names: Pick<AccountRow, 'firstName' | 'lastName' | 'nickName'>,
): Promise<void> {
  await db.updateTable('accounts').set(names).where('id', '=', playerId).execute()
}

export type CurrentPassword = { credentialId: string; hash: string; email: string }

/** The current password and the address that signs in with it. */
export function findCurrentPassword(db: Db, accountId: string): Promise<CurrentPassword | undefined> {
  return db
    .selectFrom('credentials')
    .innerJoin('identities', 'identities.accountId', 'credentials.accountId')
    .select(['credentials.id as credentialId', 'credentials.hash', 'identities.subject as email'])
    .where('credentials.accountId', '=', accountId)
    .where('credentials.replacedAt', 'is', null)
    .where('identities.provider', '=', 'mail')
    .executeTakeFirst()
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
export async function deleteCredentialsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('credentials').where('accountId', '=', accountId).execute()
}
