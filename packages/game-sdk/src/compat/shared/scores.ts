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

/** The part of the hub that the SDKs use. */
export interface Scores {
  /** Without a board: to the first one. */
  submit(board: string | undefined, score: number, options?: { extra?: string }): Promise<unknown>
  /** Without a period: all time, or the first one of a leaderboard that has no such period. */
  top(board: string, options: { limit: number }): Promise<ScoreEntry[]>
  around(board: string, options: { limit: number }): Promise<ScoreEntry[]>
}

/** @throws `{ code }` when the hub has no leaderboards */
export async function requireScores({ opened }: Portal): Promise<Scores> {
  const hub = (await opened) as { scores?: Scores } | null
  if (hub?.scores) return hub.scores
  throw new PlayhubError('NOT_AVAILABLE')
}
