/** Calls of a game about scores and achievements; part of `bridge-protocol.ts`. Types and sentences only. */

export interface ScoreEntry {
  /** Ties share a rank: 1, 2, 2, 4. */
  rank: number
  /** The player's public name. Show it as text. */
  name: string
  isMe: boolean
  score: number
  /** In the player's language. */
  formatted: string
  /** The game's extra data for the score. Show it as text. */
  extra: string | null
  /** `server`: verified by the game's server. */
  source: 'client' | 'server'
  /** Milliseconds since 1970. */
  reachedAt: number
}

export interface SubmittedScore {
  /** `queued`: the hub's page sends it after the login of a guest, or when there is a connection. An older hub leaves it out. */
  state?: 'submitted' | 'queued'
  /** The player's entry on the leaderboard. */
  best: number
  isNewBest: boolean
  /** By period. Null while the score is queued. */
  rank: Record<string, number> | null
}

export interface Achievement {
  id: string
  /** Empty while the achievement is hidden. */
  title: string
  description: string
  iconUrl: string | null
  points: number
  steps: number
  progress: number
  isUnlocked: boolean
}

export interface ScoreOptions {
  /** A text of at most 200 characters about this score, such as the level. Everyone can read it. */
  extra?: string | undefined
}

export interface BoardView {
  /** `daily`, `weekly`, `all`, or the id of a season. Default: `all` where the leaderboard has it. */
  period?: string | undefined
  /** At most 100 for the top, and 25 around the player. Default: 10. */
  limit?: number | undefined
}

export interface ScoreCalls {
  /** Without `board`: the first of the project. */
  'scores.submit': { params: { board?: string; score: number } & ScoreOptions; result: SubmittedScore }
  'scores.top': { params: { board: string } & BoardView; result: ScoreEntry[] }
  'scores.around': { params: { board: string } & BoardView; result: ScoreEntry[] }
  /** Without `progress`: all steps. */
  'achievements.progress': { params: { id: string; progress?: number }; result: Achievement }
  'achievements.list': { params: undefined; result: Achievement[] }
}

/** Only the hub's page sends these errors, so the SDK does not contain their sentences. */
export const scoreErrors = {
  BOARD_NOT_FOUND: 'The project of this game declares no such leaderboard or period.',
  SCORE_NOT_ALLOWED: 'The limits in the file of the project do not allow this.',
  SCORE_TOO_SOON: 'The last score of the player was a moment ago.',
  ACHIEVEMENT_NOT_FOUND: 'The project of this game declares no such achievement.',
} as const
