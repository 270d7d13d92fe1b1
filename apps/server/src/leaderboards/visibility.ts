import type { ScoreName } from '@playhub/contract'
import { type Operation, recordOperation } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import { type Db, type Tx, transact } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { applyChanges } from './buckets.ts'
import type { Deps } from './deps.ts'
import {
  deleteHidden,
  deleteNamesByPlayer,
  deleteReports,
  findNames,
  insertHidden,
  insertReport,
  listHiddenByPlayer,
  upsertName,
} from './name-store.ts'
import { deleteScoresByPlayer, listScoresByPlayer, type PlayerScore, setHiddenAt } from './score-store.ts'
import { lockLeaderboard } from './season-store.ts'
import type { HiddenScoreRow, ScoreReportRow } from './tables.ts'

/** Chooses how a player appears on all leaderboards. */
export async function chooseName(
  { db, clock, expectAccount }: Pick<Deps, 'db' | 'clock' | 'expectAccount'>,
  playerId: string,
  name: ScoreName,
): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    await expectAccount(tx, playerId)
    const old = (await findNames(tx, [playerId])).get(playerId)
    await upsertName(tx, { playerId, name, chosenAt: now })
    if ((old === 'hidden') !== (name === 'hidden')) await updateVisibility(tx, playerId, now)
  })
}

type OnBoard = Pick<HiddenScoreRow, 'project' | 'board' | 'playerId'>
type OperatorDeps = { db: Db; clock: Clock }

/**
 * Takes a player off a leaderboard, in all its seasons. The player still sees the own score.
 * @throws Refusal SCORE_NOT_FOUND when the player has none, or is hidden already
 */
export async function hideScore(
  { db, clock }: OperatorDeps,
  on: OnBoard,
  operation: Operation,
): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    await expectScore(tx, on)
    const row = { ...on, reason: operation.reason ?? '', hiddenAt: now }
    if (!(await insertHidden(tx, row))) throw new Refusal('SCORE_NOT_FOUND')
    await deleteReports(tx, on)
    await updateVisibility(tx, on.playerId, now)
    await recordOperation(tx, operation, { ...toChange(on), action: 'score.hide', at: now })
  })
}

/** Undoes `hideScore`. @throws Refusal SCORE_NOT_FOUND when the player is not hidden */
export async function showScore(
  { db, clock }: OperatorDeps,
  on: OnBoard,
  operation: Operation,
): Promise<void> {
  const now = clock.now()
  await transact(db, async (tx) => {
    const hidden = await deleteHidden(tx, on)
    if (!hidden) throw new Refusal('SCORE_NOT_FOUND')
    await updateVisibility(tx, on.playerId, now)
    const before = { hiddenAt: hidden.hiddenAt }
    await recordOperation(tx, operation, { ...toChange(on), action: 'score.show', before, at: now })
  })
}

/**
 * Drops the reports of a name that may stay.
 * @throws Refusal SCORE_NOT_FOUND without a report
 */
export async function keepName(
  { db, clock }: OperatorDeps,
  on: OnBoard,
  operation: Operation,
): Promise<void> {
  await transact(db, async (tx) => {
    const reports = await deleteReports(tx, on)
    if (reports === 0) throw new Refusal('SCORE_NOT_FOUND')
    const change = { ...toChange(on), action: 'score.keep-name', before: { reports } }
    await recordOperation(tx, operation, { ...change, at: clock.now() })
  })
}

const toChange = ({ project, board, playerId }: OnBoard) => ({
  subject: `${project} ${board}`,
  project,
  playerId,
})

async function expectScore(tx: Tx, { project, board, playerId }: OnBoard): Promise<void> {
  const scores = await listScoresByPlayer(tx, playerId)
  if (!scores.some((score) => score.project === project && score.board === board))
    throw new Refusal('SCORE_NOT_FOUND')
}

/** Reports the name of a player to the operators. @throws Refusal SCORE_NOT_FOUND when the player has no score any more */
export async function reportName(
  { db, expectAccount }: Pick<Deps, 'db' | 'expectAccount'>,
  report: ScoreReportRow,
): Promise<void> {
  await transact(db, async (tx) => {
    await expectAccount(tx, report.reporterId)
    await expectScore(tx, report)
    await insertReport(tx, report)
  })
}

/** Shows or hides a player's scores as the player and the operators want it. */
async function updateVisibility(tx: Tx, playerId: string, now: number): Promise<void> {
  const isNameHidden = (await findNames(tx, [playerId])).get(playerId) === 'hidden'
  const hiddenBoards = (await listHiddenByPlayer(tx, playerId)).map(toBoardKey)
  for (const score of await lockScores(tx, playerId, now)) {
    const isHidden = isNameHidden || hiddenBoards.includes(toBoardKey(score))
    if (isHidden === (score.hiddenAt !== null)) continue
    await setHiddenAt(tx, score, isHidden ? now : null)
    await applyChanges(tx, score.seasonId, new Map([[score.sortKey, isHidden ? -1 : 1]]))
  }
}

/** Deletes what leaderboards know about a player. */
export async function eraseScores(tx: Db, playerId: string, now: number): Promise<void> {
  for (const { seasonId, sortKey, hiddenAt } of await lockScores(tx as Tx, playerId, now))
    if (hiddenAt === null) await applyChanges(tx, seasonId, new Map([[sortKey, -1]]))
  await deleteScoresByPlayer(tx, playerId)
  await deleteNamesByPlayer(tx, playerId)
}

/** Locks a player's leaderboards in the order of their ids, and reads the scores after that. */
async function lockScores(tx: Tx, playerId: string, now: number): Promise<PlayerScore[]> {
  const boards = new Map(
    (await listScoresByPlayer(tx, playerId)).map((score) => [score.leaderboardId, score]),
  )
  for (const { project, board } of boards.values()) await lockLeaderboard(tx, project, board, now)
  return listScoresByPlayer(tx, playerId)
}

const toBoardKey = ({ project, board }: { project: string; board: string }) => `${project} ${board}`
