import type { Db } from '../../platform/database/database.ts'
import type { AccountChangeRow } from './tables.ts'

export async function insertAccountChange(db: Db, change: AccountChangeRow): Promise<void> {
  await db.insertInto('accountChanges').values(change).execute()
}

/** Stores the hash of the token that is about to be emailed. Undefined when the change can no longer be undone. */
export function setUndoToken(db: Db, id: string, tokenHash: string): Promise<AccountChangeRow | undefined> {
  return db
    .updateTable('accountChanges')
    .set({ tokenHash })
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** The change of a token, unless it was undone or has expired. */
export function findUndoableChange(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<AccountChangeRow | undefined> {
  return db
    .selectFrom('accountChanges')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('undoneAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/**
 * Marks the change, every later one of the account, and every other one of the same login session as undone.
 * @returns  Them, the newest first.
 */
export async function markUndone(
  db: Db,
  { accountId, id, loginSessionId }: AccountChangeRow,
  now: number,
): Promise<AccountChangeRow[]> {
  const undone = await db
    .updateTable('accountChanges')
    .set({ undoneAt: now })
    .where('accountId', '=', accountId)
    .where('undoneAt', 'is', null)
    .where((eb) => eb.or([eb('id', '>=', id), eb('loginSessionId', '=', loginSessionId)]))
    .returningAll()
    .execute()
  return undone.sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** The oldest first. */
export function listAccountChangesOf(db: Db, accountId: string): Promise<AccountChangeRow[]> {
  return db
    .selectFrom('accountChanges')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
}

export async function deleteAccountChangesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('accountChanges').where('accountId', '=', accountId).execute()
}

export async function deleteAccountChangesExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('accountChanges').where('expiresAt', '<', instant).execute()
}
