import { createRng, shuffled } from '../../kit/rng.ts'
import { coinsFor, countFamiliesByLevel, type Level, nextLevel, TOP } from './buildings.ts'

/** Side of the square town, in plots. A plot is an index, row by row. */
export const SIDE = 5
export const PLOTS = Array.from({ length: SIDE * SIDE }, (_, plot) => plot)

/** Building level on each plot; 0 for a free plot. */
export type Town = readonly (Level | 0)[]

/** Equal neighbours merged into one building a level higher. */
export interface Merge {
  readonly at: number
  /** Every merged plot, `at` first. */
  readonly from: readonly number[]
  readonly level: Level
  readonly coins: number
}

/** The town after an action, and the merges on the way, in order. */
export interface Turn {
  readonly town: Town
  readonly merges: readonly Merge[]
}

const MIN_TO_MERGE = 3
const INITIAL_PIECES: readonly Level[] = [1, 1, 1, 1, 1, 2, 2]

export const getRow = (plot: number): number => Math.floor(plot / SIDE)
export const getColumn = (plot: number): number => plot % SIDE
export const isFull = (town: Town): boolean => !town.includes(0)
export const countFamilies = (town: Town): number =>
  town.reduce<number>((sum, level) => sum + (level === 0 ? 0 : countFamiliesByLevel(level)), 0)

export function listNeighbours(plot: number): number[] {
  const [row, column] = [getRow(plot), getColumn(plot)]
  return [
    ...(row > 0 ? [plot - SIDE] : []),
    ...(column > 0 ? [plot - 1] : []),
    ...(column < SIDE - 1 ? [plot + 1] : []),
    ...(row < SIDE - 1 ? [plot + SIDE] : []),
  ]
}

/** Connected plots at the same level, this plot first. */
export function groupAt(town: Town, plot: number): number[] {
  const group = [plot]
  for (const member of group) {
    const fresh = listNeighbours(member).filter((next) => town[next] === town[plot] && !group.includes(next))
    group.push(...fresh)
  }
  return group
}

/** Places a piece; null when the plot is taken. */
export const put = (town: Town, plot: number, level: Level): Turn | null =>
  town[plot] === 0 ? mergeAll(withPlot(town, plot, level), plot) : null

/** Merges the group at this plot, repeatedly while the result forms a group again. */
function mergeAll(town: Town, plot: number): Turn {
  const merge = mergeAt(town, plot)
  if (!merge) return { town, merges: [] }
  const cleared = merge.from.reduce((result, from) => withPlot(result, from, 0), town)
  const rest = mergeAll(withPlot(cleared, plot, merge.level), plot)
  return { town: rest.town, merges: [merge, ...rest.merges] }
}

function mergeAt(town: Town, plot: number): Merge | null {
  const level = town[plot]
  if (!level || level === TOP) return null
  const from = groupAt(town, plot)
  if (from.length < MIN_TO_MERGE) return null
  const built = nextLevel(level)
  return { at: plot, from, level: built, coins: coinsFor(built, from.length) }
}

export const withPlot = (town: Town, plot: number, level: Level | 0): Town =>
  town.map((old, place) => (place === plot ? level : old))

/** Moves a building; null when there is none or the target is taken. */
export function move(town: Town, from: number, to: number): Turn | null {
  const level = town[from]
  return level ? put(withPlot(town, from, 0), to, level) : null
}

/** Removes a building; null when the plot is free. */
export const clear = (town: Town, plot: number): Turn | null =>
  town[plot] ? { town: withPlot(town, plot, 0), merges: [] } : null

/** Raises a building by one level; null when there is none or it has the highest level. */
export function raise(town: Town, plot: number): Turn | null {
  const level = town[plot]
  return level && level !== TOP ? mergeAll(withPlot(town, plot, nextLevel(level)), plot) : null
}

/** A town with a few pieces and no merge. */
export function newTown(seed: number): Town {
  const empty: Town = PLOTS.map(() => 0)
  const scattered = shuffled(createRng(seed), PLOTS)
  let town = empty
  for (const level of INITIAL_PIECES) {
    const place = scattered.find((plot) => put(town, plot, level)?.merges.length === 0)
    if (place !== undefined) town = withPlot(town, place, level)
  }
  return town
}
