import { shuffled } from '../../kit/rng.ts'
import { areNeighbours, type Board, type Cell, pieceAt, swapped, withPiece } from './board.ts'
import { firstWave, type Spark, settle, type Wave } from './cascade.ts'
import { findMatches } from './matches.ts'
import type { Supply } from './pieces.ts'
import { type Blast, blastOf, swapBlasts } from './specials.ts'

function sparkOfSwap(after: Board, from: Cell, to: Cell): Spark | null {
  const blasts = swapBlasts(after, from, to)
  const matches = findMatches(after)
  if (blasts.length === 0 && matches.length === 0) return null
  const spent = [from, to].filter((cell) => pieceAt(after, cell).special)
  return { matches, blasts, moved: [to, from], spent }
}

/** What swapping two neighbours leads to; null when it leads to nothing and the pieces must go back. */
export function playSwap(board: Board, from: Cell, to: Cell, supply: Supply): Wave[] | null {
  if (!areNeighbours(board, from, to)) return null
  const after = swapped(board, from, to)
  const spark = sparkOfSwap(after, from, to)
  return spark && settle(after, spark, supply)
}

/** The first wave of a swap; null when the swap leads to nothing. */
export function previewSwap(board: Board, from: Cell, to: Cell, supply: Supply): Wave | null {
  const after = swapped(board, from, to)
  const spark = sparkOfSwap(after, from, to)
  return spark && firstWave(after, spark, supply)
}

export function canSwap(board: Board, from: Cell, to: Cell): boolean {
  return areNeighbours(board, from, to) && sparkOfSwap(swapped(board, from, to), from, to) !== null
}

/** A coconut bomb dropped on a cell by hand. */
export function dropBomb(board: Board, cell: Cell, supply: Supply): Wave[] {
  return settle(board, { matches: [], blasts: [blastOf(board, cell, 'bomb')], moved: [], spent: [] }, supply)
}

/**
 * The end of a won level: every special left goes off, and so does one plain piece for each move saved.
 * @param movesLeft  How many plain pieces turn into line clearers first.
 */
export function celebrate(board: Board, movesLeft: number, supply: Supply): Wave[] {
  const cells = board.pieces.map((_, cell) => cell)
  const isSpecial = (cell: Cell) => pieceAt(board, cell).special !== undefined
  const plain = shuffled(
    supply.rng,
    cells.filter((cell) => !isSpecial(cell)),
  ).slice(0, movesLeft)
  const dressed = plain.reduce(
    (so, cell, nth) =>
      withPiece(so, cell, {
        id: pieceAt(so, cell).id,
        kind: null,
        special: nth % 2 === 0 ? 'row' : 'column',
      }),
    board,
  )
  const blasts = [...cells.filter(isSpecial), ...plain].map((cell): Blast => {
    const { special } = pieceAt(dressed, cell)
    return blastOf(dressed, cell, special ?? 'row')
  })
  const spent = blasts.map((blast) => blast.origin)
  return settle(dressed, { matches: [], blasts, moved: [], spent }, supply)
}
