/**
 * Ranks in bounded work (ADR 99). Each season divides its sort keys into buckets with a count. A rank is the sum of the
 * buckets before the player's, plus the better scores inside it: about 1,000 buckets and 2,000 scores at a million
 * players, where counting all better scores would read a million. Counts change only while the leaderboard is locked.
 */
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Sort keys begin here. */
export const lowestKey = -Number.MAX_SAFE_INTEGER
const maxPlayers = 2_000
/** A bucket of equal scores cannot be divided: it is not tried at every score. */
const playersPerTry = 500

/** The rank of a score: how many visible ones are better, plus 1. The score itself may be hidden. */
export async function findRank(db: Db, seasonId: number, sortKey: number): Promise<number> {
  const { rows } = await sql<{ rank: number | string }>`
    with bucket as (
      select max(from_key) as from_key from leaderboard_buckets
      where season_id = ${seasonId} and from_key <= ${sortKey})
    select (select coalesce(sum(players), 0) from leaderboard_buckets
        where season_id = ${seasonId} and from_key < (select from_key from bucket))
      + (select count(*) from leaderboard_scores
        where season_id = ${seasonId} and hidden_at is null
          and sort_key >= (select from_key from bucket) and sort_key < ${sortKey})
      + 1 as rank`.execute(db)
  return Number(rows[0]?.rank)
}

/** Changes in the number of visible scores, by sort key. */
export type KeyChanges = Map<number, number>

export function addChange(changes: KeyChanges, sortKey: number, players: number): void {
  changes.set(sortKey, (changes.get(sortKey) ?? 0) + players)
}

/** Adds to the counts of a season. The leaderboard is locked. */
export async function applyChanges(tx: Db, seasonId: number, changes: KeyChanges): Promise<void> {
  const keys = [...changes.keys()].filter((key) => changes.get(key) !== 0)
  const sums = new Map<number, number>()
  for (const { key, fromKey } of await listBuckets(tx, seasonId, keys))
    sums.set(fromKey, (sums.get(fromKey) ?? 0) + (changes.get(key) ?? 0))
  for (const [fromKey, players] of sums) {
    if (players === 0) continue
    const total = await addPlayers(tx, seasonId, fromKey, players)
    const isTry = Math.floor(total / playersPerTry) > Math.floor((total - players) / playersPerTry)
    if (total > maxPlayers && isTry) await divide(tx, seasonId, fromKey, total)
  }
}

async function listBuckets(
  db: Db,
  seasonId: number,
  keys: number[],
): Promise<{ key: number; fromKey: number }[]> {
  if (keys.length === 0) return []
  const values = sql.join(keys.map((key) => sql`(cast(${key} as bigint))`))
  const { rows } = await sql<{ key: number; fromKey: number }>`
    select column1 as key, (select max(from_key) from leaderboard_buckets
      where season_id = ${seasonId} and from_key <= column1) as from_key
    from (values ${values}) as given`.execute(db)
  return rows
}

async function addPlayers(tx: Db, seasonId: number, fromKey: number, players: number): Promise<number> {
  const row = await tx
    .updateTable('leaderboardBuckets')
    .set((eb) => ({ players: eb('players', '+', players) }))
    .where('seasonId', '=', seasonId)
    .where('fromKey', '=', fromKey)
    .returning('players')
    .executeTakeFirstOrThrow()
  return row.players
}

/** Divides a bucket at its median score, else behind its equal first ones. Returns where, if it can be divided. */
async function divide(
  tx: Db,
  seasonId: number,
  fromKey: number,
  players: number,
): Promise<number | undefined> {
  const inBucket = await selectInBucket(tx, seasonId, fromKey)
  const median = await inBucket
    .select('sortKey')
    .orderBy('sortKey')
    .offset(Math.floor(players / 2))
    .limit(1)
    .executeTakeFirst()
  const at =
    median && median.sortKey > fromKey
      ? median
      : await inBucket
          .select('sortKey')
          .where('sortKey', '>', fromKey)
          .orderBy('sortKey')
          .limit(1)
          .executeTakeFirst()
  if (!at) return undefined
  await tx.insertInto('leaderboardBuckets').values({ seasonId, fromKey: at.sortKey, players: 0 }).execute()
  await recountBucket(tx, seasonId, fromKey)
  await recountBucket(tx, seasonId, at.sortKey)
  return at.sortKey
}

/** Counts a bucket again, and returns the count. The leaderboard is locked. */
export async function recountBucket(tx: Db, seasonId: number, fromKey: number): Promise<number> {
  const inBucket = await selectInBucket(tx, seasonId, fromKey)
  const row = await inBucket.select(({ fn }) => fn.countAll<number>().as('players')).executeTakeFirstOrThrow()
  const players = Number(row.players)
  await tx
    .updateTable('leaderboardBuckets')
    .set({ players })
    .where('seasonId', '=', seasonId)
    .where('fromKey', '=', fromKey)
    .execute()
  return players
}

async function selectInBucket(db: Db, seasonId: number, fromKey: number) {
  const next = await db
    .selectFrom('leaderboardBuckets')
    .select('fromKey')
    .where('seasonId', '=', seasonId)
    .where('fromKey', '>', fromKey)
    .orderBy('fromKey')
    .limit(1)
    .executeTakeFirst()
  return db
    .selectFrom('leaderboardScores')
    .where('seasonId', '=', seasonId)
    .where('hiddenAt', 'is', null)
    .where('sortKey', '>=', fromKey)
    .$if(next !== undefined, (query) => query.where('sortKey', '<', next?.fromKey ?? 0))
}

export async function listBucketKeys(db: Db, seasonId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('leaderboardBuckets')
    .select('fromKey')
    .where('seasonId', '=', seasonId)
    .orderBy('fromKey')
    .execute()
  return rows.map(({ fromKey }) => fromKey)
}

/** Leaves one bucket, for a season with few scores. The leaderboard is locked. */
export async function mergeBuckets(tx: Db, seasonId: number): Promise<void> {
  await tx
    .deleteFrom('leaderboardBuckets')
    .where('seasonId', '=', seasonId)
    .where('fromKey', '>', lowestKey)
    .execute()
  await recountBucket(tx, seasonId, lowestKey)
}

/** Divides a season whose sort keys have changed anew. The leaderboard is locked. */
export async function rebuildBuckets(tx: Db, seasonId: number): Promise<void> {
  await mergeBuckets(tx, seasonId)
  const open = [lowestKey]
  for (let fromKey = open.pop(); fromKey !== undefined; fromKey = open.pop()) {
    const players = await recountBucket(tx, seasonId, fromKey)
    if (players <= maxPlayers) continue
    const at = await divide(tx, seasonId, fromKey, players)
    if (at !== undefined) open.push(fromKey, at)
  }
}
