import type { Db } from '../../platform/database/database.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { prepareRowQuery } from '../../platform/database/prepared-query.ts'
import type { LoginSessionRow } from '../tables.ts'

export async function insertLoginSession(db: Db, session: LoginSessionRow): Promise<void> {
  await db.insertInto('loginSessions').values(session).execute()
}

/** The login session unless it is revoked or expired, or its player is banned. */
export const findLiveLoginSession = prepareRowQuery((db, id: string, now: number) =>
  db
    .selectFrom('loginSessions')
    .innerJoin('accounts', 'accounts.id', 'loginSessions.playerId')
    .selectAll('loginSessions')
    .where('loginSessions.id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where((eb) => eb.or([eb('bannedAt', 'is', null), eb('bannedUntil', '<=', now)])),
)

/** A login session's account, with the session's login method and whether a password is set. */
export const findLoggedInAccount = prepareRowQuery((db, loginSessionId: string) =>
  db
    .selectFrom('loginSessions')
    .innerJoin('accounts', 'accounts.id', 'loginSessions.playerId')
    .leftJoin('credentials', (join) =>
      join
        .onRef('credentials.accountId', '=', 'loginSessions.playerId')
        .on('credentials.replacedAt', 'is', null),
    )
    .selectAll('accounts')
    .select(['loginSessions.authType as authType', 'credentials.id as passwordId'])
    .where('loginSessions.id', '=', loginSessionId),
)

export async function setLastSeen(db: Db, id: string, lastSeenAt: number): Promise<void> {
  await db.updateTable('loginSessions').set({ lastSeenAt }).where('id', '=', id).execute()
}

/** False when the login session has ended. */
export async function setConfirmed(db: Db, id: string, now: number): Promise<boolean> {
  const confirmed = await db
    .updateTable('loginSessions')
    .set({ confirmedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Idempotent. False when the player has no login session with this id. */
export async function revokeLoginSession(
  db: Db,
  playerId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const revoked = await db
    .updateTable('loginSessions')
    .set((eb) => ({ revokedAt: eb.fn.coalesce('revokedAt', eb.val(now)) }))
    .where('id', '=', id)
    .where('playerId', '=', playerId)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** @param except  The id of a login session to keep. */
export async function revokeLoginSessionsByPlayer(
  db: Db,
  playerId: string,
  now: number,
  except = '',
): Promise<void> {
  await db
    .updateTable('loginSessions')
    .set({ revokedAt: now })
    .where('playerId', '=', playerId)
    .where('id', '<>', except)
    .where('revokedAt', 'is', null)
    .execute()
}

/** The player's right to log in, and the count of active login sessions; undefined when the account is erased. */
export const findLoginState = prepareRowQuery((db, playerId: string) =>
  db
    .selectFrom('accounts')
    .select((eb) => [
      'bannedAt',
      'bannedUntil',
      eb
        .selectFrom('loginSessions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('playerId', '=', playerId)
        .where('revokedAt', 'is', null)
        .as('openSessions'),
    ])
    .where('id', '=', playerId),
)

/**
 * Ends the player's oldest login sessions beyond the number to keep. Revokes one at a time: concurrent logins would
 * deadlock if a statement locked several rows in a different order.
 */
export async function revokeOldestLoginSessions(
  db: Db,
  playerId: string,
  keep: number,
  now: number,
): Promise<void> {
  const oldest = await db
    .selectFrom('loginSessions')
    .select('id')
    .where('playerId', '=', playerId)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    // SQLite has no offset without a limit.
    .limit(1000)
    .offset(keep)
    .execute()
  for (const { id } of oldest) await revokeLoginSession(db, playerId, id, now)
}

/** Includes ended sessions until they are deleted. */
export async function hasLoginSessionFrom(db: Db, playerId: string, networkHash: string): Promise<boolean> {
  const session = await db
    .selectFrom('loginSessions')
    .select('id')
    .where('playerId', '=', playerId)
    .where('networkHash', '=', networkHash)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

/** Neither revoked nor expired, most recently used first. */
export function listLiveLoginSessions(db: Db, playerId: string, now: number): Promise<LoginSessionRow[]> {
  return db
    .selectFrom('loginSessions')
    .selectAll()
    .where('playerId', '=', playerId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

const maxListedSessions = 1000

/** The newest login sessions, including revoked and expired ones, oldest first. */
export async function listLoginSessionsByPlayer(db: Db, playerId: string): Promise<LoginSessionRow[]> {
  const newest = await db
    .selectFrom('loginSessions')
    .selectAll()
    .where('playerId', '=', playerId)
    .orderBy('id', 'desc')
    .limit(maxListedSessions)
    .execute()
  return newest.reverse()
}

export function deleteLoginSessionsExpiredBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('loginSessions')
      .where('id', 'in', (old) =>
        old.selectFrom('loginSessions').select('id').where('expiresAt', '<', instant).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
