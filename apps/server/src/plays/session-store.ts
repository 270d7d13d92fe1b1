import { countedPlaySeconds } from '@playhub/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { hasRowLocks } from '../platform/database/row-locks.ts'
import { toInList } from '../platform/ids.ts'
import type { PlayDayRow, PlaySessionRow } from './tables.ts'

const playColumns = [
  ...(['activeSeconds', 'counting', 'isNew', 'hasLoaded', 'hasCrashed', 'hasFailed'] as const),
  ...(['shopOpens', 'part', 'events'] as const),
]

/** Writes what has changed of locked plays. */
export async function updateSessions(db: Db, sessions: PlaySessionRow[]): Promise<void> {
  for (let first = 0; first < sessions.length; first += rowsPerStatement) {
    await db
      .insertInto('playSessions')
      .values(sessions.slice(first, first + rowsPerStatement))
      .onConflict((known) =>
        known
          .column('id')
          .doUpdateSet((eb) =>
            Object.fromEntries(playColumns.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute()
  }
}

/** Stays below the limit of parameters in one statement. */
const rowsPerStatement = 500

/**
 * Locks plays until the transaction ends, and stores those that are not known yet.
 * @param sessions  As they begin, sorted by id.
 */
export async function lockSessions(db: Db, sessions: PlaySessionRow[]): Promise<Map<string, PlaySessionRow>> {
  const locked = new Map<string, PlaySessionRow>()
  for (let first = 0; first < sessions.length; first += rowsPerStatement) {
    const some = sessions.slice(first, first + rowsPerStatement)
    await db
      .insertInto('playSessions')
      .values(some)
      .onConflict((known) => known.column('id').doNothing())
      .execute()
    const rows = await db
      .selectFrom('playSessions')
      .selectAll()
      .where('id', 'in', toInList(some.map(({ id }) => id)))
      .orderBy('id')
      .$if(hasRowLocks(db), (query) => query.forUpdate())
      .execute()
    for (const row of rows) locked.set(row.id, row)
  }
  return locked
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
