import type { Effects, Point } from '../../kit/view/effects.ts'
import { bounce, easeInOut, overshoot, type Ticker } from '../../kit/view/ticker.ts'
import { type Board, type Cell, getColumn, getRow, pieceAt, swapped } from '../core/board.ts'
import type { Fall, Wave } from '../core/cascade.ts'
import type { Piece } from '../core/pieces.ts'
import type { Blast } from '../core/specials.ts'
import { COLOURS, type SpriteName } from './sprites.ts'

/** A piece as drawn. `x` and `y` are its upper left corner, in cells. */
export interface PieceSprite {
  piece: Piece
  x: number
  y: number
  scale: number
  alpha: number
}

/** The board as shown. During an animation, the sprites differ from the board. */
export interface Scene {
  board: Board
  /** By piece id. */
  readonly sprites: Map<number, PieceSprite>
  readonly effects: Effects
  readonly ticker: Ticker
  prefersReducedMotion(): boolean
}

const CLEAR_MS = 230
const BLAST_STEP_MS = 26
const BLAST_RADIUS = 3
const BLAST_DELAY_MS = 55

export const getSpriteName = (piece: Piece): SpriteName => piece.special ?? piece.kind ?? 'rainbow'

export const getCorner = (board: Board, cell: Cell): Point => ({
  x: getColumn(board, cell),
  y: getRow(board, cell),
})
export const getMiddle = (board: Board, cell: Cell): Point => ({
  x: getColumn(board, cell) + 0.5,
  y: getRow(board, cell) + 0.5,
})

/** Shows a board without animation. */
export function place(scene: Scene, board: Board): void {
  scene.board = board
  scene.sprites.clear()
  board.pieces.forEach((piece, cell) => {
    addSprite(scene, piece, getCorner(board, cell))
  })
  scene.ticker.invalidate()
}

/** The placed pieces fall in from above. */
export async function deal(scene: Scene): Promise<void> {
  const { board, sprites } = scene
  if (scene.prefersReducedMotion()) return
  await Promise.all(
    board.pieces.map((piece, cell) => {
      const sprite = sprites.get(piece.id)
      const to = getCorner(board, cell)
      if (!sprite) return undefined
      sprite.y = to.y - board.rows - 1
      return move(scene, sprite, to, 520, bounce, (board.rows - to.y) * 34 + to.x * 14)
    }),
  )
}

export async function shuffle(scene: Scene, board: Board): Promise<void> {
  scene.board = board
  const moves = board.pieces.map((piece, cell) => {
    const sprite = scene.sprites.get(piece.id)
    return sprite ? move(scene, sprite, getCorner(board, cell), 520) : undefined
  })
  await Promise.all(moves)
  place(scene, board)
}

export async function swap(scene: Scene, from: Cell, to: Cell): Promise<void> {
  await exchange(scene, from, to, 170)
  scene.board = swapped(scene.board, from, to)
}

/** Animates an undone swap. */
export async function refuse(scene: Scene, from: Cell, to: Cell): Promise<void> {
  await exchange(scene, from, to, 130)
  await exchange(scene, from, to, 130)
}

async function exchange(scene: Scene, from: Cell, to: Cell, ms: number): Promise<void> {
  const first = getSprite(scene, from)
  const second = getSprite(scene, to)
  const there = { x: second.x, y: second.y }
  const back = { x: first.x, y: first.y }
  await Promise.all([move(scene, first, there, ms), move(scene, second, back, ms)])
}

export async function playWave(
  scene: Scene,
  wave: Wave,
  on: { cleared(): void; landed(): void },
): Promise<void> {
  const clearing = clear(scene, wave)
  if (!scene.prefersReducedMotion()) scene.effects.text(getCentre(scene.board, wave), `+${wave.points}`, 0.42)
  on.cleared()
  await clearing
  scene.board = wave.board
  await Promise.all(wave.falls.map((fall) => drop(scene, fall)))
  on.landed()
}

function getCentre(board: Board, { cleared }: Wave): Point {
  const points = cleared.map(({ cell }) => getMiddle(board, cell))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) }
}

async function clear(scene: Scene, { blasts, cleared, created }: Wave): Promise<void> {
  blasts.forEach((blast, index) => {
    showBlast(scene, blast, getBlastDelayMs(index, blasts.length))
  })
  const targetBySource = new Map(
    created.flatMap(({ cell, from }) => from.map((source) => [source, cell] as const)),
  )
  const removals = cleared.map(async ({ cell, piece }) => {
    const sprite = getSprite(scene, cell)
    sprite.piece = piece // in the bonus turn, plain pieces become specials just before they are cleared
    const target = targetBySource.get(cell)
    if (target === undefined || scene.prefersReducedMotion())
      return vanish(scene, sprite, getHitDelayMs(scene, cell, blasts))
    await move(scene, sprite, getCorner(scene.board, target), 170)
    scene.sprites.delete(sprite.piece.id)
  })
  await Promise.all([...removals, ...created.map((special) => showCreated(scene, special))])
}

