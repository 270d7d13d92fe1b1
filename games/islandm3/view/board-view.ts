import { createEffects, type Point } from '../../kit/view/effects.ts'
import { bounce, createTicker, easeInOut, overshoot } from '../../kit/view/ticker.ts'
import { type Board, type Cell, cellAt, getColumn, getRow, pieceAt, swapped } from '../core/board.ts'
import type { Fall, Wave } from '../core/cascade.ts'
import type { Piece } from '../core/pieces.ts'
import type { Blast } from '../core/specials.ts'
import { createGround, MARGIN } from './ground.ts'
import { drawMarks, type Marks, NO_MARKS } from './marks.ts'
import { COLOURS, type SpriteName, type Sprites } from './sprites.ts'

/** A piece as drawn. `x` and `y` are its upper left corner, in cells. */
interface PieceSprite {
  piece: Piece
  x: number
  y: number
  scale: number
  alpha: number
}

export interface BoardView {
  /** Shows a board without animation. */
  show(board: Board): void
  /** Shows a new board; its pieces fall in from above. */
  deal(board: Board): Promise<void>
  swap(from: Cell, to: Cell): Promise<void>
  /** Animates a swap that is undone. */
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
const CLEAR_MS = 230
const BLAST_STEP_MS = 26
const BLAST_RADIUS = 3
const BLAST_DELAY_MS = 55

const getSprite = (piece: Piece): SpriteName => piece.special ?? piece.kind ?? 'rainbow'

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
  const canvas = container.querySelector('canvas') as HTMLCanvasElement
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const ground = createGround(sprites)
  const effects = createEffects()
  const pieceSprites = new Map<number, PieceSprite>()
  const ticker = createTicker(draw)
  let board: Board = { columns: 8, rows: 8, pieces: [], sand: [] }
  let marks: Marks = NO_MARKS
  let size = 0
  let cellPx = 0
  let clock = 0

  const middle = (cell: Cell): Point => ({ x: getColumn(board, cell) + 0.5, y: getRow(board, cell) + 0.5 })
  const getPlace = (cell: Cell) => ({ column: getColumn(board, cell), row: getRow(board, cell) })
  const motionMs = (ms: number) => (prefersReducedMotion() ? 1 : ms)

  function fit(): void {
    const place = container.getBoundingClientRect()
    if (place.width === 0) return
    const across = board.columns + 2 * MARGIN
    const down = board.rows + 2 * MARGIN
    size = Math.max(16, Math.floor(Math.min(place.width / across, place.height / down)))
    canvas.style.width = `${size * across}px`
    canvas.style.height = `${size * down}px`
    cellPx = size * Math.min(devicePixelRatio, 3)
    canvas.width = Math.round(cellPx * across)
    canvas.height = Math.round(cellPx * down)
    sprites.rasterise(Math.ceil(cellPx * SPRITE_SIZE))
    ticker.invalidate()
  }

  function drawPieceSprite(sprite: PieceSprite, pulse: number): void {
    const isPicked = marks.picked !== null && pieceAt(board, marks.picked) === sprite.piece
    const drawn = SPRITE_SIZE * sprite.scale * (isPicked && !prefersReducedMotion() ? 1.04 + 0.06 * pulse : 1)
    context.globalAlpha = sprite.alpha
    const offset = (1 - drawn) / 2
    context.drawImage(
      sprites.get(getSprite(sprite.piece)),
      sprite.x + offset,
      sprite.y + offset,
      drawn,
      drawn,
    )
  }

  function draw(elapsedMs: number): boolean {
    if (cellPx === 0) return false // the container has not been measured yet
    clock += elapsedMs
    const pulse = prefersReducedMotion() ? 1 : 0.5 + 0.5 * Math.sin(clock / 220)
    context.setTransform(cellPx, 0, 0, cellPx, MARGIN * cellPx, MARGIN * cellPx)
    context.clearRect(-MARGIN, -MARGIN, board.columns + 2 * MARGIN, board.rows + 2 * MARGIN)
    ground.draw(context, board, cellPx)
    drawMarks(context, marks, getPlace, pulse)
    context.save()
    context.beginPath()
    context.rect(-MARGIN, -MARGIN * 0.8, board.columns + 2 * MARGIN, board.rows + 2 * MARGIN)
    context.clip()
    for (const sprite of pieceSprites.values()) drawPieceSprite(sprite, pulse)
    context.restore()
    const hasEffects = effects.draw(context, elapsedMs)
    const pulsates = marks.picked !== null || marks.hint.length > 0 || marks.aim.length > 0
    return hasEffects || (pulsates && !prefersReducedMotion())
  }

