import { type Board, type Cell, columnCells, pieceAt, rowOf, type Slots } from './board.ts'
import { findMatches, type Match } from './matches.ts'
import type { Piece, Supply } from './pieces.ts'
import { type Blast, blastOf, placeForSpecial, specialFor } from './specials.ts'

export interface Fall {
  readonly piece: Piece
  readonly to: Cell
  /** Negative for a new piece that starts above the board. */
  readonly fromRow: number
}

/** One round of clearing and falling. A turn is a row of waves, each one link longer in the chain. */
export interface Wave {
  readonly chain: number
  readonly cleared: readonly { readonly cell: Cell; readonly piece: Piece }[]
  readonly blasts: readonly Blast[]
  readonly forged: readonly { readonly cell: Cell; readonly piece: Piece; readonly from: readonly Cell[] }[]
  readonly dug: readonly Cell[]
  readonly falls: readonly Fall[]
  readonly points: number
  /** The board when everything has landed. */
  readonly board: Board
}

/** What starts a wave: matches on the board, blasts already lit, or both. */
export interface Spark {
  readonly matches: readonly Match[]
  readonly blasts: readonly Blast[]
  /** Cells the player just moved, where an earned special should appear. */
  readonly moved: readonly Cell[]
  /** Specials that already gave what they had, as partners of a combo. */
  readonly spent: readonly Cell[]
}

const POINTS_PER_PIECE = 10
const POINTS_PER_SAND = 20
const LONGEST_CHAIN = 60

/** Lets every special that is hit go off, and the ones those hit, until nothing new is reached. */
function spreadBlasts(board: Board, spark: Spark): { hit: Set<Cell>; blasts: Blast[] } {
  const hit = new Set([
    ...spark.matches.flatMap((match) => match.cells),
    ...spark.blasts.flatMap((b) => b.cells),
  ])
  const blasts = [...spark.blasts]
  const spent = new Set(spark.spent)
  for (const cell of hit) {
    const { special } = pieceAt(board, cell)
    if (!special || spent.has(cell)) continue
    const blast = blastOf(board, cell, special)
    blasts.push(blast)
    for (const reached of blast.cells) hit.add(reached)
  }
  return { hit, blasts }
}

function forgeSpecials(spark: Spark, supply: Supply): Wave['forged'] {
  return spark.matches.flatMap((match) => {
    const special = specialFor(match)
    if (!special) return []
    return [
      {
        cell: placeForSpecial(match, spark.moved),
        piece: supply.forge(special),
        from: match.cells,
      },
    ]
  })
}

function dropColumn(board: Board, slots: Slots, column: readonly Cell[], supply: Supply): Fall[] {
  const upwards = [...column].reverse()
  const resting = upwards.flatMap((cell) => {
    const piece = slots[cell]
    return piece ? [{ piece, fromRow: rowOf(board, cell) }] : []
  })
  const missing = column.length - resting.length
  const fresh = Array.from({ length: missing }, (_, above) => ({ piece: supply.draw(), fromRow: -1 - above }))
  return [...resting, ...fresh].map((source, height) => ({ ...source, to: upwards[height] as Cell }))
}

function dropAll(board: Board, slots: Slots, supply: Supply): Fall[] {
  return Array.from({ length: board.columns }, (_, column) =>
    dropColumn(board, slots, columnCells(board, column), supply),
  ).flat()
}

function runWave(board: Board, spark: Spark, chain: number, supply: Supply): Wave {
  const { hit, blasts } = spreadBlasts(board, spark)
  const cleared = [...hit].map((cell) => ({ cell, piece: pieceAt(board, cell) }))
  const dug = [...hit].filter((cell) => board.sand[cell])
  const forged = forgeSpecials(spark, supply)

  const slots: Slots = board.pieces.map((piece, cell) => (hit.has(cell) ? null : piece))
  for (const { cell, piece } of forged) slots[cell] = piece
  const landed = dropAll(board, slots, supply)

  const pieces = [...board.pieces]
  for (const { piece, to } of landed) pieces[to] = piece
  return {
    chain,
    cleared,
    blasts,
    forged,
    dug,
    falls: landed.filter(({ fromRow, to }) => fromRow !== rowOf(board, to)),
    points: (cleared.length * POINTS_PER_PIECE + dug.length * POINTS_PER_SAND) * chain,
    board: { ...board, pieces, sand: board.sand.map((isCovered, cell) => isCovered && !hit.has(cell)) },
  }
}

/** Only the first wave of a spark: all that can be known before new pieces come. */
export const firstWave = (board: Board, spark: Spark, supply: Supply): Wave =>
  runWave(board, spark, 1, supply)

/** Plays a spark out until the board lies still. No waves when there was nothing to light. */
export function settle(board: Board, spark: Spark, supply: Supply): Wave[] {
  const waves: Wave[] = []
  let next = spark
  while ((next.matches.length > 0 || next.blasts.length > 0) && waves.length < LONGEST_CHAIN) {
    const wave = runWave(waves.at(-1)?.board ?? board, next, waves.length + 1, supply)
    waves.push(wave)
    next = { matches: findMatches(wave.board), blasts: [], moved: [], spent: [] }
  }
  return waves
}
