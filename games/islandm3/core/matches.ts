import { type Board, type Cell, columnCells, pieceAt, rowCells } from './board.ts'
import type { Kind } from './pieces.ts'

interface Run {
  readonly kind: Kind
  readonly cells: readonly Cell[]
  readonly direction: 'across' | 'down'
}

/** Same-kind runs with shared cells: an L, a T or a cross is one match with at least two runs. */
export interface Match {
  readonly kind: Kind
  readonly cells: readonly Cell[]
  readonly runs: readonly Run[]
}

const MIN_RUN = 3

export function findMatches(board: Board): Match[] {
  return findRuns(board).reduce<Match[]>(join, [])
}

function findRuns(board: Board): Run[] {
  const across = Array.from({ length: board.rows }, (_, row) =>
    runsAlong(board, rowCells(board, row), 'across'),
  )
  const down = Array.from({ length: board.columns }, (_, column) =>
    runsAlong(board, columnCells(board, column), 'down'),
  )
  return [...across, ...down].flat()
}

function runsAlong(board: Board, line: readonly Cell[], direction: Run['direction']): Run[] {
  const runs: Run[] = []
  let start = 0
  for (let end = 1; end <= line.length; end++) {
    const first = line[start] as Cell
    const next = line[end]
    const { kind } = pieceAt(board, first)
    if (next !== undefined && kind !== null && pieceAt(board, next).kind === kind) continue
    if (kind !== null && end - start >= MIN_RUN) runs.push({ kind, cells: line.slice(start, end), direction })
    start = end
  }
  return runs
}

function join(matches: readonly Match[], run: Run): Match[] {
  const touches = (match: Match) =>
    match.kind === run.kind && run.cells.some((cell) => match.cells.includes(cell))
  const touched = matches.filter(touches)
  const joined: Match = {
    kind: run.kind,
    cells: [...new Set([...touched.flatMap((match) => match.cells), ...run.cells])],
    runs: [...touched.flatMap((match) => match.runs), run],
  }
  return [...matches.filter((match) => !touches(match)), joined]
}

export const hasMatch = (board: Board): boolean => findRuns(board).length > 0
