import { find, openContext } from '../../kit/hud/dom.ts'
import { createEffects, type Point } from '../../kit/view/effects.ts'
import { createTicker } from '../../kit/view/ticker.ts'
import { type Board, type Cell, cellAt, pieceAt } from '../core/board.ts'
import type { Wave } from '../core/cascade.ts'
import * as animations from './animations.ts'
import { getMiddle, getSpriteName, type Scene } from './animations.ts'
import { createGround, MARGIN } from './ground.ts'
import { drawMarks, type Marks, NO_MARKS, pulsates } from './marks.ts'
import type { Sprites } from './sprites.ts'

export interface BoardView {
  /** Shows a board without animation. */
  show(board: Board): void
  /** Shows a new board; its pieces fall in from above. */
  deal(board: Board): Promise<void>
  swap(from: Cell, to: Cell): Promise<void>
  /** Animates an undone swap. */
  refuse(from: Cell, to: Cell): Promise<void>
  playWave(wave: Wave, on: { cleared(): void; landed(): void }): Promise<void>
  shuffle(board: Board): Promise<void>
  mark(marks: Partial<Marks>): void
  /** Shows floating text at the board's middle. */
  showText(text: string): void
  cellUnder(clientX: number, clientY: number): Cell | null
  /** A cell's middle, in page CSS pixels. */
  getMiddle(cell: Cell): Point
  setPaused(isPaused: boolean): void
}

const SPRITE_SIZE = 0.9

/**
 * Draws the board and animates its turns.
 * @param container  Holds the canvas, which fills it as far as the board's proportions allow.
 * @param prefersReducedMotion  When true, pieces change place at once and fade.
 */
export function createBoardView(
  container: HTMLElement,
  sprites: Sprites,
  prefersReducedMotion: () => boolean,
): BoardView {
  const canvas = find(container, 'canvas', HTMLCanvasElement)
  const context = openContext(canvas)
  const ground = createGround(sprites)
  const ticker = createTicker(draw)
  const board: Board = { columns: 8, rows: 8, pieces: [], sand: [] }
  const scene: Scene = { board, sprites: new Map(), effects: createEffects(), ticker, prefersReducedMotion }
  let marks: Marks = NO_MARKS
  let size = 0
  let cellPx = 0
  let clock = 0

  function fit(): void {
    const { width, height } = container.getBoundingClientRect()
    if (width === 0) return
    const [across, down] = [scene.board.columns + 2 * MARGIN, scene.board.rows + 2 * MARGIN]
    size = Math.max(16, Math.floor(Math.min(width / across, height / down)))
    cellPx = size * Math.min(devicePixelRatio, 3)
    canvas.style.width = `${size * across}px`
    canvas.style.height = `${size * down}px`
    canvas.width = Math.round(cellPx * across)
    canvas.height = Math.round(cellPx * down)
    sprites.rasterise(Math.ceil(cellPx * SPRITE_SIZE))
    ticker.invalidate()
  }

  function draw(elapsedMs: number): boolean {
    if (cellPx === 0) return false // the container has not been measured yet
    clock += elapsedMs
    const pulse = prefersReducedMotion() ? 1 : 0.5 + 0.5 * Math.sin(clock / 220)
    context.setTransform(cellPx, 0, 0, cellPx, MARGIN * cellPx, MARGIN * cellPx)
    context.clearRect(-MARGIN, -MARGIN, scene.board.columns + 2 * MARGIN, scene.board.rows + 2 * MARGIN)
    ground.draw(context, scene.board, cellPx)
    drawMarks(context, scene.board, marks, pulse)
    drawPieces(context, scene, sprites, marks.picked, pulse)
    return scene.effects.draw(context, elapsedMs) || (pulsates(marks) && !prefersReducedMotion())
  }

  function show(next: Board): void {
    const { columns, rows } = scene.board
    animations.place(scene, next)
    if (next.columns !== columns || next.rows !== rows || size === 0) fit()
  }

  new ResizeObserver(fit).observe(container)

  return {
    show,
    deal(next) {
      show(next)
      return animations.deal(scene)
    },
    swap: (from, to) => animations.swap(scene, from, to),
    refuse: (from, to) => animations.refuse(scene, from, to),
    playWave: (wave, on) => animations.playWave(scene, wave, on),
    shuffle: (next) => animations.shuffle(scene, next),
    mark(changed) {
      marks = { ...marks, ...changed }
      ticker.invalidate()
    },
    showText: (text) => animations.showText(scene, text),
    cellUnder(clientX, clientY) {
      const { left, top } = canvas.getBoundingClientRect()
      const column = Math.floor((clientX - left) / size - MARGIN)
      const row = Math.floor((clientY - top) / size - MARGIN)
      return cellAt(scene.board, column, row) ?? null
    },
    getMiddle(cell) {
      const box = canvas.getBoundingClientRect()
      const { x, y } = getMiddle(scene.board, cell)
      return { x: box.left + (x + MARGIN) * size, y: box.top + (y + MARGIN) * size }
    },
    setPaused: ticker.setPaused,
  }
}

function drawPieces(
  context: CanvasRenderingContext2D,
  { board, sprites, prefersReducedMotion }: Scene,
  images: Sprites,
  picked: Cell | null,
  pulse: number,
): void {
  const pickedPiece = picked === null || prefersReducedMotion() ? null : pieceAt(board, picked)
  context.save()
  context.beginPath()
  context.rect(-MARGIN, -MARGIN * 0.8, board.columns + 2 * MARGIN, board.rows + 2 * MARGIN)
  context.clip()
  for (const { piece, x, y, scale, alpha } of sprites.values()) {
    const drawn = SPRITE_SIZE * scale * (piece === pickedPiece ? 1.04 + 0.06 * pulse : 1)
    const offset = (1 - drawn) / 2
    context.globalAlpha = alpha
    context.drawImage(images.get(getSpriteName(piece)), x + offset, y + offset, drawn, drawn)
  }
  context.restore()
}
