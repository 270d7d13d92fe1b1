import type { Board } from '../catalogue/index.ts'
import { DAY_MS } from '../platform/clock.ts'
import { type Tx, transact } from '../platform/database/database.ts'
import { runEach, scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { followOrder } from './board-order.ts'
import { listBucketKeys, mergeBuckets, recountBucket } from './buckets.ts'
import type { Deps } from './deps.ts'
import { deleteSomeAfter, listTop } from './score-store.ts'
import { listOpenSeasons, lockLeaderboard, markPruned, type SeasonOnBoard } from './season-store.ts'

const keptScores = 1_000
const retentionMs = 90 * DAY_MS
/** Small, so a transaction holds its locks for only a few milliseconds. */
const scoresPerStep = 500
/** Counts of leaderboards without scores for so long have been checked. */
const recountedMs = DAY_MS

type MaintenanceDeps = Pick<Deps, 'db' | 'clock' | 'jobs' | 'catalogue'>

export async function scheduleMaintenance(deps: MaintenanceDeps): Promise<void> {
  await scheduleHourly(deps, 'leaderboards.maintain', () => maintainLeaderboards(deps))
}

/**
 * Ranks changed leaderboards anew, checks the counts of their seasons, and keeps the first 1,000 scores of seasons over
 * for 90 days.
 */
async function maintainLeaderboards(deps: MaintenanceDeps): Promise<void> {
  const seasons = await listOpenSeasons(deps.db)
  await runEach(seasons.map((season) => () => maintainSeason(deps, season)))
}

async function maintainSeason(deps: MaintenanceDeps, season: SeasonOnBoard): Promise<void> {
  const now = deps.clock.now()
  const board = deps.catalogue.project(season.project)?.leaderboards.find(({ id }) => id === season.board)
  if (board && season.sortOrder !== board.order)
    await whileLocked(deps, season, (tx, locked) => followOrder(tx, locked, board))
  const endsAt = findEnd(board, season)
  if (endsAt !== null && endsAt + retentionMs <= now) await pruneSeason(deps, season)
  else if (season.changedAt > now - recountedMs) await recountSeason(deps, season)
}

/** The project's file may have moved the end of its own season. */
function findEnd(board: Board | undefined, { period, startsAt, endsAt }: SeasonOnBoard): number | null {
  const own = board?.seasons.find(({ id, from }) => id === period && Date.parse(from) === startsAt)
  return own ? Date.parse(own.to) : endsAt
}

/** One bucket per transaction. Counts are right unless a program other than the hub has changed scores. */
async function recountSeason(deps: MaintenanceDeps, season: SeasonOnBoard): Promise<void> {
  for (const fromKey of await listBucketKeys(deps.db, season.id))
    await whileLocked(deps, season, (tx) => recountBucket(tx, season.id, fromKey))
}

async function pruneSeason(deps: MaintenanceDeps, season: SeasonOnBoard): Promise<void> {
  const last = (await listTop(deps.db, season.id, keptScores)).at(-1)
  while (last && (await whileLocked(deps, season, (tx) => deleteSomeAfter(tx, last, scoresPerStep))) > 0);
  await whileLocked(deps, season, async (tx) => {
    await mergeBuckets(tx, season.id)
    await markPruned(tx, season.id, deps.clock.now())
  })
}

function whileLocked<T>(
  { db }: MaintenanceDeps,
  { project, board, changedAt }: SeasonOnBoard,
  work: (tx: Tx, locked: Awaited<ReturnType<typeof lockLeaderboard>>) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => work(tx, await lockLeaderboard(tx, project, board, changedAt)))
}
