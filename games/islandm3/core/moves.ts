import { createRng, shuffled } from '../../kit/rng.ts'
import { type Board, type Cell, cellAt, getColumn, getRow } from './board.ts'
import type { Wave } from './cascade.ts'
import { hasMatch } from './matches.ts'
import { createPieceSource, KINDS, type Kind, type Piece, type PieceSource } from './pieces.ts'
import { canSwap, previewSwap } from './turns.ts'

export interface Move {
  readonly from: Cell
  readonly to: Cell
}

const MAX_ATTEMPTS = 200

export function findMoves(board: Board): Move[] {
  return board.pieces.flatMap((_, from) => {
    const right = cellAt(board, getColumn(board, from) + 1, getRow(board, from))
    const below = cellAt(board, getColumn(board, from), getRow(board, from) + 1)
    return [right, below].flatMap((to) =>
      to !== undefined && canSwap(board, from, to) ? [{ from, to }] : [],
    )
  })
}

export const hasMove = (board: Board): boolean => findMoves(board).length > 0

/**
 * The most valuable move, by its first wave: later waves depend on random pieces.
 * @param getWaveValue  A wave's value in the current round.
 */
export function bestMove(board: Board, getWaveValue: (wave: Wave) => number): Move | null {
  const value = (move: Move) => {
    const wave = previewSwap(board, move.from, move.to, createPieceSource(createRng(1), KINDS))
    return wave ? getWaveValue(wave) : 0
  }
  const ranked = findMoves(board).map((move) => ({ move, value: value(move) }))
  return ranked.sort((a, b) => b.value - a.value)[0]?.move ?? null
}

/** Shuffles the pieces until there is a move and no match. Deals new pieces when no such layout is found. */
export function shuffleBoard(board: Board, source: PieceSource): Board {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const candidate = { ...board, pieces: shuffled(source.rng, board.pieces) }
    if (isPlayable(candidate)) return candidate
  }
  return dealPieces(board, source)
}

const isPlayable = (board: Board): boolean => !hasMatch(board) && hasMove(board)

/** Fills the board with new pieces, so there is a move and no match. */
export function dealPieces(board: Board, source: PieceSource): Board {
  let dealt = board
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const pieces: Piece[] = []
    while (pieces.length < board.columns * board.rows) {
      pieces.push(source.draw(kindsThatWouldMatch(pieces, board.columns)))
    }
    dealt = { ...board, pieces }
    if (isPlayable(dealt)) break
  }
  return dealt
}

function kindsThatWouldMatch(pieces: readonly Piece[], columns: number): Kind[] {
  const cell = pieces.length
  const pairs = [
    cell % columns >= 2 ? [pieces[cell - 1], pieces[cell - 2]] : [],
    cell >= 2 * columns ? [pieces[cell - columns], pieces[cell - 2 * columns]] : [],
  ]
  return pairs.flatMap(([near, far]) => (near?.kind && near.kind === far?.kind ? [near.kind] : []))
}
