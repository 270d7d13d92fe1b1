import type { ScoreName } from '@playhub/contract'

declare module '../platform/database/database.ts' {
  interface Tables {
    leaderboards: LeaderboardRow
    leaderboardSeasons: SeasonRow
    leaderboardScores: ScoreRow
    leaderboardBuckets: BucketRow
    scoreNames: ScoreNameRow
    hiddenScores: HiddenScoreRow
    scoreReports: ScoreReportRow
    playerAchievements: PlayerAchievementRow
  }
}

/** Updating this row locks the leaderboard until the transaction ends. */
export type LeaderboardRow = {
  id: number
  project: string
  board: string
  changedAt: number
  /** The meaning of its sort keys; the project's file may say something else by now. */
  sortOrder: 'descending' | 'ascending' | null
}

export type SeasonRow = {
  id: number
  leaderboardId: number
  /** `daily`, `weekly`, `all`, or the id of a season in the project's file. */
  period: string
  startsAt: number
  /** Null for all time. */
  endsAt: number | null
  /** When all but the first scores were deleted. */
  prunedAt: number | null
}

/** A player's counted score in one season. */
export type ScoreRow = {
  seasonId: number
  playerId: string
  /** The score, negative where more is better: the best first is always ascending. */
  sortKey: number
  score: number
  extra: string | null
  reachedAt: number
  /** The last submission, whether it counted or not. */
  submittedAt: number
  source: 'client' | 'server'
  /** Null while others see it. */
  hiddenAt: number | null
}

/** Count of visible scores with a sort key from `fromKey` up to the next bucket's. */
export type BucketRow = { seasonId: number; fromKey: number; players: number }

export type ScoreNameRow = { playerId: string; name: ScoreName; chosenAt: number }

/** An operator has taken the player off a leaderboard, in all its seasons. */
export type HiddenScoreRow = {
  project: string
  board: string
  playerId: string
  reason: string
  hiddenAt: number
}

/** A player has reported the name of another one. */
export type ScoreReportRow = {
  project: string
  board: string
  playerId: string
  reporterId: string
  reportedAt: number
}

export type PlayerAchievementRow = {
  playerId: string
  project: string
  achievement: string
  progress: number
  unlockedAt: number | null
  source: 'client' | 'server'
}