function showBlast({ board, effects, prefersReducedMotion }: Scene, blast: Blast, delayMs: number): void {
  if (prefersReducedMotion()) return
  const at = getMiddle(board, blast.origin)
  if (blast.shape === 'row') effects.beam({ x: 0, y: at.y }, { x: board.columns, y: at.y }, delayMs)
  if (blast.shape === 'column') effects.beam({ x: at.x, y: 0 }, { x: at.x, y: board.rows }, delayMs)
  if (blast.shape === 'bomb') effects.ring(at, BLAST_RADIUS, delayMs)
  if (blast.shape === 'rainbow') {
    blast.cells.forEach((cell, index) => {
      effects.ray(at, getMiddle(board, cell), delayMs + index * 12)
    })
  }
}

/** More than four blasts start one after another. */
const getBlastDelayMs = (index: number, count: number) => (count > 4 ? index * BLAST_DELAY_MS : 0)

/** Delay until a cell is hit: blasts spread outwards from their origin, matches clear at once. */
function getHitDelayMs({ board, prefersReducedMotion }: Scene, cell: Cell, blasts: readonly Blast[]): number {
  const arrivals = blasts.flatMap(({ origin, cells }, index) => {
    if (!cells.includes(cell)) return []
    const [to, from] = [getCorner(board, cell), getCorner(board, origin)]
    const distance = Math.hypot(to.x - from.x, to.y - from.y)
    return [getBlastDelayMs(index, blasts.length) + distance * BLAST_STEP_MS]
  })
  return arrivals.length > 0 && !prefersReducedMotion() ? Math.min(...arrivals) : 0
}

async function vanish(scene: Scene, sprite: PieceSprite, delayMs: number): Promise<void> {
  const isReduced = scene.prefersReducedMotion()
  if (!isReduced) {
    const at = { x: sprite.x + 0.5, y: sprite.y + 0.5 }
    scene.effects.sparks(at, COLOURS[getSpriteName(sprite.piece)], 9, delayMs + 50)
  }
  const step = (t: number) => {
    sprite.scale = isReduced ? 1 : t < 0.3 ? 1 + t * 0.5 : 1.15 * (1 - (t - 0.3) / 0.7)
    sprite.alpha = 1 - t * t
  }
  await scene.ticker.tween({ ms: CLEAR_MS, delay: delayMs, step })
  scene.sprites.delete(sprite.piece.id)
}

/** Shows floating text at the board's middle. */
export const showText = ({ board, effects }: Scene, text: string): void =>
  effects.text({ x: board.columns / 2, y: board.rows / 2 }, text, 0.9)

async function showCreated(scene: Scene, { cell, piece }: Wave['created'][number]): Promise<void> {
  const sprite = addSprite(scene, piece, getCorner(scene.board, cell))
  sprite.scale = 0
  const step = (t: number) => {
    sprite.scale = t
  }
  const ms = scene.prefersReducedMotion() ? 1 : 260
  await scene.ticker.tween({ ms, delay: 90, ease: overshoot, step })
}

async function drop(scene: Scene, { piece, to, fromRow }: Fall): Promise<void> {
  const end = getCorner(scene.board, to)
  const sprite = scene.sprites.get(piece.id) ?? addSprite(scene, piece, { x: end.x, y: fromRow })
  await move(scene, sprite, end, 130 + 105 * Math.sqrt(end.y - fromRow), bounce, end.x * 8)
}

function move(
  { ticker, prefersReducedMotion }: Scene,
  sprite: PieceSprite,
  to: Point,
  ms: number,
  ease = easeInOut,
  delay = 0,
): Promise<void> {
  const from = { x: sprite.x, y: sprite.y }
  const step = (t: number) => {
    sprite.x = from.x + (to.x - from.x) * t
    sprite.y = from.y + (to.y - from.y) * t
  }
  const timing = prefersReducedMotion() ? { ms: 1 } : { ms, delay }
  return ticker.tween({ ...timing, ease, step })
}

function getSprite(scene: Scene, cell: Cell): PieceSprite {
  const piece = pieceAt(scene.board, cell)
  return scene.sprites.get(piece.id) ?? addSprite(scene, piece, getCorner(scene.board, cell))
}

function addSprite({ sprites }: Scene, piece: Piece, { x, y }: Point): PieceSprite {
  const sprite: PieceSprite = { piece, x, y, scale: 1, alpha: 1 }
  sprites.set(piece.id, sprite)
  return sprite
}
