import { DAY_MS } from '../platform/clock.ts'
import { type Tx, transact } from '../platform/database/database.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { listBucketKeys, mergeBuckets, recountBucket } from './buckets.ts'
import type { Deps } from './deps.ts'
import { deleteSomeAfter, listTop } from './score-store.ts'
import { listOpenSeasons, lockLeaderboard, markPruned, type SeasonOnBoard } from './season-store.ts'

const keptScores = 1_000
const retentionMs = 90 * DAY_MS
/** Small, so that a transaction holds its locks for only a few milliseconds. */
const scoresPerStep = 500
/** Counts of leaderboards without scores for so long have been checked. */
const recountedMs = DAY_MS

type MaintenanceDeps = Pick<Deps, 'db' | 'clock' | 'jobs'>

export async function scheduleMaintenance(deps: MaintenanceDeps): Promise<void> {
  await scheduleHourly(deps, 'leaderboards.maintain', () => maintainLeaderboards(deps))
}

/** Checks the counts of seasons that change, and leaves the first 1,000 scores of those that ended 90 days ago. */
async function maintainLeaderboards(deps: MaintenanceDeps): Promise<void> {
  const now = deps.clock.now()
  for (const season of await listOpenSeasons(deps.db)) {
    if (season.endsAt !== null && season.endsAt + retentionMs <= now) await pruneSeason(deps, season)
    else if (season.changedAt > now - recountedMs) await recountSeason(deps, season)
  }
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
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    await lockLeaderboard(tx, project, board, changedAt)
    return work(tx)
  })
}
