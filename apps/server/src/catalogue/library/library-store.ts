import type { LibraryGame } from '@playhub/contract'
import { maxVisitDay } from '@playhub/contract/insights/limits'
import type { PlayerVisit } from '@playhub/contract/insights/visit'
import { sql } from 'kysely'
import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { hasRowLocks } from '../../platform/database/row-locks.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    libraryGames: LibraryGameRow
  }
}

/** A game marked by a player as a favourite or played. */
export type LibraryGameRow = {
  playerId: string
  project: string
  favouriteAt: number | null
  /** Last played; null if never. */
  playedAt: number | null
  playSeconds: number
  /** The last play before the latest break of a day or longer; null without one. */
  awayFrom: number | null
  /** The first play after that break. */
  returnedAt: number | null
  /** Business days of the first and the last counted play; null for none. */
  firstDay: string | null
  lastDay: string | null
}

/** The last day of a player who has played before days were counted, so that they are not new. */
export const unknownDay = '1970-01-01'

/** The most recently marked or played game first. */
export function listLibraryByPlayer(db: Db, playerId: string): Promise<LibraryGame[]> {
  return db
    .selectFrom('libraryGames')
    .select(['project', 'favouriteAt', 'playedAt'])
    .where('playerId', '=', playerId)
    .where((row) => row.or([row('favouriteAt', 'is not', null), row('playedAt', 'is not', null)]))
    .orderBy(selectLater('favouriteAt', 'playedAt'), 'desc')
    .orderBy('project')
    .execute()
}

/** The later instant; either may be null. */
const selectLater = (one: string, other: string) =>
  sql<
    number | null
  >`case when coalesce(${sql.ref(one)}, 0) > coalesce(${sql.ref(other)}, 0) then ${sql.ref(one)} else ${sql.ref(other)} end`

export async function hasPlayed(db: Db, playerId: string, project: string): Promise<boolean> {
  const played = await db
    .selectFrom('libraryGames')
    .select('project')
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where('playedAt', 'is not', null)
    .executeTakeFirst()
  return played !== undefined
}

/** Keeps an existing mark's instant. */
export async function setFavourite(db: Db, playerId: string, project: string, now: number): Promise<void> {
  await db
    .insertInto('libraryGames')
    .values({ ...newLibraryGame(playerId, project), favouriteAt: now })
    .onConflict((known) =>
      known
        .columns(['playerId', 'project'])
        .doUpdateSet({ favouriteAt: sql`coalesce(library_games.favourite_at, excluded.favourite_at)` }),
    )
    .execute()
}

export async function clearFavourite(db: Db, playerId: string, project: string): Promise<void> {
  await db
    .updateTable('libraryGames')
    .set({ favouriteAt: null })
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .execute()
}

/** Adds missing marks and later play instants. The rows must have distinct games. */
export async function mergeLibrary(db: Db, rows: LibraryGameRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('libraryGames')
    .values(rows)
    .onConflict((known) =>
      known.columns(['playerId', 'project']).doUpdateSet({
        favouriteAt: sql`coalesce(library_games.favourite_at, excluded.favourite_at)`,
        playedAt: selectLater('libraryGames.playedAt', 'excluded.playedAt'),
        awayFrom: afterBreak('library_games.played_at', 'library_games.away_from'),
        returnedAt: afterBreak('excluded.played_at', 'library_games.returned_at'),
        // A guest's days count until the player has own ones.
        firstDay: sql`coalesce(library_games.first_day, case when library_games.last_day is null then excluded.first_day end)`,
        lastDay: sql`case when excluded.last_day > coalesce(library_games.last_day, '') then excluded.last_day else library_games.last_day end`,
      }),
    )
    .execute()
}

/** The first value when the new play follows a break of a day or longer. */
const afterBreak = (value: string, otherwise: string) =>
  sql<number | null>`case when excluded.played_at - library_games.played_at >= ${sql.lit(DAY_MS)}
    then ${sql.ref(value)} else ${sql.ref(otherwise)} end`

export function newLibraryGame(playerId: string, project: string): LibraryGameRow {
  return {
    ...{ playerId, project, favouriteAt: null, playedAt: null, playSeconds: 0 },
    ...{ awayFrom: null, returnedAt: null, firstDay: null, lastDay: null },
  }
}

