import { createRng, shuffled } from '../../kit/rng.ts'
import { type Board, type Cell, cellAt, columnOf, rowOf } from './board.ts'
import type { Wave } from './cascade.ts'
import { hasMatch } from './matches.ts'
import { createSupply, KINDS, type Kind, type Piece, type Supply } from './pieces.ts'
import { canSwap, previewSwap } from './turns.ts'

export interface Move {
  readonly from: Cell
  readonly to: Cell
}

const ATTEMPTS = 200

export function findMoves(board: Board): Move[] {
  return board.pieces.flatMap((_, from) => {
    const right = cellAt(board, columnOf(board, from) + 1, rowOf(board, from))
    const below = cellAt(board, columnOf(board, from), rowOf(board, from) + 1)
    return [right, below].flatMap((to) =>
      to !== undefined && canSwap(board, from, to) ? [{ from, to }] : [],
    )
  })
}

export const hasMove = (board: Board): boolean => findMoves(board).length > 0

/**
 * The move worth most, by what it clears before new pieces come in (nobody can know those).
 * @param worthOf  How much a wave is worth to this player now.
 */
export function bestMove(board: Board, worthOf: (wave: Wave) => number): Move | null {
  const worth = (move: Move) => {
    const wave = previewSwap(board, move.from, move.to, createSupply(createRng(1), KINDS))
    return wave ? worthOf(wave) : 0
  }
  const ranked = findMoves(board).map((move) => ({ move, worth: worth(move) }))
  return ranked.sort((a, b) => b.worth - a.worth)[0]?.move ?? null
}

const isPlayable = (board: Board): boolean => !hasMatch(board) && hasMove(board)

/** Lays the same pieces out anew until there is a move and no match; new pieces when these allow no such layout. */
export function shuffleBoard(board: Board, supply: Supply): Board {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const candidate = { ...board, pieces: shuffled(supply.rng, board.pieces) }
    if (isPlayable(candidate)) return candidate
  }
  return dealPieces(board, supply)
}

function kindsThatWouldMatch(pieces: readonly Piece[], columns: number): Kind[] {
  const cell = pieces.length
  const pairs = [
    cell % columns >= 2 ? [pieces[cell - 1], pieces[cell - 2]] : [],
    cell >= 2 * columns ? [pieces[cell - columns], pieces[cell - 2 * columns]] : [],
  ]
  return pairs.flatMap(([near, far]) => (near?.kind && near.kind === far?.kind ? [near.kind] : []))
}

/** Fresh pieces on every cell: no match yet, and at least one move. */
export function dealPieces(board: Board, supply: Supply): Board {
  let dealt = board
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const pieces: Piece[] = []
    while (pieces.length < board.columns * board.rows) {
      pieces.push(supply.draw(kindsThatWouldMatch(pieces, board.columns)))
    }
    dealt = { ...board, pieces }
    if (isPlayable(dealt)) break
  }
  return dealt
}
