import type { Db } from '../platform/database.ts'
import type { AccountRow, LoginSessionRow } from './tables.ts'

export async function insertLoginSessions(db: Db, sessions: LoginSessionRow[]): Promise<void> {
  await db.insertInto('loginSessions').values(sessions).execute()
}

/** The login session, while it holds. */
export function findLiveLoginSession(db: Db, id: string, now: number): Promise<LoginSessionRow | undefined> {
  return db
    .selectFrom('loginSessions')
    .selectAll()
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Who is signed in, and by which of their identities. */
export function findSignedInAccount(db: Db, loginSessionId: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('loginSessions')
    .innerJoin('accounts', 'accounts.id', 'loginSessions.playerId')
    .selectAll('accounts')
    .select('loginSessions.authType as authType')
    .where('loginSessions.id', '=', loginSessionId)
    .executeTakeFirst()
}

export async function setLastSeen(db: Db, id: string, lastSeenAt: number): Promise<void> {
  await db.updateTable('loginSessions').set({ lastSeenAt }).where('id', '=', id).execute()
}

export async function revokeLoginSession(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('loginSessions')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
}

export async function revokeLoginSessionsOf(db: Db, playerId: string, now: number): Promise<void> {
  await db
    .updateTable('loginSessions')
    .set({ revokedAt: now })
    .where('playerId', '=', playerId)
    .where('revokedAt', 'is', null)
    .execute()
}

export async function deleteLoginSessionsExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('loginSessions').where('expiresAt', '<', instant).execute()
}