/**
 * When the player last played before the current visit, which lasts for a day; null for never. Plays as a guest, which
 * the browser reports, do not count before the account was created.
 */
export async function findLastVisit(
  db: Db,
  playerId: string,
  project: string,
  now: number,
): Promise<number | null> {
  const game = await db
    .selectFrom('libraryGames')
    .innerJoin('accounts', 'accounts.id', 'libraryGames.playerId')
    .select(['playedAt', 'awayFrom', 'returnedAt', 'accounts.createdAt'])
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .executeTakeFirst()
  if (!game) return null
  const { playedAt, awayFrom, returnedAt, createdAt } = game
  const last = returnedAt !== null && now - returnedAt < DAY_MS ? awayFrom : playedAt
  return last !== null && last >= createdAt ? last : null
}

/**
 * Records a day of play, and tells what it is to the player. Of two hubs that record the same day, one hears that it is
 * the first play. An erased account leaves no row behind.
 */
export async function addPlayDay(
  tx: Db,
  { playerId, project, day }: { playerId: string; project: string; day: string },
): Promise<PlayerVisit> {
  const known = await findDays(tx, playerId, project)
  if (!known) await insertUnlisted(tx, newLibraryGame(playerId, project))
  // Time that was played without being counted is from before.
  const isFirstEver = known ? known.lastDay === null && known.playSeconds === 0 : true
  const firstDay = isFirstEver ? day : (known?.firstDay ?? null)
  const { numUpdatedRows } = await tx
    .updateTable('libraryGames')
    .set({ firstDay, lastDay: day })
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .where((row) => row.or([row('lastDay', 'is', null), row('lastDay', '<', day)]))
    .executeTakeFirstOrThrow()
  const isFirstToday = numUpdatedRows > 0n
  const days = firstDay === null ? null : countDays(firstDay, day)
  return { isFirstToday, isFirstEver: isFirstEver && isFirstToday, dayNumber: days }
}

const findDays = (db: Db, playerId: string, project: string) =>
  db
    .selectFrom('libraryGames')
    .select(['firstDay', 'lastDay', 'playSeconds'])
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .executeTakeFirst()

/** Locks the account, so an erasure waits; an erased one gets no row. A game outside the catalogue stays unlisted. */
async function insertUnlisted(tx: Db, row: LibraryGameRow): Promise<void> {
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', row.playerId)
    .$if(hasRowLocks(tx), (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!account) return
  await tx
    .insertInto('libraryGames')
    .values(row)
    .onConflict((known) => known.doNothing())
    .execute()
}

/** @returns  null beyond the days that a cohort is followed */
function countDays(first: string, day: string): number | null {
  const days = (Date.parse(day) - Date.parse(first)) / DAY_MS
  return days >= 0 && days <= maxVisitDay ? days : null
}

/** Only for a game in the player's library: an erased account leaves no row behind. */
export async function addPlaySeconds(
  db: Db,
  playerId: string,
  project: string,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('libraryGames')
    .set(({ eb }) => ({ playSeconds: eb('playSeconds', '+', seconds) }))
    .where('playerId', '=', playerId)
    .where('project', '=', project)
    .execute()
}

/** The library as the data export shows it. */
export async function exportLibrary(
  db: Db,
  playerId: string,
): Promise<(LibraryGame & { playSeconds: number; awayFrom: number | null; returnedAt: number | null })[]> {
  const games = await db
    .selectFrom('libraryGames')
    .select([
      'project',
      'favouriteAt',
      'playedAt',
      'playSeconds',
      'firstDay',
      'lastDay',
      'awayFrom',
      'returnedAt',
    ])
    .where('playerId', '=', playerId)
    .orderBy('project')
    .execute()
  return games.map(({ firstDay, lastDay, ...game }) => ({
    ...game,
    ...(firstDay !== null && { firstDay }),
    ...(lastDay !== null && lastDay !== unknownDay && { lastDay }),
  }))
}

/** Locks the games in the order of their names, as reports of plays do. */
export async function deleteLibraryByPlayer(db: Db, playerId: string): Promise<void> {
  if (hasRowLocks(db))
    await db
      .selectFrom('libraryGames')
      .select('project')
      .where('playerId', '=', playerId)
      .orderBy(sql`project collate "C"`)
      .forUpdate()
      .execute()
  await db.deleteFrom('libraryGames').where('playerId', '=', playerId).execute()
}
