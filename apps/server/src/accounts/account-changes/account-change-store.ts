import type { ExpressionBuilder } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/database/database.ts'
import type { AccountChangeRow } from './tables.ts'

export async function insertAccountChange(db: Db, change: AccountChangeRow): Promise<void> {
  await db.insertInto('accountChanges').values(change).execute()
}

/** When the account last changed; undefined if it never did. */
export async function findLastChangeAt(db: Db, accountId: string): Promise<number | undefined> {
  const last = await db
    .selectFrom('accountChanges')
    .select('createdAt')
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.createdAt
}

/**
 * Takes the account's unannounced changes for one change's job. A retried job gets the same changes; it gets none when
 * another job's email covers its change.
 * @returns  Changes still in force, oldest first.
 */
export async function takeUnsentChanges(tx: Tx, id: string): Promise<AccountChangeRow[]> {
  await tx
    .updateTable('accountChanges')
    .set({ emailBatch: id })
    .where('emailBatch', 'is', null)
    .where('accountId', '=', (eb) =>
      eb
        .selectFrom('accountChanges as own')
        .select('own.accountId')
        .where('own.id', '=', id)
        .where('own.emailBatch', 'is', null),
    )
    .execute()
  return tx
    .selectFrom('accountChanges')
    .selectAll()
    .where('emailBatch', '=', id)
    .where('undoneAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Stores the hash of the token about to be emailed. */
export async function setUndoToken(db: Db, id: string, tokenHash: string): Promise<void> {
  await db.updateTable('accountChanges').set({ tokenHash }).where('id', '=', id).execute()
}

/** Finds a token's change unless it was undone or has expired. */
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

/** The change, every later change to the account and every other change from the same login session, newest first. */
export function listUndoneWith(db: Db, change: AccountChangeRow): Promise<AccountChangeRow[]> {
  return db
    .selectFrom('accountChanges')
    .selectAll()
    .where('accountId', '=', change.accountId)
    .where('undoneAt', 'is', null)
    .where((eb) => isUndoneWith(eb, change))
    .orderBy('id', 'desc')
    .execute()
}

/** Marks them as undone. @returns  The undone changes, newest first. */
export async function markUndone(db: Db, change: AccountChangeRow, now: number): Promise<AccountChangeRow[]> {
  const undone = await db
    .updateTable('accountChanges')
    .set({ undoneAt: now })
    .where('accountId', '=', change.accountId)
    .where('undoneAt', 'is', null)
    .where((eb) => isUndoneWith(eb, change))
    .returningAll()
    .execute()
  return undone.sort((a, b) => (a.id < b.id ? 1 : -1))
}

function isUndoneWith(
  eb: ExpressionBuilder<Tables, 'accountChanges'>,
  { id, loginSessionId }: AccountChangeRow,
) {
  const isLater = eb('id', '>=', id)
  // Operators' changes and recoveries belong to no login session.
  return loginSessionId === '' ? isLater : eb.or([isLater, eb('loginSessionId', '=', loginSessionId)])
}

export function findAccountChange(db: Db, id: string): Promise<AccountChangeRow | undefined> {
  return db.selectFrom('accountChanges').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Ends the undo links for all changes so far: the owner has confirmed them. */
export async function endUndoLinks(db: Db, accountId: string, now: number): Promise<void> {
  await db
    .updateTable('accountChanges')
    .set({ expiresAt: now })
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .execute()
}

/** Oldest first. */
export function listChangesByAccount(db: Db, accountId: string): Promise<AccountChangeRow[]> {
  return db
    .selectFrom('accountChanges')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
}

export async function deleteChangesByAccount(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('accountChanges').where('accountId', '=', accountId).execute()
}

export async function deleteAccountChangesExpiredBefore(db: Db, instant: number): Promise<void> {
  await db
    .deleteFrom('accountChanges')
    .where('expiresAt', '<', instant)
    .where('accountId', 'not in', (eb) => eb.selectFrom('pendingUndos').select('pendingUndos.accountId'))
    .execute()
}
