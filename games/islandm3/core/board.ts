import type { Piece } from './pieces.ts'

/** Cell index, row by row from the top left. */
export type Cell = number

export interface Board {
  readonly columns: number
  readonly rows: number
  readonly pieces: readonly Piece[]
  /** Indexed by cell: true under sand. Clearing a piece removes the sand under it. */
  readonly sand: readonly boolean[]
}

/** Pieces by cell during a turn; null for a cleared, still empty cell. */
export type Slots = (Piece | null)[]

export const getColumn = (board: Board, cell: Cell): number => cell % board.columns
export const getRow = (board: Board, cell: Cell): number => Math.floor(cell / board.columns)

export function cellAt(board: Board, column: number, row: number): Cell | undefined {
  const isInside = column >= 0 && row >= 0 && column < board.columns && row < board.rows
  return isInside ? row * board.columns + column : undefined
}

export function pieceAt(board: Board, cell: Cell): Piece {
  const piece = board.pieces[cell]
  if (!piece) throw new RangeError(`No cell ${cell} on this board`)
  return piece
}

export function areNeighbours(board: Board, a: Cell, b: Cell): boolean {
  const across = Math.abs(getColumn(board, a) - getColumn(board, b))
  const down = Math.abs(getRow(board, a) - getRow(board, b))
  return across + down === 1
}

export function swapped(board: Board, a: Cell, b: Cell): Board {
  const pieces = [...board.pieces]
  pieces[a] = pieceAt(board, b)
  pieces[b] = pieceAt(board, a)
  return { ...board, pieces }
}

export function withPiece(board: Board, cell: Cell, piece: Piece): Board {
  return { ...board, pieces: board.pieces.map((old, place) => (place === cell ? piece : old)) }
}

export const rowCells = (board: Board, row: number): Cell[] =>
  Array.from({ length: board.columns }, (_, column) => row * board.columns + column)

export const columnCells = (board: Board, column: number): Cell[] =>
  Array.from({ length: board.rows }, (_, row) => row * board.columns + column)

/** A square's cells, clipped to the board; `radius` is measured from its middle cell. */
export function cellsAround(board: Board, middle: Cell, radius: number): Cell[] {
  const cells: Cell[] = []
  for (let down = -radius; down <= radius; down++) {
    for (let across = -radius; across <= radius; across++) {
      const cell = cellAt(board, getColumn(board, middle) + across, getRow(board, middle) + down)
      if (cell !== undefined) cells.push(cell)
    }
  }
  return cells
}