  function addSprite(piece: Piece, x: number, y: number): PieceSprite {
    const sprite: PieceSprite = { piece, x, y, scale: 1, alpha: 1 }
    pieceSprites.set(piece.id, sprite)
    return sprite
  }

  function show(next: Board): void {
    const isOtherSize = next.columns !== board.columns || next.rows !== board.rows
    board = next
    pieceSprites.clear()
    board.pieces.forEach((piece, cell) => {
      addSprite(piece, getColumn(board, cell), getRow(board, cell))
    })
    if (isOtherSize || size === 0) fit()
    ticker.invalidate()
  }

  function move(
    sprite: PieceSprite,
    to: { x: number; y: number },
    ms: number,
    ease = easeInOut,
    delay = 0,
  ): Promise<void> {
    const from = { x: sprite.x, y: sprite.y }
    const step = (t: number) => {
      sprite.x = from.x + (to.x - from.x) * t
      sprite.y = from.y + (to.y - from.y) * t
    }
    return ticker.tween({ ms: motionMs(ms), delay: prefersReducedMotion() ? 0 : delay, ease, step })
  }

  const spriteAt = (cell: Cell): PieceSprite => {
    const piece = pieceAt(board, cell)
    return pieceSprites.get(piece.id) ?? addSprite(piece, getColumn(board, cell), getRow(board, cell))
  }

  async function exchange(from: Cell, to: Cell, ms: number): Promise<void> {
    const first = spriteAt(from)
    const second = spriteAt(to)
    const there = { x: second.x, y: second.y }
    const back = { x: first.x, y: first.y }
    await Promise.all([move(first, there, ms), move(second, back, ms)])
  }

  /** More than four blasts start one after another. */
  const blastDelayMs = (index: number, count: number) => (count > 4 ? index * BLAST_DELAY_MS : 0)

  function showBlast(blast: Blast, delay: number): void {
    if (prefersReducedMotion()) return
    const at = middle(blast.origin)
    if (blast.shape === 'row') effects.beam({ x: 0, y: at.y }, { x: board.columns, y: at.y }, delay)
    if (blast.shape === 'column') effects.beam({ x: at.x, y: 0 }, { x: at.x, y: board.rows }, delay)
    if (blast.shape === 'bomb') effects.ring(at, BLAST_RADIUS, delay)
    if (blast.shape === 'rainbow') {
      blast.cells.forEach((cell, index) => {
        effects.ray(at, middle(cell), delay + index * 12)
      })
    }
  }

  /** Delay in ms until a cell is hit: blasts spread outwards from their origin, matches clear at once. */
  function getDelayMs(cell: Cell, blasts: readonly Blast[]): number {
    const arrivals = blasts.flatMap(({ origin, cells }, index) => {
      if (!cells.includes(cell)) return []
      const distance = Math.hypot(middle(cell).x - middle(origin).x, middle(cell).y - middle(origin).y)
      return [blastDelayMs(index, blasts.length) + distance * BLAST_STEP_MS]
    })
    return arrivals.length > 0 && !prefersReducedMotion() ? Math.min(...arrivals) : 0
  }

  async function vanish(sprite: PieceSprite, delay: number): Promise<void> {
    if (!prefersReducedMotion()) {
      const at = { x: sprite.x + 0.5, y: sprite.y + 0.5 }
      effects.sparks(at, COLOURS[getSprite(sprite.piece)], 9, delay + 50)
    }
    const step = (t: number) => {
      sprite.scale = prefersReducedMotion() ? 1 : t < 0.3 ? 1 + t * 0.5 : 1.15 * (1 - (t - 0.3) / 0.7)
      sprite.alpha = 1 - t * t
    }
    await ticker.tween({ ms: CLEAR_MS, delay, step })
    pieceSprites.delete(sprite.piece.id)
  }

