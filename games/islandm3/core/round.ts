import { createRng } from '../../kit/rng.ts'
import type { Board } from './board.ts'
import type { Wave } from './cascade.ts'
import { createBoard, type Goal, type Level, levelNumber, type Wanted } from './levels.ts'
import { createPieceSource, type PieceSource } from './pieces.ts'

/** One attempt at a level. Plain JSON values, because it is stored in the save. */
export interface Round {
  readonly level: Level
  readonly board: Board
  readonly movesLeft: number
  readonly score: number
  readonly collected: Readonly<Partial<Record<Wanted, number>>>
  /** Piece source state. */
  readonly chance: { readonly state: number; readonly nextId: number }
}

export type Outcome = 'playing' | 'won' | 'lost'

const POINTS_PER_SAVED_MOVE = 50

export const toPieceSource = (round: Round): PieceSource =>
  createPieceSource(createRng(round.chance.state), round.level.kinds, round.chance.nextId)

export function startRound(levelNo: number, seed: number, columns = 8, rows = 8): Round {
  const level = levelNumber(levelNo, columns, rows)
  const source = createPieceSource(createRng(seed), level.kinds)
  const board = createBoard(level, columns, rows, source)
  return { level, board, movesLeft: level.moves, score: 0, collected: {}, chance: toChance(source) }
}

const toChance = (source: PieceSource): Round['chance'] => ({
  state: source.rng.state(),
  nextId: source.nextId(),
})

export function afterWave(round: Round, wave: Wave, source: PieceSource): Round {
  return {
    ...round,
    board: wave.board,
    score: round.score + wave.points,
    collected: collect(round.collected, wave),
    chance: toChance(source),
  }
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

export const afterMove = (round: Round): Round => ({ ...round, movesLeft: round.movesLeft - 1 })

export const withBoard = (round: Round, board: Board, source: PieceSource): Round => ({
  ...round,
  board,
  chance: toChance(source),
})

export const withMoreMoves = (round: Round, moves: number): Round => ({
  ...round,
  movesLeft: round.movesLeft + moves,
})

/** Adds points for every unused move in a won round. */
export const withSavedMoves = (round: Round): Round => ({
  ...round,
  score: round.score + round.movesLeft * POINTS_PER_SAVED_MOVE,
})

export const countRemaining = (round: Round, goal: Goal): number =>
  Math.max(0, goal.count - (round.collected[goal.wanted] ?? 0))

export function getOutcome(round: Round): Outcome {
  if (round.level.goals.every((goal) => countRemaining(round, goal) === 0)) return 'won'
  return round.movesLeft > 0 ? 'playing' : 'lost'
}

export function countStars(round: Round): 1 | 2 | 3 {
  const [two, three] = round.level.starScores
  if (round.score >= three) return 3
  return round.score >= two ? 2 : 1
}

/** Values a wave by what this round still needs, then by how many pieces it clears and specials it adds. */
export function valueFor(round: Round): (wave: Wave) => number {
  const open = new Set(
    round.level.goals.filter((goal) => countRemaining(round, goal) > 0).map((goal) => goal.wanted),
  )
  return (wave) => {
    const wanted = wave.cleared.filter(({ piece }) => piece.kind && open.has(piece.kind)).length
    const dug = open.has('sand') ? wave.dug.length : 0
    return 4 * wanted + 5 * dug + wave.cleared.length + 6 * wave.created.length
  }
}
