import { easeInOut, fall as falling, overshoot } from '../../kit/view/easing.ts'
import { createEffects, type Point } from '../../kit/view/effects.ts'
import { createTicker } from '../../kit/view/ticker.ts'
import { type Board, type Cell, cellAt, columnOf, pieceAt, rowOf, swapped } from '../core/board.ts'
import type { Fall, Wave } from '../core/cascade.ts'
import type { Piece } from '../core/pieces.ts'
import type { Blast } from '../core/specials.ts'
import { createGround, MARGIN } from './ground.ts'
import { drawMarks, type Marks, NO_MARKS } from './marks.ts'
import { COLOURS, type SpriteName, type Sprites } from './sprites.ts'

/** A piece as it is seen: its place in cells (of its upper left corner) and how it looks right now. */
interface Actor {
  piece: Piece
  x: number
  y: number
  scale: number
  alpha: number
}

export interface BoardView {
  /** Puts the board there as it is. */
  show(board: Board): void
  /** The board's pieces rain in. */
  deal(board: Board): Promise<void>
  swap(from: Cell, to: Cell): Promise<void>
  /** Half way there and back: this swap leads to nothing. */
  refuse(from: Cell, to: Cell): Promise<void>
  playWave(wave: Wave, on: { cleared(): void; landed(): void }): Promise<void>
  shuffle(board: Board): Promise<void>
  mark(marks: Partial<Marks>): void
  say(text: string): void
  cellUnder(clientX: number, clientY: number): Cell | null
  /** The middle of a cell in the page's pixels, where collected pieces fly off from. */
  middleOf(cell: Cell): Point
  setPaused(isPaused: boolean): void
}

const SPRITE_SIZE = 0.9
const CLEAR_MS = 230
const BLAST_STEP_MS = 26
const BLAST_RADIUS = 3
const FUSE_MS = 55

const spriteOf = (piece: Piece): SpriteName => piece.special ?? piece.kind ?? 'rainbow'

/**
 * Draws the board and plays what happens on it.
 * @param room    Where the board may spread; holds the canvas.
 * @param isCalm  Whether the player asked for reduced motion: then things change place at once and fade.
 */
