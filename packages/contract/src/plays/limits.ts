import type { Capability } from '../bridge-protocol.ts'

/** Capabilities every hub of this version offers its games. Some games have `breaks`, too. */
export const hubCapabilities = [
  'player',
  'token',
  'signIn',
  'shop',
  'language',
  'pause',
  'support',
  'launch',
  'sound',
  'saves',
  'leaderboards',
  'achievements',
  'offers',
] as const satisfies Capability[]

export const gameCapabilities = [...hubCapabilities, 'breaks'] as const satisfies Capability[]

/** Interval of the page's reports on a play's duration, beside the one on leaving. */
export const playReportMs = 5 * 60 * 1000
/** From this time on a play counts. */
export const countedPlaySeconds = 10
/** The stored text of a game's error. */
export const maxGameErrorLength = 300
/** A game's text about the player's activity. */
export const maxContextLength = 300
