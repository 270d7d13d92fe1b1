import type { Board, Project } from '../catalogue/index.ts'
import { MINUTE_MS, SECOND_MS, secondsUntil } from '../platform/clock.ts'
import { Refusal } from '../platform/refusal.ts'

/** A leaderboard by its id or one of its aliases. @throws Refusal BOARD_NOT_FOUND */
export function expectBoard(project: Project | undefined, id: string): Board {
  const board = project?.leaderboards.find((one) => one.id === id || one.aliases.includes(id))
  if (!board) throw new Refusal('BOARD_NOT_FOUND')
  return board
}

/** Limits for everyone. @throws Refusal SCORE_NOT_ALLOWED */
export function checkRange({ min, max }: Board, score: number): void {
  if (score < min) refuse('min', min)
  if (score > max) refuse('max', max)
}

/** Limits for a player's page before what the player has submitted is known. @throws Refusal SCORE_NOT_ALLOWED */
export function checkPlay(board: Board, { score, playMs }: { score: number; playMs: number }): void {
  const { submit, minPlaySeconds, keep } = board
  if (submit === 'server') refuse('submit', submit)
  if (playMs < minPlaySeconds * SECOND_MS) refuse('minPlaySeconds', minPlaySeconds)
  if (keep !== 'sum') checkPace(board, score, playMs)
}

/**
 * Limits for a player's page since the player's last score. A sum may only grow as fast as time passes, however many plays
 * are open.
 * @throws Refusal SCORE_TOO_SOON, SCORE_NOT_ALLOWED
 */
export function checkSinceLast(
  board: Board,
  {
    score,
    playStartedAt,
    lastAt,
    now,
  }: { score: number; playStartedAt: number; lastAt: number; now: number },
): void {
  const nextAt = lastAt + board.cooldownSeconds * SECOND_MS
  if (now < nextAt) throw new Refusal('SCORE_TOO_SOON', { retryInSeconds: secondsUntil(nextAt, now) })
  if (board.keep === 'sum') checkPace(board, score, now - Math.max(playStartedAt, lastAt))
}

function checkPace({ maxPerMinute }: Board, score: number, elapsedMs: number): void {
  if (maxPerMinute !== undefined && score > (maxPerMinute * elapsedMs) / MINUTE_MS)
    refuse('maxPerMinute', maxPerMinute)
}

function refuse(rule: string, limit: number | string): never {
  throw new Refusal('SCORE_NOT_ALLOWED', { rule, limit })
}
