import type { Point } from '../../kit/view/effects.ts'
import type { Board, Cell } from '../core/board.ts'
import { getCorner } from './animations.ts'

/** The highlighted cells. */
export interface Marks {
  /** The keyboard cursor; null while it is hidden. */
  cursor: Cell | null
  picked: Cell | null
  hint: readonly Cell[]
  /** Cells the bomb would hit. */
  aim: readonly Cell[]
}

export const NO_MARKS: Marks = { cursor: null, picked: null, hint: [], aim: [] }

export const pulsates = ({ picked, hint, aim }: Marks): boolean =>
  picked !== null || hint.length > 0 || aim.length > 0

/** @param pulse  Oscillates between 0 and 1, for pulsating marks. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  board: Board,
  marks: Marks,
  pulse: number,
): void {
  for (const cell of marks.aim) {
    frame(context, getCorner(board, cell), 0.04)
    context.fillStyle = `rgb(255 120 70 / ${0.3 + 0.15 * pulse})`
    context.fill()
  }
  for (const cell of marks.hint) {
    frame(context, getCorner(board, cell), 0.05)
    context.fillStyle = `rgb(255 226 140 / ${0.2 + 0.2 * pulse})`
    context.fill()
    context.lineWidth = 0.06
    context.strokeStyle = `rgb(255 226 140 / ${0.6 + 0.4 * pulse})`
    context.stroke()
  }
  if (marks.picked !== null) {
    frame(context, getCorner(board, marks.picked), 0.03)
    context.fillStyle = 'rgb(255 214 110 / 0.35)'
    context.fill()
    context.lineWidth = 0.06
    context.strokeStyle = '#ffd66e'
    context.stroke()
  }
  if (marks.cursor !== null) {
    frame(context, getCorner(board, marks.cursor), 0.03)
    context.lineWidth = 0.1
    context.strokeStyle = '#0a1530'
    context.stroke()
    context.lineWidth = 0.055
    context.strokeStyle = '#ffffff'
    context.stroke()
  }
}

function frame(context: CanvasRenderingContext2D, { x, y }: Point, inset: number): void {
  context.beginPath()
  context.roundRect(x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset, 0.2)
}
