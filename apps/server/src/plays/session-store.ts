import { countedPlaySeconds } from '@playhub/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { toInList } from '../platform/ids.ts'
import type { PlayDayRow, PlaySessionRow } from './tables.ts'

/** Keeps the longer time of a known play. */
export async function upsertSessions(db: Db, sessions: PlaySessionRow[]): Promise<void> {
  for (let first = 0; first < sessions.length; first += rowsPerStatement) {
    await db
      .insertInto('playSessions')
      .values(sessions.slice(first, first + rowsPerStatement))
      .onConflict((known) =>
        known.column('id').doUpdateSet({
          activeSeconds: sql`case when excluded.active_seconds > play_sessions.active_seconds then excluded.active_seconds else play_sessions.active_seconds end`,
        }),
      )
      .execute()
  }
}

/** Stays below the limit of parameters in one statement. */
const rowsPerStatement = 500

export async function listActiveSeconds(db: Db, ids: string[]): Promise<Map<string, number>> {
  const seconds = new Map<string, number>()
  for (let first = 0; first < ids.length; first += rowsPerStatement) {
    const rows = await db
      .selectFrom('playSessions')
      .select(['id', 'activeSeconds'])
      .where('id', 'in', toInList(ids.slice(first, first + rowsPerStatement)))
      .execute()
    for (const { id, activeSeconds } of rows) seconds.set(id, activeSeconds)
  }
  return seconds
}

/** The oldest plays of all days up to this one. */
export function listSessionsUntil(db: Db, day: string, limit: number): Promise<PlaySessionRow[]> {
  return db
    .selectFrom('playSessions')
    .selectAll()
    .where('day', '<=', day)
    .orderBy('day')
    .limit(limit)
    .execute()
}

export async function deleteSessions(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('playSessions').where('id', 'in', toInList(ids)).execute()
}

/** Adds to what the days have already. */
export async function addToDays(db: Db, days: PlayDayRow[]): Promise<void> {
  if (days.length === 0) return
  await db
    .insertInto('playDays')
    .values(days)
    .onConflict((known) =>
      known.columns(['project', 'day']).doUpdateSet({
        plays: sql`play_days.plays + excluded.plays`,
        signedInPlays: sql`play_days.signed_in_plays + excluded.signed_in_plays`,
        seconds: sql`play_days.seconds + excluded.seconds`,
      }),
    )
    .execute()
}

type DayCount = { project: string; day: string; plays: number }

/** Counted plays by project and day, finished and open ones. */
export async function listDayCounts(db: Db, sinceDay: string): Promise<DayCount[]> {
  const finished = await db
    .selectFrom('playDays')
    .select(['project', 'day', 'plays'])
    .where('day', '>=', sinceDay)
    .execute()
  const running = await db
    .selectFrom('playSessions')
    .select(['project', 'day', ({ fn }) => fn.countAll().as('plays')])
    .where('day', '>=', sinceDay)
    .where('activeSeconds', '>=', countedPlaySeconds)
    .groupBy(['project', 'day'])
    .execute()
  return [...finished, ...running].map(({ project, day, plays }) => ({ project, day, plays: Number(plays) }))
}