export function createBoardView(room: HTMLElement, sprites: Sprites, isCalm: () => boolean): BoardView {
  const canvas = room.querySelector('canvas') as HTMLCanvasElement
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const ground = createGround(sprites)
  const effects = createEffects()
  const actors = new Map<number, Actor>()
  const ticker = createTicker(draw)
  let board: Board = { columns: 8, rows: 8, pieces: [], sand: [] }
  let marks: Marks = NO_MARKS
  let size = 0
  let cellPx = 0
  let clock = 0

  const middle = (cell: Cell): Point => ({ x: columnOf(board, cell) + 0.5, y: rowOf(board, cell) + 0.5 })
  const placeOf = (cell: Cell) => ({ column: columnOf(board, cell), row: rowOf(board, cell) })
  const motionMs = (ms: number) => (isCalm() ? 1 : ms)

  function fit(): void {
    const place = room.getBoundingClientRect()
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

  function drawActor(actor: Actor, pulse: number): void {
    const isPicked = marks.picked !== null && pieceAt(board, marks.picked) === actor.piece
    const drawn = SPRITE_SIZE * actor.scale * (isPicked && !isCalm() ? 1.04 + 0.06 * pulse : 1)
    context.globalAlpha = actor.alpha
    const offset = (1 - drawn) / 2
    context.drawImage(sprites.get(spriteOf(actor.piece)), actor.x + offset, actor.y + offset, drawn, drawn)
  }

  function draw(elapsedMs: number): boolean {
    if (cellPx === 0) return false // not measured yet
    clock += elapsedMs
    const pulse = isCalm() ? 1 : 0.5 + 0.5 * Math.sin(clock / 220)
    context.setTransform(cellPx, 0, 0, cellPx, MARGIN * cellPx, MARGIN * cellPx)
    context.clearRect(-MARGIN, -MARGIN, board.columns + 2 * MARGIN, board.rows + 2 * MARGIN)
    ground.draw(context, board, cellPx)
    drawMarks(context, marks, placeOf, pulse)
    context.save()
    context.beginPath()
    context.rect(-MARGIN, -MARGIN * 0.8, board.columns + 2 * MARGIN, board.rows + 2 * MARGIN)
    context.clip()
    for (const actor of actors.values()) drawActor(actor, pulse)
    context.restore()
    const hasEffects = effects.draw(context, elapsedMs)
    const breathes = marks.picked !== null || marks.hint.length > 0 || marks.aim.length > 0
    return hasEffects || (breathes && !isCalm())
  }

  function setStage(piece: Piece, x: number, y: number): Actor {
    const actor: Actor = { piece, x, y, scale: 1, alpha: 1 }
    actors.set(piece.id, actor)
    return actor
  }

  function show(next: Board): void {
    const isOtherSize = next.columns !== board.columns || next.rows !== board.rows
    board = next
    actors.clear()
    board.pieces.forEach((piece, cell) => {
      setStage(piece, columnOf(board, cell), rowOf(board, cell))
    })
    if (isOtherSize || size === 0) fit()
    ticker.invalidate()
  }

  function move(
    actor: Actor,
    to: { x: number; y: number },
    ms: number,
    ease = easeInOut,
    delay = 0,
  ): Promise<void> {
    const from = { x: actor.x, y: actor.y }
    const step = (t: number) => {
      actor.x = from.x + (to.x - from.x) * t
      actor.y = from.y + (to.y - from.y) * t
    }
    return ticker.tween({ ms: motionMs(ms), delay: isCalm() ? 0 : delay, ease, step })
  }

  const actorAt = (cell: Cell): Actor => {
    const piece = pieceAt(board, cell)
    return actors.get(piece.id) ?? setStage(piece, columnOf(board, cell), rowOf(board, cell))
  }

  async function exchange(from: Cell, to: Cell, ms: number): Promise<void> {
    const first = actorAt(from)
    const second = actorAt(to)
    const there = { x: second.x, y: second.y }
    const back = { x: first.x, y: first.y }
    await Promise.all([move(first, there, ms), move(second, back, ms)])
  }

  /** Many blasts go off one after another, like fireworks: all at once they would only be a flash. */
  const fuseMs = (nth: number, count: number) => (count > 4 ? nth * FUSE_MS : 0)

  function showBlast(blast: Blast, delay: number): void {
    if (isCalm()) return
    const at = middle(blast.origin)
    if (blast.shape === 'row') effects.beam({ x: 0, y: at.y }, { x: board.columns, y: at.y }, delay)
    if (blast.shape === 'column') effects.beam({ x: at.x, y: 0 }, { x: at.x, y: board.rows }, delay)
    if (blast.shape === 'bomb') effects.ring(at, BLAST_RADIUS, delay)
    if (blast.shape === 'rainbow') {
      blast.cells.forEach((cell, nth) => {
        effects.ray(at, middle(cell), delay + nth * 12)
      })
    }
  }

  /** How long after the wave began a cell is hit: blasts travel, matches go at once. */
  function delayOf(cell: Cell, blasts: readonly Blast[]): number {
    const arrivals = blasts.flatMap(({ origin, cells }, nth) => {
      if (!cells.includes(cell)) return []
      const distance = Math.hypot(middle(cell).x - middle(origin).x, middle(cell).y - middle(origin).y)
      return [fuseMs(nth, blasts.length) + distance * BLAST_STEP_MS]
    })
    return arrivals.length > 0 && !isCalm() ? Math.min(...arrivals) : 0
  }

  async function vanish(actor: Actor, delay: number): Promise<void> {
    if (!isCalm()) {
      const at = { x: actor.x + 0.5, y: actor.y + 0.5 }
      effects.sparks(at, COLOURS[spriteOf(actor.piece)], 9, delay + 50)
    }
    const step = (t: number) => {
      actor.scale = isCalm() ? 1 : t < 0.3 ? 1 + t * 0.5 : 1.15 * (1 - (t - 0.3) / 0.7)
      actor.alpha = 1 - t * t
    }
    await ticker.tween({ ms: CLEAR_MS, delay, step })
    actors.delete(actor.piece.id)
  }

  async function forge(forged: Wave['forged'][number]): Promise<void> {
    const { x, y } = middle(forged.cell)
    const actor = setStage(forged.piece, x - 0.5, y - 0.5)
    actor.scale = 0
    const step = (t: number) => {
      actor.scale = t
    }
    await ticker.tween({ ms: motionMs(260), delay: 90, ease: overshoot, step })
  }

  async function clear(wave: Wave): Promise<void> {
    wave.blasts.forEach((blast, nth) => {
      showBlast(blast, fuseMs(nth, wave.blasts.length))
    })
    const gathered = new Map(
      wave.forged.flatMap(({ cell, from }) => from.map((source) => [source, cell] as const)),
    )
    const goings = wave.cleared.map(async ({ cell, piece }) => {
      const actor = actorAt(cell)
      actor.piece = piece // at the end of a level plain pieces turn into specials just before they go off
      const target = gathered.get(cell)
      if (target === undefined || isCalm()) return vanish(actor, delayOf(cell, wave.blasts))
      const { column, row } = placeOf(target)
      await move(actor, { x: column, y: row }, 170, easeInOut)
      actors.delete(actor.piece.id)
    })
    await Promise.all([...goings, ...wave.forged.map(forge)])
  }

  function centreOf(wave: Wave): Point {
    const points = wave.cleared.map(({ cell }) => middle(cell))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
  }

  async function drop({ piece, to, fromRow }: Fall): Promise<void> {
    const { column, row } = placeOf(to)
    const actor = actors.get(piece.id) ?? setStage(piece, column, fromRow)
    const distance = row - fromRow
    await move(actor, { x: column, y: row }, 130 + 105 * Math.sqrt(distance), falling, column * 8)
  }

  new ResizeObserver(fit).observe(room)

  return {
    show,
    async deal(next) {
      show(next)
      await Promise.all(
        next.pieces.map((piece, cell) => {
          const actor = actors.get(piece.id)
          const { column, row } = placeOf(cell)
          if (!actor || isCalm()) return undefined
          actor.y = row - next.rows - 1
          return move(actor, { x: column, y: row }, 520, falling, (next.rows - row) * 34 + column * 14)
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
      if (!isCalm()) effects.words(centreOf(wave), `+${wave.points}`, 0.42)
      on.cleared()
      await clearing
      board = wave.board
      await Promise.all(wave.falls.map(drop))
      on.landed()
    },
    async shuffle(next) {
      board = next
      const moves = next.pieces.map((piece, cell) => {
        const { column, row } = placeOf(cell)
        const actor = actors.get(piece.id)
        return actor ? move(actor, { x: column, y: row }, 520, easeInOut) : undefined
      })
      await Promise.all(moves)
      show(next)
    },
    mark(changed) {
      marks = { ...marks, ...changed }
      ticker.invalidate()
    },
    say: (text) => effects.words({ x: board.columns / 2, y: board.rows / 2 }, text, 0.9),
    cellUnder(clientX, clientY) {
      const box = canvas.getBoundingClientRect()
      const column = Math.floor((clientX - box.left) / size - MARGIN)
      const row = Math.floor((clientY - box.top) / size - MARGIN)
      return cellAt(board, column, row) ?? null
    },
    middleOf(cell) {
      const box = canvas.getBoundingClientRect()
      const { x, y } = middle(cell)
      return { x: box.left + (x + MARGIN) * size, y: box.top + (y + MARGIN) * size }
    },
    setPaused: ticker.setPaused,
  }
}
