import {
  type Board,
  type Cell,
  cellsAround,
  columnCells,
  getColumn,
  getRow,
  pieceAt,
  rowCells,
} from './board.ts'
import type { Match } from './matches.ts'
import { KINDS, type Kind, type Special } from './pieces.ts'

/** One triggered special and its hit cells. */
export interface Blast {
  readonly origin: Cell
  readonly shape: Special
  readonly cells: readonly Cell[]
}

const BOMB_RADIUS = 2

/** A match's special: five in line a rainbow, two crossing runs a bomb, four in line a line clearer. */
export function specialFor(match: Match): Special | null {
  const longest = Math.max(...match.runs.map((run) => run.cells.length))
  if (longest >= 5) return 'rainbow'
  if (match.runs.length > 1) return 'bomb'
  if (longest === 4) return match.runs[0]?.direction === 'across' ? 'row' : 'column'
  return null
}

/** The new special's cell: one moved by the player, else where runs cross, else the match's middle. */
export function placeForSpecial(match: Match, moved: readonly Cell[]): Cell {
  const movedCell = moved.find((cell) => match.cells.includes(cell))
  const crossing = match.cells.find((cell) => match.runs.filter((run) => run.cells.includes(cell)).length > 1)
  return movedCell ?? crossing ?? (match.cells[Math.floor(match.cells.length / 2)] as Cell)
}

/**
 * The cells hit by one special.
 * @param target  The kind cleared by a rainbow; the most frequent kind when null.
 */
export function createBlast(board: Board, origin: Cell, shape: Special, target: Kind | null = null): Blast {
  if (shape === 'row') return { origin, shape, cells: rowCells(board, getRow(board, origin)) }
  if (shape === 'column') return { origin, shape, cells: columnCells(board, getColumn(board, origin)) }
  if (shape === 'bomb') return roundBlast(board, origin, BOMB_RADIUS)
  return rainbowBlast(board, origin, target)
}

/** A square without its four corner cells. */
function roundBlast(board: Board, origin: Cell, radius: number): Blast {
  const isNear = (cell: Cell) => {
    const across = getColumn(board, cell) - getColumn(board, origin)
    const down = getRow(board, cell) - getRow(board, origin)
    return Math.abs(across) + Math.abs(down) < 2 * radius
  }
  return { origin, shape: 'bomb', cells: cellsAround(board, origin, radius).filter(isNear) }
}

function rainbowBlast(board: Board, origin: Cell, kind: Kind | null): Blast {
  return {
    origin,
    shape: 'rainbow',
    cells: [origin, ...listCellsByKind(board, kind ?? mostFrequentKind(board))],
  }
}

function listCellsByKind(board: Board, kind: Kind): Cell[] {
  return board.pieces.flatMap((piece, cell) => (piece.kind === kind ? [cell] : []))
}

function mostFrequentKind(board: Board): Kind {
  const counts = KINDS.map((kind) => listCellsByKind(board, kind).length)
  return KINDS[counts.indexOf(Math.max(...counts))] as Kind
}

/**
 * A swap's blasts, on the board after the swap; none when both pieces are plain.
 * Line and line: a cross. Line and bomb: three rows and columns. Two bombs: a bigger blast.
 * Rainbow and a plain piece: its whole kind.
 * Rainbow and a special: all pieces of one kind act as that special. Two rainbows: the whole board.
 */
export function swapBlasts(board: Board, from: Cell, to: Cell): Blast[] {
  const moved = pieceAt(board, to)
  const other = pieceAt(board, from)
  if (moved.special && other.special) return comboBlasts(board, from, to, [other.special, moved.special])
  if (moved.special) return [createBlast(board, to, moved.special, other.kind)]
  if (other.special) return [createBlast(board, from, other.special, moved.kind)]
  return []
}

function comboBlasts(board: Board, from: Cell, to: Cell, pair: readonly [Special, Special]): Blast[] {
  const [first, second] = pair
  if (first === 'rainbow') return rainbowWith(board, from, second)
  if (second === 'rainbow') return rainbowWith(board, to, first)
  if (first === 'bomb' && second === 'bomb') return [roundBlast(board, to, BOMB_RADIUS + 1)]
  return linesThrough(board, to, first === 'bomb' || second === 'bomb' ? 1 : 0)
}

function rainbowWith(board: Board, rainbow: Cell, partner: Special): Blast[] {
  const all = rainbowBlast(board, rainbow, null)
  if (partner === 'rainbow') return [{ ...all, cells: board.pieces.map((_, cell) => cell) }]
  return [
    all,
    ...all.cells.filter((cell) => cell !== rainbow).map((cell) => createBlast(board, cell, partner)),
  ]
}

function linesThrough(board: Board, middle: Cell, radius: number): Blast[] {
  const near = cellsAround(board, middle, radius)
  const sameColumn = near.filter((cell) => getColumn(board, cell) === getColumn(board, middle))
  const sameRow = near.filter((cell) => getRow(board, cell) === getRow(board, middle))
  return [
    ...sameColumn.map((cell) => createBlast(board, cell, 'row')),
    ...sameRow.map((cell) => createBlast(board, cell, 'column')),
  ]
}
