import type { Rng } from '../../kit/rng.ts'

/** Log pile to castle. Three same-level neighbours merge into one a level higher. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7] as const
export type Level = (typeof LEVELS)[number]
export const TOP: Level = 7

/** Families in a building. A building has more than the three it was merged from. */
const FAMILIES: Record<Level, number> = { 1: 0, 2: 1, 3: 4, 4: 14, 5: 46, 6: 150, 7: 480 }
/** Reward for a merge into this level, in coins. */
const COINS: Record<Level, number> = { 1: 0, 2: 4, 3: 12, 4: 36, 5: 100, 6: 300, 7: 900 }

export const countFamiliesByLevel = (level: Level): number => FAMILIES[level]

/** Coins for a merge into this level: 50 % more for each piece beyond three. */
export const coinsFor = (level: Level, pieces: number): number =>
  Math.round(COINS[level] * (1 + Math.max(0, pieces - 3) / 2))

export const nextLevel = (level: Level): Level => Math.min(TOP, level + 1) as Level

/** Draws the next piece's level. */
export function drawLevel(rng: Rng): Level {
  const chance = rng.next()
  if (chance < 0.7) return 1
  if (chance < 0.91) return 2
  return chance < 0.985 ? 3 : 4
}
