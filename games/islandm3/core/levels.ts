import type { Board } from './board.ts'
import { dealPieces } from './moves.ts'
import { KINDS, type Kind, type PieceSource } from './pieces.ts'

/** The counted things of a goal: one kind's pieces, or sand cells. */
export type Wanted = Kind | 'sand'

export interface Goal {
  readonly wanted: Wanted
  readonly count: number
}

export interface Level {
  readonly number: number
  readonly moves: number
  readonly kinds: readonly Kind[]
  readonly goals: readonly Goal[]
  readonly sand: SandPattern
  /** Scores for the second and third star. Winning earns the first. */
  readonly starScores: readonly [number, number]
}

type SandPattern = 'none' | 'middle' | 'ring' | 'stripes' | 'corners' | 'checks'

const SAND: Record<SandPattern, (across: number, down: number) => boolean> = {
  none: () => false,
  middle: (across, down) => across < 0.5 && down < 0.5,
  ring: (across, down) => Math.max(across, down) > 0.4 && Math.max(across, down) < 0.75,
  stripes: (across) => across > 0.3 && across < 0.65,
  corners: (across, down) => across > 0.3 && across < 0.8 && down > 0.3 && down < 0.8,
  checks: (across, down) => Math.max(across, down) < 0.9 && across < 0.5 === down < 0.5,
}

const FIVE_KINDS = KINDS.slice(0, 5)

/** A sand goal's count is ignored: it is always all the sand. */
type Plan = [moves: number, goals: Partial<Record<Wanted, number>>, sand?: SandPattern]

const PLANS: readonly Plan[] = [
  [16, { shell: 18 }],
  [18, { starfish: 18, leaf: 12 }],
  [18, { coconut: 20, pearl: 16 }],
  [18, { sand: 0, shell: 14 }, 'middle'],
  [20, { shell: 22, starfish: 22 }],
  [24, { flower: 18, leaf: 16 }],
  [22, { sand: 0, pearl: 14 }, 'stripes'],
  [24, { coconut: 22, flower: 18 }],
  [24, { sand: 0 }, 'corners'],
  [26, { shell: 20, pearl: 20, leaf: 20 }],
  [26, { sand: 0, flower: 18 }, 'stripes'],
  [26, { starfish: 24, coconut: 20 }],
  [26, { sand: 0, shell: 18 }, 'ring'],
  [26, { leaf: 24, flower: 22 }],
  [26, { pearl: 22, coconut: 20, shell: 18 }],
  [30, { sand: 0 }, 'checks'],
  [26, { starfish: 26, pearl: 18 }],
  [28, { sand: 0, leaf: 20, flower: 18 }, 'ring'],
  [28, { shell: 22, coconut: 22, starfish: 22 }],
  [32, { sand: 0, pearl: 20 }, 'checks'],
]

/** Hand-designed levels; later levels are generated from their number. */
export const DESIGNED_LEVELS = PLANS.length

const LATE_PATTERNS: readonly SandPattern[] = ['none', 'ring', 'none', 'stripes', 'checks', 'none', 'corners']

/** @param number  From 1. */
export function levelNumber(number: number, columns: number, rows = 8): Level {
  const [moves, wanted, sand = 'none'] = PLANS[number - 1] ?? planBeyond(number)
  const sandCount = sandFor(sand, columns, rows).filter(Boolean).length
  const goals = Object.entries(wanted).map(
    ([name, count]): Goal => ({ wanted: name as Wanted, count: name === 'sand' ? sandCount : count }),
  )
  const kinds = number <= 5 ? FIVE_KINDS : KINDS
  return { number, moves, kinds, goals, sand, starScores: starScoresFor(moves, kinds.length) }
}

function planBeyond(number: number): Plan {
  const sand = LATE_PATTERNS[number % LATE_PATTERNS.length] ?? 'none'
  const first = KINDS[number % KINDS.length] as Kind
  const second = KINDS[(number + 2) % KINDS.length] as Kind
  const demand = Math.min(18 + Math.floor((number - DESIGNED_LEVELS) / 5), 24)
  return sand === 'none'
    ? [25, { [first]: demand + 4, [second]: demand }]
    : [30, { sand: 0, [first]: demand }, sand]
}

/** Patterns use the distance from the middle (0 to 1), so they fit any board width. */
function sandFor(pattern: SandPattern, columns: number, rows: number): boolean[] {
  const offset = (index: number, size: number) => Math.abs((2 * index - (size - 1)) / (size - 1))
  return Array.from({ length: columns * rows }, (_, cell) =>
    SAND[pattern](offset(cell % columns, columns), offset(Math.floor(cell / columns), rows)),
  )
}

/** Fewer kinds make longer chains, so such levels need higher scores. */
const starScoresFor = (moves: number, kindCount: number): [number, number] =>
  kindCount < KINDS.length ? [moves * 140, moves * 200] : [moves * 110, moves * 150]

export function createBoard(level: Level, columns: number, rows: number, source: PieceSource): Board {
  return dealPieces({ columns, rows, pieces: [], sand: sandFor(level.sand, columns, rows) }, source)
}
