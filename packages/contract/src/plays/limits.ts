import type { Capability } from '../bridge-protocol.ts'

/** What every hub of this version offers its games. Some games have `breaks`, too. */
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
] as const satisfies Capability[]

export const gameCapabilities = [...hubCapabilities, 'breaks'] as const satisfies Capability[]

/** How often the page tells how long a play has lasted, beside when it is left. */
export const playReportMs = 5 * 60 * 1000
/** From this time on a play counts. */
export const countedPlaySeconds = 10
/** The text that is kept of a game's error. */
export const maxGameErrorLength = 300
/** The text that a game may give about what the player is doing. */
export const maxContextLength = 300
