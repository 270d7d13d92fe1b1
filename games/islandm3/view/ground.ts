import { openContext } from '../../kit/hud/dom.ts'
import { type Board, type Cell, getColumn, getRow } from '../core/board.ts'
import type { Sprites } from './sprites.ts'

/** Frame width around the board, in cells. */
export const MARGIN = 0.16

export interface Ground {
  draw(context: CanvasRenderingContext2D, board: Board, cellPx: number): void
}

/** The board's background, repainted only when its sand or its size has changed. */
export function createGround(sprites: Sprites): Ground {
  const canvas = document.createElement('canvas')
  const context = openContext(canvas)
  let paintedKey = ''

  function paint(board: Board, cellPx: number): void {
    canvas.width = Math.round((board.columns + 2 * MARGIN) * cellPx)
    canvas.height = Math.round((board.rows + 2 * MARGIN) * cellPx)
    context.setTransform(cellPx, 0, 0, cellPx, MARGIN * cellPx, MARGIN * cellPx)
    paintFrame(context, board)
    for (let cell = 0; cell < board.columns * board.rows; cell++) paintCell(context, board, cell, sprites)
  }

  return {
    draw(onto, board, cellPx) {
      const key = `${board.columns} ${board.rows} ${cellPx} ${board.sand.map(Number).join('')}`
      if (key !== paintedKey) paint(board, cellPx)
      paintedKey = key
      onto.drawImage(canvas, -MARGIN, -MARGIN, board.columns + 2 * MARGIN, board.rows + 2 * MARGIN)
    },
  }
}

function paintFrame(context: CanvasRenderingContext2D, { columns, rows }: Board): void {
  const edge = MARGIN * 0.8
  context.beginPath()
  context.roundRect(-edge, -edge, columns + 2 * edge, rows + 2 * edge, 0.3)
  context.fillStyle = 'rgb(9 24 58 / 0.72)'
  context.fill()
  context.lineWidth = 0.05
  context.strokeStyle = 'rgb(255 214 140 / 0.75)'
  context.stroke()
}

function paintCell(context: CanvasRenderingContext2D, board: Board, cell: Cell, sprites: Sprites): void {
  const column = getColumn(board, cell)
  const row = getRow(board, cell)
  if (board.sand[cell]) {
    context.drawImage(sprites.get('sand'), column + 0.01, row + 0.01, 0.98, 0.98)
    return
  }
  context.beginPath()
  context.roundRect(column + 0.03, row + 0.03, 0.94, 0.94, 0.18)
  context.fillStyle = (column + row) % 2 === 0 ? 'rgb(38 74 128 / 0.62)' : 'rgb(27 56 108 / 0.62)'
  context.fill()
}
