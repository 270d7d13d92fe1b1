import type { PlayState } from '../insights/index.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    playSessions: PlaySessionRow
    playDays: PlayDayRow
    buildStarts: BuildStartRow
    gameErrors: GameErrorRow
  }
}

/** One opening of a game, for at most two days. It tells nothing about who plays. */
export type PlaySessionRow = {
  id: string
  project: string
  /** Null for a game at an address of its own. */
  buildNumber: number | null
  /** A day in UTC, such as `2026-11-26`. */
  day: string
  startedAt: number
  activeSeconds: number
  isSignedIn: 0 | 1
  /** The last report's, so that one that comes twice counts once. */
  part: number
  /** Events of the game so far. */
  events: number
} & PlayState

export type PlayDayRow = {
  project: string
  day: string
  plays: number
  signedInPlays: number
  seconds: number
}

/** `samples` is JSON: the bytes of the last 20 starts. */
export type BuildStartRow = { project: string; buildNumber: number; samples: string }

export type GameErrorRow = {
  project: string
  /** 0 for a game at an address of its own. */
  buildNumber: number
  /** Identifies the message. */
  hash: string
  message: string
  count: number
  firstAt: number
  lastAt: number
}
