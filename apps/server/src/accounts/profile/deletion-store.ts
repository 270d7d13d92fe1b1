import type { Db } from '../../platform/database/database.ts'
import type { AccountRow } from '../tables.ts'

/** Undefined when a deletion is already scheduled. */
export function scheduleDeletion(
  db: Db,
  playerId: string,
  deletionAt: number,
): Promise<AccountRow | undefined> {
  return db
    .updateTable('accounts')
    .set({ deletionAt })
    .where('id', '=', playerId)
    .where('deletionAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Also replaces an earlier date. */
export async function setDeletionAt(db: Db, playerId: string, deletionAt: number): Promise<void> {
  await db.updateTable('accounts').set({ deletionAt }).where('id', '=', playerId).execute()
}

/** False when the account does not exist or its deletion is due. */
export async function clearDeletion(db: Db, playerId: string, now: number): Promise<boolean> {
  const updated = await db
    .updateTable('accounts')
    .set({ deletionAt: null })
    .where('id', '=', playerId)
    .where((eb) => eb.or([eb('deletionAt', 'is', null), eb('deletionAt', '>', now)]))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Accounts whose deletion is due at the given instant. */
export async function listDueAccounts(db: Db, instant: number): Promise<string[]> {
  const due = await db.selectFrom('accounts').select('id').where('deletionAt', '<=', instant).execute()
  return due.map(({ id }) => id)
}

/** Locks an account due for deletion until the transaction ends, against other hubs and a late cancellation. */
export function lockDueAccount(db: Db, playerId: string, now: number): Promise<AccountRow | undefined> {
  return db
    .updateTable('accounts')
    .set((eb) => ({ deletionAt: eb.ref('deletionAt') }))
    .where('id', '=', playerId)
    .where('deletionAt', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteIdentitiesByAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('identities').where('accountId', '=', accountId).execute()
}

export async function deleteLoginSessionsByPlayer(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('loginSessions').where('playerId', '=', playerId).execute()
}

export async function deleteCodesTo(db: Db, email: string): Promise<void> {
  await db.deleteFrom('codes').where('email', '=', email).execute()
}
