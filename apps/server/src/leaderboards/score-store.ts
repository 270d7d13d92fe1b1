import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { toInList } from '../platform/ids.ts'
import type { LeaderboardRow, ScoreRow, SeasonRow } from './tables.ts'

export function listScores(db: Db, seasonIds: number[], playerIds: string[]): Promise<ScoreRow[]> {
  return db
    .selectFrom('leaderboardScores')
    .selectAll()
    .where('seasonId', 'in', seasonIds)
    .where('playerId', 'in', toInList(playerIds))
    .execute()
}

export async function upsertScores(db: Db, rows: ScoreRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('leaderboardScores')
    .values(rows)
    .onConflict((known) =>
      known.columns(['seasonId', 'playerId']).doUpdateSet({
        sortKey: sql`excluded.sort_key`,
        score: sql`excluded.score`,
        extra: sql`excluded.extra`,
        reachedAt: sql`excluded.reached_at`,
        submittedAt: sql`excluded.submitted_at`,
        source: sql`excluded.source`,
      }),
    )
    .execute()
}

export function findScore(db: Db, seasonId: number, playerId: string): Promise<ScoreRow | undefined> {
  return db
    .selectFrom('leaderboardScores')
    .selectAll()
    .where('seasonId', '=', seasonId)
    .where('playerId', '=', playerId)
    .executeTakeFirst()
}

const selectVisible = (db: Db, seasonId: number) =>
  db
    .selectFrom('leaderboardScores')
    .selectAll()
    .where('seasonId', '=', seasonId)
    .where('hiddenAt', 'is', null)

/** Visible scores, the best first. */
export function listTop(db: Db, seasonId: number, limit: number): Promise<ScoreRow[]> {
  return selectVisible(db, seasonId)
    .orderBy('sortKey')
    .orderBy('reachedAt')
    .orderBy('playerId')
    .limit(limit)
    .execute()
}

type Place = Pick<ScoreRow, 'seasonId' | 'sortKey' | 'reachedAt' | 'playerId'>

const toRow = ({ sortKey, reachedAt, playerId }: Place) =>
  sql`(cast(${sortKey} as bigint), cast(${reachedAt} as bigint), ${playerId})`

/** Visible scores before a place, the nearest first. */
export function listBefore(db: Db, place: Place, limit: number): Promise<ScoreRow[]> {
  return selectVisible(db, place.seasonId)
    .where(sql<boolean>`(sort_key, reached_at, player_id) < ${toRow(place)}`)
    .orderBy('sortKey', 'desc')
    .orderBy('reachedAt', 'desc')
    .orderBy('playerId', 'desc')
    .limit(limit)
    .execute()
}

/** Visible scores behind a place, the nearest first. */
export function listAfter(db: Db, place: Place, limit: number): Promise<ScoreRow[]> {
  return selectVisible(db, place.seasonId)
    .where(sql<boolean>`(sort_key, reached_at, player_id) > ${toRow(place)}`)
    .orderBy('sortKey')
    .orderBy('reachedAt')
    .orderBy('playerId')
    .limit(limit)
    .execute()
}

export type PlayerScore = ScoreRow &
  Pick<SeasonRow, 'period' | 'startsAt' | 'endsAt'> &
  Pick<LeaderboardRow, 'project' | 'board'> & { leaderboardId: number }

/** All scores of a player, by leaderboard. */
export function listScoresByPlayer(db: Db, playerId: string): Promise<PlayerScore[]> {
  return db
    .selectFrom('leaderboardScores')
    .innerJoin('leaderboardSeasons', 'leaderboardSeasons.id', 'leaderboardScores.seasonId')
    .innerJoin('leaderboards', 'leaderboards.id', 'leaderboardSeasons.leaderboardId')
    .selectAll('leaderboardScores')
    .select(['leaderboardId', 'project', 'board', 'period', 'startsAt', 'endsAt'])
    .where('playerId', '=', playerId)
    .orderBy('leaderboardId')
    .orderBy('startsAt')
    .orderBy('period')
    .execute()
}

export async function setHiddenAt(
  db: Db,
  { seasonId, playerId }: Pick<ScoreRow, 'seasonId' | 'playerId'>,
  hiddenAt: number | null,
): Promise<void> {
  await db
    .updateTable('leaderboardScores')
    .set({ hiddenAt })
    .where('seasonId', '=', seasonId)
    .where('playerId', '=', playerId)
    .execute()
}

export async function deleteScoresByPlayer(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('leaderboardScores').where('playerId', '=', playerId).execute()
}

/** Deletes at most `limit` scores of a season behind a place, and hidden ones. Returns how many. */
export async function deleteSomeAfter(db: Db, place: Place, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('leaderboardScores')
    .where('seasonId', '=', place.seasonId)
    .where('playerId', 'in', (eb) =>
      eb
        .selectFrom('leaderboardScores')
        .select('playerId')
        .where('seasonId', '=', place.seasonId)
        .where(sql<boolean>`(hidden_at is not null or (sort_key, reached_at, player_id) > ${toRow(place)})`)
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
