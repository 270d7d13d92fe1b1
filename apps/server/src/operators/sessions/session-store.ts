import type { Db } from '../../platform/database/database.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import { prepareRowQuery } from '../../platform/database/prepared-query.ts'
import type { OperatorSessionRow } from '../tables.ts'

export async function insertSession(db: Db, session: OperatorSessionRow): Promise<void> {
  await db.insertInto('operatorSessions').values(session).execute()
}

/** The session with its operator, unless it has ended or expired or the operator is not active. */
export const findLiveSession = prepareRowQuery((db, tokenHash: string, now: number) =>
  db
    .selectFrom('operatorSessions')
    .innerJoin('operators', 'operators.id', 'operatorSessions.operatorId')
    .selectAll('operatorSessions')
    .select(['operators.email', 'operators.name', 'operators.language', 'operators.hasWeeklyReport'])
    .where('operatorSessions.tokenHash', '=', tokenHash)
    .where('operatorSessions.endedAt', 'is', null)
    .where('operatorSessions.expiresAt', '>', now)
    .where('operators.state', '=', 'active'),
)

/** Finds it in any state. */
export function findSession(db: Db, id: string): Promise<OperatorSessionRow | undefined> {
  return db.selectFrom('operatorSessions').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findSessionByToken(db: Db, tokenHash: string): Promise<OperatorSessionRow | undefined> {
  return db.selectFrom('operatorSessions').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
}

/** An operator's earlier IPs, from all stored sessions. */
export function listClients(
  db: Db,
  operatorId: string,
): Promise<Pick<OperatorSessionRow, 'ip' | 'userAgent'>[]> {
  return db
    .selectFrom('operatorSessions')
    .select(['ip', 'userAgent'])
    .distinct()
    .where('operatorId', '=', operatorId)
    .execute()
}

export async function setSessionSeen(db: Db, id: string, lastSeenAt: number): Promise<void> {
  await db.updateTable('operatorSessions').set({ lastSeenAt }).where('id', '=', id).execute()
}

/** Replaces the token after a reauthentication. False when the session has ended or another one replaced it. */
export async function replaceToken(
  db: Db,
  { id, tokenHash }: Pick<OperatorSessionRow, 'id' | 'tokenHash'>,
  change: Pick<OperatorSessionRow, 'tokenHash' | 'provedAt' | 'lastSeenAt'>,
): Promise<boolean> {
  const replaced = await db
    .updateTable('operatorSessions')
    .set(change)
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** Neither ended, expired nor idle; most recently used first. */
export function listLiveSessions(
  db: Db,
  operatorId: string,
  { now, idleSince }: { now: number; idleSince: number },
): Promise<OperatorSessionRow[]> {
  return db
    .selectFrom('operatorSessions')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', idleSince)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** IPs from which operators have logged in since an instant, newest first. */
export async function listSessionIps(db: Db, since: number): Promise<string[]> {
  const rows = await db
    .selectFrom('operatorSessions')
    .select(['ip', (eb) => eb.fn.max('createdAt').as('lastAt')])
    .where('createdAt', '>=', since)
    .groupBy('ip')
    .orderBy('lastAt', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ ip }) => ip)
}

/** False when the operator has no open session with this id. */
export async function endSession(db: Db, operatorId: string, id: string, now: number): Promise<boolean> {
  const ended = await db
    .updateTable('operatorSessions')
    .set({ endedAt: now })
    .where('id', '=', id)
    .where('operatorId', '=', operatorId)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** @param except  The id of a session to keep. @returns how many have ended */
export async function endSessions(db: Db, operatorId: string, now: number, except = ''): Promise<number> {
  const ended = await db
    .updateTable('operatorSessions')
    .set({ endedAt: now })
    .where('operatorId', '=', operatorId)
    .where('id', '<>', except)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .execute()
  return ended.length
}

export function deleteSessionsExpiredBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('operatorSessions')
      .where('id', 'in', (old) =>
        old.selectFrom('operatorSessions').select('id').where('expiresAt', '<', instant).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
