import type { Rng } from '../../kit/rng.ts'

/** From a pile of logs to a castle: three neighbours of one level become one of the next. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7] as const
export type Level = (typeof LEVELS)[number]
export const TOP: Level = 7

/** How many families live in a building. One building always houses more than the three it was built from. */
const FAMILIES: Record<Level, number> = { 1: 0, 2: 1, 3: 4, 4: 14, 5: 46, 6: 150, 7: 480 }
/** What the town pays for building it, in coins. */
const WORTH: Record<Level, number> = { 1: 0, 2: 4, 3: 12, 4: 36, 5: 100, 6: 300, 7: 900 }

export const familiesIn = (level: Level): number => FAMILIES[level]

/** Coins for a merge: half as much again for every piece beyond three. */
export const worthOf = (level: Level, pieces: number): number =>
  Math.round(WORTH[level] * (1 + Math.max(0, pieces - 3) / 2))

export const nextLevel = (level: Level): Level => Math.min(TOP, level + 1) as Level

/** What the cart brings; logs most of the time. */
export function deliverFrom(rng: Rng): Level {
  const chance = rng.next()
  if (chance < 0.7) return 1
  if (chance < 0.91) return 2
  return chance < 0.985 ? 3 : 4
}
