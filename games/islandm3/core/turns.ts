import { shuffled } from '../../kit/rng.ts'
import { areNeighbours, type Board, type Cell, pieceAt, swapped, withPiece } from './board.ts'
import { resolveCascade, runFirstWave, type Trigger, type Wave } from './cascade.ts'
import { findMatches } from './matches.ts'
import type { PieceSource } from './pieces.ts'
import { type Blast, createBlast, swapBlasts } from './specials.ts'

/** A swap's waves; null when the swap is not allowed or makes no match. */
export function playSwap(board: Board, from: Cell, to: Cell, source: PieceSource): Wave[] | null {
  if (!areNeighbours(board, from, to)) return null
  const after = swapped(board, from, to)
  const trigger = findSwapTrigger(after, from, to)
  return trigger && resolveCascade(after, trigger, source)
}

function findSwapTrigger(after: Board, from: Cell, to: Cell): Trigger | null {
  const blasts = swapBlasts(after, from, to)
  const matches = findMatches(after)
  if (blasts.length === 0 && matches.length === 0) return null
  const spent = [from, to].filter((cell) => pieceAt(after, cell).special)
  return { matches, blasts, moved: [to, from], spent }
}

/** A swap's first wave; null when the swap makes no match. */
export function previewSwap(board: Board, from: Cell, to: Cell, source: PieceSource): Wave | null {
  const after = swapped(board, from, to)
  const trigger = findSwapTrigger(after, from, to)
  return trigger && runFirstWave(after, trigger, source)
}

export function canSwap(board: Board, from: Cell, to: Cell): boolean {
  return areNeighbours(board, from, to) && findSwapTrigger(swapped(board, from, to), from, to) !== null
}

/** The bomb booster's waves. */
export function dropBomb(board: Board, cell: Cell, source: PieceSource): Wave[] {
  return resolveCascade(
    board,
    { matches: [], blasts: [createBlast(board, cell, 'bomb')], moved: [], spent: [] },
    source,
  )
}

/**
 * A won level's bonus: every remaining special is triggered.
 * @param movesLeft  How many random plain pieces become line clearers first.
 */
export function playBonus(board: Board, movesLeft: number, source: PieceSource): Wave[] {
  const cells = board.pieces.map((_, cell) => cell)
  const isSpecial = (cell: Cell) => pieceAt(board, cell).special !== undefined
  const plain = shuffled(
    source.rng,
    cells.filter((cell) => !isSpecial(cell)),
  ).slice(0, movesLeft)
  const withSpecials = plain.reduce(
    (changed, cell, index) =>
      withPiece(changed, cell, {
        id: pieceAt(changed, cell).id,
        kind: null,
        special: index % 2 === 0 ? 'row' : 'column',
      }),
    board,
  )
  const blasts = [...cells.filter(isSpecial), ...plain].map((cell): Blast => {
    const { special } = pieceAt(withSpecials, cell)
    return createBlast(withSpecials, cell, special ?? 'row')
  })
  const spent = blasts.map((blast) => blast.origin)
  return resolveCascade(withSpecials, { matches: [], blasts, moved: [], spent }, source)
}
