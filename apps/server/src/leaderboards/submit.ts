import type { SubmittedScore } from '@playhub/contract'
import type { Board } from '../catalogue/index.ts'
import { type Batch, createBatch } from '../platform/batch.ts'
import { DAY_MS } from '../platform/clock.ts'
import { type Tx, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { followOrder } from './board-order.ts'
import { addChange, applyChanges, findRank, type KeyChanges } from './buckets.ts'
import type { Deps } from './deps.ts'
import { checkSinceLast } from './limits.ts'
import { findNames, listHidden } from './name-store.ts'
import { getMainPeriod, listSeasons } from './periods.ts'
import { listScores, upsertScores } from './score-store.ts'
import { ensureSeason, findSeasonId, lockLeaderboard } from './season-store.ts'
import type { ScoreRow } from './tables.ts'

/** A score whose value is within the range of its leaderboard. */
export type NewScore = {
  project: string
  board: Board
  playerId: string
  score: number
  extra: string | null
  /** When the play began, for scores from the player's page; null for the game's server. */
  playStartedAt: number | null
}

export type Submissions = {
  /** @throws Refusal SCORE_TOO_SOON, SCORE_NOT_ALLOWED, UNAUTHORIZED, ACCOUNT_BANNED */
  submit(score: NewScore): Promise<SubmittedScore>
  stop(): Promise<void>
}

/** A score's effects, before its ranks are known. */
type Written = Pick<SubmittedScore, 'best' | 'isNewBest' | 'asksForName'> & {
  places: { period: string; seasonId: number; sortKey: number }[]
}
type Pending = { score: NewScore; resolve(written: Written): void; reject(error: unknown): void }

/** Each transaction holds the lock of a leaderboard for only a few milliseconds. */
const scoresPerTransaction = 50

/** Takes scores. Those arriving while others are written become one transaction. */
export function createSubmissions(deps: Deps): Submissions {
  const batch: Batch<Pending> = createBatch({
    intervalMs: 0,
    maxItems: 20_000,
    write: (pending) => writePending(deps, pending),
    log: deps.log,
  })

  const write = (score: NewScore) =>
    new Promise<Written>((resolve, reject) => {
      if (!batch.add({ score, resolve, reject })) return reject(new Refusal('SERVICE_UNAVAILABLE'))
      // Runs at once, or after the running transaction. It rejects nothing: each score has its own outcome.
      void batch.flush()
    })

  return {
    async submit(score) {
      const { places, ...written } = await write(score)
      const rank: Record<string, number> = {}
      for (const { period, seasonId, sortKey } of places)
        rank[period] = await findRank(deps.db, seasonId, sortKey)
      return { ...written, rank }
    },
    stop: batch.stop,
  }
}

async function writePending(deps: Deps, pending: Pending[]): Promise<void> {
  const byBoard = Map.groupBy(pending, ({ score }) => `${score.project} ${score.board.id}`)
  for (const scores of byBoard.values())
    for (let first = 0; first < scores.length; first += scoresPerTransaction)
      await writeSome(deps, scores.slice(first, first + scoresPerTransaction))
}

async function writeSome(deps: Deps, pending: Pending[]): Promise<void> {
  try {
    const outcomes = await transact(deps.db, (tx) =>
      writeScores(
        tx,
        deps,
        pending.map(({ score }) => score),
      ),
    )
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome instanceof Refusal) pending[index]?.reject(outcome)
      else pending[index]?.resolve(outcome)
    }
  } catch (error) {
    for (const { reject } of pending) reject(error)
  }
}

/** Writes scores of one leaderboard. */
async function writeScores(tx: Tx, deps: Deps, scores: NewScore[]): Promise<(Written | Refusal)[]> {
  const [first] = scores
  if (!first) return []
  const { project, board } = first
  const now = deps.clock.now()
  const refused = await lockAccounts(tx, deps, scores)
  const leaderboard = await lockLeaderboard(tx, project, board.id, now)
  await followOrder(tx, leaderboard, board)
  const seasons: { period: string; seasonId: number }[] = []
  for (const season of listSeasons(board, now))
    seasons.push({ period: season.period, seasonId: await ensureSeason(tx, leaderboard.id, season) })
  const pastSeasonIds = await listPastSeasons(tx, leaderboard.id, board, now)
  const playerIds = [...new Set(scores.map(({ playerId }) => playerId))]
  const standing = await readStanding(tx, {
    project,
    board,
    playerIds,
    seasonIds: seasons.map(({ seasonId }) => seasonId),
    pastSeasonIds,
  })
  const outcomes = scores.map((score) => refused.get(score.playerId) ?? standing.add(score, seasons, now))
  await standing.save(tx)
  return outcomes
}