  async function showCreated(special: Wave['created'][number]): Promise<void> {
    const { x, y } = middle(special.cell)
    const sprite = addSprite(special.piece, x - 0.5, y - 0.5)
    sprite.scale = 0
    const step = (t: number) => {
      sprite.scale = t
    }
    await ticker.tween({ ms: motionMs(260), delay: 90, ease: overshoot, step })
  }

  async function clear(wave: Wave): Promise<void> {
    wave.blasts.forEach((blast, index) => {
      showBlast(blast, blastDelayMs(index, wave.blasts.length))
    })
    const targetBySource = new Map(
      wave.created.flatMap(({ cell, from }) => from.map((source) => [source, cell] as const)),
    )
    const removals = wave.cleared.map(async ({ cell, piece }) => {
      const sprite = spriteAt(cell)
      sprite.piece = piece // in the bonus turn, plain pieces become specials just before they are cleared
      const target = targetBySource.get(cell)
      if (target === undefined || prefersReducedMotion()) return vanish(sprite, getDelayMs(cell, wave.blasts))
      const { column, row } = getPlace(target)
      await move(sprite, { x: column, y: row }, 170, easeInOut)
      pieceSprites.delete(sprite.piece.id)
    })
    await Promise.all([...removals, ...wave.created.map(showCreated)])
  }

  function getCentre(wave: Wave): Point {
    const points = wave.cleared.map(({ cell }) => middle(cell))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
  }

  async function drop({ piece, to, fromRow }: Fall): Promise<void> {
    const { column, row } = getPlace(to)
    const sprite = pieceSprites.get(piece.id) ?? addSprite(piece, column, fromRow)
    const distance = row - fromRow
    await move(sprite, { x: column, y: row }, 130 + 105 * Math.sqrt(distance), bounce, column * 8)
  }

  new ResizeObserver(fit).observe(container)

  return {
    show,
    async deal(next) {
      show(next)
      await Promise.all(
        next.pieces.map((piece, cell) => {
          const sprite = pieceSprites.get(piece.id)
          const { column, row } = getPlace(cell)
          if (!sprite || prefersReducedMotion()) return undefined
          sprite.y = row - next.rows - 1
          return move(sprite, { x: column, y: row }, 520, bounce, (next.rows - row) * 34 + column * 14)
        }),
      )
    },
    async swap(from, to) {
      await exchange(from, to, 170)
      board = swapped(board, from, to)
    },
    async refuse(from, to) {
      await exchange(from, to, 130)
      await exchange(from, to, 130)
    },
    async playWave(wave, on) {
      const clearing = clear(wave)
      if (!prefersReducedMotion()) effects.text(getCentre(wave), `+${wave.points}`, 0.42)
      on.cleared()
      await clearing
      board = wave.board
      await Promise.all(wave.falls.map(drop))
      on.landed()
    },
    async shuffle(next) {
      board = next
      const moves = next.pieces.map((piece, cell) => {
        const { column, row } = getPlace(cell)
        const sprite = pieceSprites.get(piece.id)
        return sprite ? move(sprite, { x: column, y: row }, 520, easeInOut) : undefined
      })
      await Promise.all(moves)
      show(next)
    },
    mark(changed) {
      marks = { ...marks, ...changed }
      ticker.invalidate()
    },
    showText: (text) => effects.text({ x: board.columns / 2, y: board.rows / 2 }, text, 0.9),
    cellUnder(clientX, clientY) {
      const box = canvas.getBoundingClientRect()
      const column = Math.floor((clientX - box.left) / size - MARGIN)
      const row = Math.floor((clientY - box.top) / size - MARGIN)
      return cellAt(board, column, row) ?? null
    },
    getMiddle(cell) {
      const box = canvas.getBoundingClientRect()
      const { x, y } = middle(cell)
      return { x: box.left + (x + MARGIN) * size, y: box.top + (y + MARGIN) * size }
    },
    setPaused: ticker.setPaused,
  }
}
