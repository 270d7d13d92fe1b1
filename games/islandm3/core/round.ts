import { createRng } from '../../kit/rng.ts'
import type { Board } from './board.ts'
import type { Wave } from './cascade.ts'
import { type Goal, type Level, layOut, levelNumber, type Wanted } from './levels.ts'
import { createSupply, type Supply } from './pieces.ts'

/** One try at a level. Plain values only, so that it can be put away and taken up again. */
export interface Round {
  readonly level: Level
  readonly board: Board
  readonly movesLeft: number
  readonly score: number
  readonly collected: Readonly<Partial<Record<Wanted, number>>>
  /** Where chance stands: the supply goes on from here. */
  readonly chance: { readonly state: number; readonly nextId: number }
}

export type Outcome = 'playing' | 'won' | 'lost'

const chanceOf = (supply: Supply): Round['chance'] => ({ state: supply.rng.state(), nextId: supply.nextId() })

export const supplyOf = (round: Round): Supply =>
  createSupply(createRng(round.chance.state), round.level.kinds, round.chance.nextId)

export function startRound(levelNo: number, seed: number, columns = 8, rows = 8): Round {
  const level = levelNumber(levelNo, columns, rows)
  const supply = createSupply(createRng(seed), level.kinds)
  const board = layOut(level, columns, rows, supply)
  return { level, board, movesLeft: level.moves, score: 0, collected: {}, chance: chanceOf(supply) }
}

function collect(collected: Round['collected'], wave: Wave): Round['collected'] {
  const sum = { ...collected }
  const add = (wanted: Wanted, count: number) => {
    sum[wanted] = (sum[wanted] ?? 0) + count
  }
  for (const { piece } of wave.cleared) if (piece.kind) add(piece.kind, 1)
  if (wave.dug.length > 0) add('sand', wave.dug.length)
  return sum
}

/** The round after one wave has landed. */
export function afterWave(round: Round, wave: Wave, supply: Supply): Round {
  return {
    ...round,
    board: wave.board,
    score: round.score + wave.points,
    collected: collect(round.collected, wave),
    chance: chanceOf(supply),
  }
}

export const afterMove = (round: Round): Round => ({ ...round, movesLeft: round.movesLeft - 1 })

export const withBoard = (round: Round, board: Board, supply: Supply): Round => ({
  ...round,
  board,
  chance: chanceOf(supply),
})

export const withMoreMoves = (round: Round, moves: number): Round => ({
  ...round,
  movesLeft: round.movesLeft + moves,
})

const POINTS_PER_SAVED_MOVE = 50

/** A won round is worth more for every move it did not need. */
export const withSavedMoves = (round: Round): Round => ({
  ...round,
  score: round.score + round.movesLeft * POINTS_PER_SAVED_MOVE,
})

export const stillWanted = (round: Round, goal: Goal): number =>
  Math.max(0, goal.count - (round.collected[goal.wanted] ?? 0))

export function outcomeOf(round: Round): Outcome {
  if (round.level.goals.every((goal) => stillWanted(round, goal) === 0)) return 'won'
  return round.movesLeft > 0 ? 'playing' : 'lost'
}

export function starsOf(round: Round): 1 | 2 | 3 {
  const [two, three] = round.level.starScores
  if (round.score >= three) return 3
  return round.score >= two ? 2 : 1
}

/** How much a wave brings this round: wanted pieces first, then everything else, and specials for later. */
export function worthTo(round: Round): (wave: Wave) => number {
  const open = new Set(
    round.level.goals.filter((goal) => stillWanted(round, goal) > 0).map((goal) => goal.wanted),
  )
  return (wave) => {
    const wanted = wave.cleared.filter(({ piece }) => piece.kind && open.has(piece.kind)).length
    const dug = open.has('sand') ? wave.dug.length : 0
    return 4 * wanted + 5 * dug + wave.cleared.length + 6 * wave.forged.length
  }
}
