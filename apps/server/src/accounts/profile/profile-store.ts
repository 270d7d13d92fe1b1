import type { AuthMethod } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import type { AccountRow, IdentityRow } from '../tables.ts'

export async function setNames(
  db: Db,
  playerId: string,
  names: Pick<AccountRow, 'firstName' | 'lastName' | 'nickName'>,
): Promise<void> {
  await db.updateTable('accounts').set(names).where('id', '=', playerId).execute()
}

/** Makes all who change the account's sign-ins wait for each other; false when it is gone. */
export async function lockAccount(db: Db, playerId: string): Promise<boolean> {
  const locked = await db
    .updateTable('accounts')
    .set((eb) => ({ nickName: eb.ref('nickName') }))
    .where('id', '=', playerId)
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}

/** In the order they were linked. */
export function listIdentities(db: Db, accountId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('identities')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('provider')
    .execute()
}

export async function deleteIdentity(db: Db, accountId: string, provider: AuthMethod): Promise<void> {
  await db
    .deleteFrom('identities')
    .where('accountId', '=', accountId)
    .where('provider', '=', provider)
    .execute()
}

export type OwnPassword = { credentialId: string; hash: string; email: string }

/** The password that holds, and the address it belongs to. */
export function findOwnPassword(db: Db, accountId: string): Promise<OwnPassword | undefined> {
  return db
    .selectFrom('credentials')
    .innerJoin('identities', 'identities.accountId', 'credentials.accountId')
    .select(['credentials.id as credentialId', 'credentials.hash', 'identities.subject as email'])
    .where('credentials.accountId', '=', accountId)
    .where('credentials.replacedAt', 'is', null)
    .where('identities.provider', '=', 'mail')
    .executeTakeFirst()
}

/** Retires this very password; false when another took its place already. */
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

/** All that the account ever had. */
export async function deleteCredentialsOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('credentials').where('accountId', '=', accountId).execute()
}