/** All hubs lock in one order, so no two wait for each other. Accounts come before leaderboards, as in an erasure. */
async function lockAccounts(
  tx: Tx,
  { expectAccount }: Pick<Deps, 'expectAccount'>,
  scores: NewScore[],
): Promise<Map<string, Refusal>> {
  const refused = new Map<string, Refusal>()
  for (const playerId of new Set(scores.map(({ playerId }) => playerId).toSorted())) {
    try {
      await expectAccount(tx, playerId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.set(playerId, error)
    }
  }
  return refused
}

/** Seasons still open to a running play's last score. All time has it anyway. */
async function listPastSeasons(tx: Tx, leaderboardId: number, board: Board, now: number): Promise<number[]> {
  if (board.periods.includes('all')) return []
  const ids: (number | undefined)[] = []
  for (const season of listSeasons(board, now - DAY_MS))
    ids.push(await findSeasonId(tx, leaderboardId, season))
  return ids.filter((id) => id !== undefined)
}

type Wanted = {
  project: string
  board: Board
  playerIds: string[]
  seasonIds: number[]
  pastSeasonIds: number[]
}

/** The scores of some players in the running seasons, which new scores change. */
async function readStanding(tx: Tx, { project, board, playerIds, seasonIds, pastSeasonIds }: Wanted) {
  const rows = new Map<string, ScoreRow>()
  const keyFor = (seasonId: number, playerId: string) => `${seasonId} ${playerId}`
  for (const row of await listScores(tx, [...seasonIds, ...pastSeasonIds], playerIds))
    rows.set(keyFor(row.seasonId, row.playerId), row)
  const names = await findNames(tx, playerIds)
  const hidden = await listHidden(tx, { project, board: board.id }, playerIds)
  const isHidden = (playerId: string) => hidden.has(playerId) || names.get(playerId) === 'hidden'
  const changed = new Map<string, ScoreRow>()
  const keyChanges = new Map<number, KeyChanges>(seasonIds.map((id) => [id, new Map()]))

  function setRow(row: ScoreRow): void {
    const key = keyFor(row.seasonId, row.playerId)
    const changes = keyChanges.get(row.seasonId)
    const old = rows.get(key)
    if (row.hiddenAt === null && changes && old?.sortKey !== row.sortKey) {
      if (old) addChange(changes, old.sortKey, -1)
      addChange(changes, row.sortKey, 1)
    }
    rows.set(key, row)
    changed.set(key, row)
  }

  return {
    add(given: NewScore, seasons: { period: string; seasonId: number }[], now: number): Written | Refusal {
      const { playerId } = given
      const known = seasons.map(({ seasonId }) => rows.get(keyFor(seasonId, playerId)))
      const past = pastSeasonIds.map((seasonId) => rows.get(keyFor(seasonId, playerId)))
      try {
        checkLast(given, [...known, ...past], now)
      } catch (error) {
        if (error instanceof Refusal) return error
        throw error
      }
      const updated = seasons.map(({ period, seasonId }, index) => {
        const old = known[index]
        const row = applyScore(given, old, { seasonId, now, hiddenAt: isHidden(playerId) ? now : null })
        setRow(row)
        return {
          period,
          seasonId,
          sortKey: row.sortKey,
          score: row.score,
          isNewBest: !old || row.sortKey < old.sortKey,
        }
      })
      const main = updated.find(({ period }) => period === getMainPeriod(board)) ?? updated[0]
      return {
        best: main?.score ?? given.score,
        isNewBest: main?.isNewBest ?? false,
        asksForName: !names.has(playerId),
        places: updated,
      }
    },
    async save(tx: Tx): Promise<void> {
      await upsertScores(tx, [...changed.values()])
      for (const [seasonId, changes] of keyChanges) await applyChanges(tx, seasonId, changes)
    },
  }
}

function checkLast(
  { board, score, playStartedAt }: NewScore,
  known: (ScoreRow | undefined)[],
  now: number,
): void {
  if (playStartedAt === null) return
  const lastAt = Math.max(
    Number.MIN_SAFE_INTEGER,
    ...known.map((row) => row?.submittedAt ?? Number.MIN_SAFE_INTEGER),
  )
  checkSinceLast(board, { score, playStartedAt, lastAt, now })
}

type Standing = { seasonId: number; now: number; hiddenAt: number | null }

/** Counted values after a new score. */
function applyScore(
  { board, playerId, score, extra, playStartedAt }: NewScore,
  old: ScoreRow | undefined,
  { seasonId, now, hiddenAt }: Standing,
): ScoreRow {
  const total = board.keep === 'sum' ? Math.min((old?.score ?? 0) + score, Number.MAX_SAFE_INTEGER) : score
  // 0 - 0 is 0, where -0 would be another key.
  const sortKey = board.order === 'descending' ? 0 - total : total
  const given = playStartedAt === null ? 'server' : 'client'
  if (old && board.keep === 'best' && sortKey >= old.sortKey) {
    const isVerified = sortKey === old.sortKey && given === 'server'
    return { ...old, submittedAt: now, ...(isVerified && { source: given }) }
  }
  // One score from the page leaves the whole sum unverified.
  const source = board.keep === 'sum' && old?.source === 'client' ? 'client' : given
  const reachedAt = old && old.score === total ? old.reachedAt : now
  return {
    ...{ seasonId, playerId, sortKey, score: total, extra, reachedAt, submittedAt: now, source },
    hiddenAt: old ? old.hiddenAt : hiddenAt,
  }
}
