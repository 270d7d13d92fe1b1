import { randomInt } from 'node:crypto'
import type { Db } from '../platform/database/database.ts'
import { lowestKey } from './buckets.ts'
import type { Season } from './periods.ts'
import type { LeaderboardRow, SeasonRow } from './tables.ts'

/** Ids are random and small: every score repeats one, and no two hubs wait for each other to count. */
const newNumericId = () => randomInt(1, 2 ** 47)

type LockedLeaderboard = Pick<LeaderboardRow, 'id' | 'sortOrder'>

/** Locks a leaderboard until the transaction ends, and adds it at its first score. */
export async function lockLeaderboard(
  tx: Db,
  project: string,
  board: string,
  now: number,
): Promise<LockedLeaderboard> {
  const known = await touch(tx, project, board, now)
  if (known) return known
  await tx
    .insertInto('leaderboards')
    .values({ id: newNumericId(), project, board, changedAt: now, sortOrder: null })
    .onConflict((known) => known.columns(['project', 'board']).doNothing())
    .execute()
  return (await touch(tx, project, board, now)) ?? Promise.reject(new Error('The leaderboard is missing'))
}

function touch(tx: Db, project: string, board: string, now: number): Promise<LockedLeaderboard | undefined> {
  return tx
    .updateTable('leaderboards')
    .set({ changedAt: now })
    .where('project', '=', project)
    .where('board', '=', board)
    .returning(['id', 'sortOrder'])
    .executeTakeFirst()
}

/** The id of a season. It is added at its first score. */
export async function ensureSeason(tx: Db, leaderboardId: number, season: Season): Promise<number> {
  const known = await findSeasonId(tx, leaderboardId, season)
  if (known !== undefined) return known
  const row: SeasonRow = { id: newNumericId(), leaderboardId, ...season, prunedAt: null }
  await tx.insertInto('leaderboardSeasons').values(row).execute()
  await tx
    .insertInto('leaderboardBuckets')
    .values({ seasonId: row.id, fromKey: lowestKey, players: 0 })
    .execute()
  return row.id
}

/** Undefined before its first score. */
export async function findSeasonId(
  db: Db,
  leaderboardId: number,
  season: Season,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('leaderboardSeasons')
    .select('id')
    .where('leaderboardId', '=', leaderboardId)
    .where('period', '=', season.period)
    .where('startsAt', '=', season.startsAt)
    .executeTakeFirst()
  return row?.id
}

/** Undefined before the first score. */
export async function findSeasonRow(
  db: Db,
  project: string,
  board: string,
  season: Season,
): Promise<SeasonRow | undefined> {
  return db
    .selectFrom('leaderboardSeasons')
    .innerJoin('leaderboards', 'leaderboards.id', 'leaderboardSeasons.leaderboardId')
    .selectAll('leaderboardSeasons')
    .where('leaderboards.project', '=', project)
    .where('leaderboards.board', '=', board)
    .where('period', '=', season.period)
    .where('startsAt', '=', season.startsAt)
    .executeTakeFirst()
}

export type SeasonOnBoard = SeasonRow & Pick<LeaderboardRow, 'project' | 'board' | 'changedAt' | 'sortOrder'>

/** All unpruned seasons. */
export function listOpenSeasons(db: Db): Promise<SeasonOnBoard[]> {
  return db
    .selectFrom('leaderboardSeasons')
    .innerJoin('leaderboards', 'leaderboards.id', 'leaderboardSeasons.leaderboardId')
    .selectAll('leaderboardSeasons')
    .select(['project', 'board', 'changedAt', 'sortOrder'])
    .where('prunedAt', 'is', null)
    .orderBy('leaderboardSeasons.id')
    .execute()
}

export async function markPruned(db: Db, seasonId: number, now: number): Promise<void> {
  await db.updateTable('leaderboardSeasons').set({ prunedAt: now }).where('id', '=', seasonId).execute()
}
