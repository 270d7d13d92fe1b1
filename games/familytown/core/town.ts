import { createRng, shuffled } from '../../kit/rng.ts'
import { familiesIn, type Level, nextLevel, TOP, worthOf } from './buildings.ts'

/** The town is a square of plots, row by row. */
export const SIDE = 5
export const PLOTS = Array.from({ length: SIDE * SIDE }, (_, plot) => plot)

/** What stands on each plot; 0 is a free one. */
export type Town = readonly (Level | 0)[]

/** Equal neighbours that became one building of the next level. */
export interface Merge {
  readonly at: number
  /** Every plot that took part, `at` first. */
  readonly from: readonly number[]
  readonly level: Level
  readonly coins: number
}

/** What one act of the player leads to. */
export interface Turn {
  readonly town: Town
  readonly merges: readonly Merge[]
}

const FEWEST_TO_MERGE = 3
const STARTING_PIECES: readonly Level[] = [1, 1, 1, 1, 1, 2, 2]

export const rowOf = (plot: number): number => Math.floor(plot / SIDE)
export const columnOf = (plot: number): number => plot % SIDE
export const isFull = (town: Town): boolean => !town.includes(0)
export const familiesOf = (town: Town): number =>
  town.reduce<number>((sum, level) => sum + (level === 0 ? 0 : familiesIn(level)), 0)

export function neighboursOf(plot: number): number[] {
  const [row, column] = [rowOf(plot), columnOf(plot)]
  return [
    ...(row > 0 ? [plot - SIDE] : []),
    ...(column > 0 ? [plot - 1] : []),
    ...(column < SIDE - 1 ? [plot + 1] : []),
    ...(row < SIDE - 1 ? [plot + SIDE] : []),
  ]
}

/** Everything of one level that hangs together with this plot, the plot first. */
export function groupAt(town: Town, plot: number): number[] {
  const group = [plot]
  for (const member of group) {
    const fresh = neighboursOf(member).filter((next) => town[next] === town[plot] && !group.includes(next))
    group.push(...fresh)
  }
  return group
}

function mergeAt(town: Town, plot: number): Merge | null {
  const level = town[plot]
  if (!level || level === TOP) return null
  const from = groupAt(town, plot)
  if (from.length < FEWEST_TO_MERGE) return null
  const built = nextLevel(level)
  return { at: plot, from, level: built, coins: worthOf(built, from.length) }
}

const withPlot = (town: Town, plot: number, level: Level | 0): Town => town.with(plot, level)

/** Merges what meets at this plot, and again, as long as something new meets. */
function settle(town: Town, plot: number): Turn {
  const merge = mergeAt(town, plot)
  if (!merge) return { town, merges: [] }
  const cleared = merge.from.reduce((so, from) => withPlot(so, from, 0), town)
  const rest = settle(withPlot(cleared, plot, merge.level), plot)
  return { town: rest.town, merges: [merge, ...rest.merges] }
}

/** Puts a piece on a free plot; null when it is taken. */
export const put = (town: Town, plot: number, level: Level): Turn | null =>
  town[plot] === 0 ? settle(withPlot(town, plot, level), plot) : null

/** Lifts a building onto a free plot; null when there is nothing to lift or no room. */
export function move(town: Town, from: number, to: number): Turn | null {
  const level = town[from]
  return level ? put(withPlot(town, from, 0), to, level) : null
}

/** Takes a building away; null when the plot is free already. */
export const clear = (town: Town, plot: number): Turn | null =>
  town[plot] ? { town: withPlot(town, plot, 0), merges: [] } : null

/** The crew makes a building one level better; null when there is none or nothing is better. */
export function raise(town: Town, plot: number): Turn | null {
  const level = town[plot]
  return level && level !== TOP ? settle(withPlot(town, plot, nextLevel(level)), plot) : null
}

/** A fresh meadow with a few things lying about, none of them merging by itself. */
export function newTown(seed: number): Town {
  const empty: Town = PLOTS.map(() => 0)
  const scattered = shuffled(createRng(seed), PLOTS)
  let town = empty
  for (const level of STARTING_PIECES) {
    const place = scattered.find((plot) => put(town, plot, level)?.merges.length === 0)
    if (place !== undefined) town = withPlot(town, place, level)
  }
  return town
}
