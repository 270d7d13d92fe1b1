import type { Db } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { HubSessionRow } from './tables.ts'

export async function insertHubSession(db: Db, session: HubSessionRow): Promise<void> {
  await db.insertInto('hubSessions').values(session).execute()
}

/** The hub session unless it has expired. */
export function findLiveHubSession(db: Db, id: string, now: number): Promise<HubSessionRow | undefined> {
  return db
    .selectFrom('hubSessions')
    .selectAll()
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Attaches a player to a live hub session; false when it belongs to another player, has expired or is unknown. */
export async function setPlayer(
  db: Db,
  id: string,
  playerId: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
  const attached = await db
    .updateTable('hubSessions')
    .set({ playerId, attachedAt: now, expiresAt })
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .where((row) => row.or([row('playerId', 'is', null), row('playerId', '=', playerId)]))
    .returning('id')
    .executeTakeFirst()
  return attached !== undefined
}

/** Tells if the player has logged in with an unexpired hub session in the project. */
export async function hasLiveHubSession(
  db: Db,
  { playerId, project }: { playerId: string; project: string },
  now: number,
): Promise<boolean> {
  const session = await db
    .selectFrom('hubSessions')
    .select('id')
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

/** Oldest first. */
export function listHubSessionsByPlayer(db: Db, playerId: string): Promise<HubSessionRow[]> {
  return db
    .selectFrom('hubSessions')
    .selectAll()
    .where('playerId', '=', playerId)
    .orderBy('createdAt')
    .execute()
}

/** Deletes the player's oldest sessions beyond the number to keep. */
export async function deleteOldestSessions(db: Db, playerId: string, keep: number): Promise<void> {
  const oldest = await db
    .selectFrom('hubSessions')
    .select('id')
    .where('playerId', '=', playerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    // SQLite has no offset without a limit.
    .limit(100)
    .offset(keep)
    .execute()
  if (oldest.length === 0) return
  await db
    .deleteFrom('hubSessions')
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .execute()
}

export async function deleteHubSessionsByPlayer(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('hubSessions').where('playerId', '=', playerId).execute()
}

export function deleteHubSessionsExpiredBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('hubSessions')
      .where('id', 'in', (old) =>
        old.selectFrom('hubSessions').select('id').where('expiresAt', '<=', instant).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
