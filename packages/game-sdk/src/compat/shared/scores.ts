import type { BridgeErrorCode } from '@playhub/contract/bridge-protocol'
import { PlayhubError } from '../../transport.ts'
import type { Portal } from './portal.ts'

export interface ScoreEntry {
  rank: number
  name: string
  isMe: boolean
  score: number
  formatted: string
  extra?: string | null
}

/** The part of the hub used by the SDKs. */
export interface Scores {
  /** Without a board: to the first one. */
  submit(board: string | undefined, score: number, options?: { extra?: string }): Promise<unknown>
  /** Without a period: all time, or the first one of a leaderboard lacking it. */
  top(board: string, options: { limit: number }): Promise<ScoreEntry[]>
  around(board: string, options: { limit: number }): Promise<ScoreEntry[]>
}

/** @throws `{ code }` of Yandex for a player without a score; Playgama's SDK passes it on */
export async function findOwnEntry(scores: Scores, board: string): Promise<ScoreEntry> {
  const entries = await scores.around(board, { limit: 1 })
  const own = entries.find(({ isMe }) => isMe)
  if (!own) throw new PlayhubError('LEADERBOARD_PLAYER_NOT_PRESENT' as BridgeErrorCode)
  return own
}

/** @throws `{ code }` when the hub has no leaderboards */
export async function requireScores({ opened }: Portal): Promise<Scores> {
  const hub = (await opened) as { scores?: Scores } | null
  if (hub?.scores) return hub.scores
  throw new PlayhubError('NOT_AVAILABLE')
}
