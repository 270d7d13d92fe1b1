import { type Board, type Cell, columnCells, getRow, pieceAt, type Slots } from './board.ts'
import { findMatches, type Match } from './matches.ts'
import type { Piece, PieceSource } from './pieces.ts'
import { type Blast, createBlast, placeForSpecial, specialFor } from './specials.ts'

export interface Fall {
  readonly piece: Piece
  readonly to: Cell
  /** Negative for a new piece from above the board. */
  readonly fromRow: number
}

/** One cascade step: pieces are cleared, others fall. A turn is a list of waves. */
export interface Wave {
  /** Position in the turn, from 1; it multiplies the points. */
  readonly chain: number
  readonly cleared: readonly { readonly cell: Cell; readonly piece: Piece }[]
  readonly blasts: readonly Blast[]
  readonly created: readonly { readonly cell: Cell; readonly piece: Piece; readonly from: readonly Cell[] }[]
  /** Cells without their sand. */
  readonly dug: readonly Cell[]
  readonly falls: readonly Fall[]
  readonly points: number
  /** The board after all falls. */
  readonly board: Board
}

/** Causes of a wave: matches, blasts, or both. */
export interface Trigger {
  readonly matches: readonly Match[]
  readonly blasts: readonly Blast[]
  /** Cells moved by the player: a new special appears there if it can. */
  readonly moved: readonly Cell[]
  /** Combo specials already triggered. */
  readonly spent: readonly Cell[]
}

const POINTS_PER_PIECE = 10
const POINTS_PER_SAND = 20
/** Bounds the cascade. */
const MAX_WAVES = 60

/** A trigger's first wave: the part independent of new pieces. */
export const runFirstWave = (board: Board, trigger: Trigger, source: PieceSource): Wave =>
  runWave(board, trigger, 1, source)

function runWave(board: Board, trigger: Trigger, chain: number, source: PieceSource): Wave {
  const { hit, blasts } = spreadBlasts(board, trigger)
  const cleared = [...hit].map((cell) => ({ cell, piece: pieceAt(board, cell) }))
  const dug = [...hit].filter((cell) => board.sand[cell])
  const created = createSpecials(trigger, source)

  const slots: Slots = board.pieces.map((piece, cell) => (hit.has(cell) ? null : piece))
  for (const { cell, piece } of created) slots[cell] = piece
  const landed = dropAll(board, slots, source)

  const pieces = [...board.pieces]
  for (const { piece, to } of landed) pieces[to] = piece
  return {
    chain,
    cleared,
    blasts,
    created,
    dug,
    falls: landed.filter(({ fromRow, to }) => fromRow !== getRow(board, to)),
    points: (cleared.length * POINTS_PER_PIECE + dug.length * POINTS_PER_SAND) * chain,
    board: { ...board, pieces, sand: board.sand.map((isCovered, cell) => isCovered && !hit.has(cell)) },
  }
}

/** Adds every hit special's blasts, including specials hit by the added blasts. */
function spreadBlasts(board: Board, trigger: Trigger): { hit: Set<Cell>; blasts: Blast[] } {
  const hit = new Set([
    ...trigger.matches.flatMap((match) => match.cells),
    ...trigger.blasts.flatMap((b) => b.cells),
  ])
  const blasts = [...trigger.blasts]
  const spent = new Set(trigger.spent)
  for (const cell of hit) {
    const { special } = pieceAt(board, cell)
    if (!special || spent.has(cell)) continue
    const blast = createBlast(board, cell, special)
    blasts.push(blast)
    for (const reached of blast.cells) hit.add(reached)
  }
  return { hit, blasts }
}

function createSpecials(trigger: Trigger, source: PieceSource): Wave['created'] {
  return trigger.matches.flatMap((match) => {
    const special = specialFor(match)
    if (!special) return []
    return [
      {
        cell: placeForSpecial(match, trigger.moved),
        piece: source.createSpecial(special),
        from: match.cells,
      },
    ]
  })
}

function dropAll(board: Board, slots: Slots, source: PieceSource): Fall[] {
  return Array.from({ length: board.columns }, (_, column) =>
    dropColumn(board, slots, columnCells(board, column), source),
  ).flat()
}

function dropColumn(board: Board, slots: Slots, column: readonly Cell[], source: PieceSource): Fall[] {
  const upwards = [...column].reverse()
  const resting = upwards.flatMap((cell) => {
    const piece = slots[cell]
    return piece ? [{ piece, fromRow: getRow(board, cell) }] : []
  })
  const missing = column.length - resting.length
  const fresh = Array.from({ length: missing }, (_, above) => ({ piece: source.draw(), fromRow: -1 - above }))
  return [...resting, ...fresh].map((source, height) => ({ ...source, to: upwards[height] as Cell }))
}

/** Runs waves until the board has no match. Returns none when the trigger is empty. */
export function resolveCascade(board: Board, trigger: Trigger, source: PieceSource): Wave[] {
  const waves: Wave[] = []
  let next = trigger
  while ((next.matches.length > 0 || next.blasts.length > 0) && waves.length < MAX_WAVES) {
    const wave = runWave(waves.at(-1)?.board ?? board, next, waves.length + 1, source)
    waves.push(wave)
    next = { matches: findMatches(wave.board), blasts: [], moved: [], spent: [] }
  }
  return waves
}
