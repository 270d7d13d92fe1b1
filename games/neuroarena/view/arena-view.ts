import { type Arena, type Happening, multiplierOf } from '../core/arena.ts'
import { createCamera, densityFor, followDrone, resizeCamera } from './camera.ts'
import { drawDrone } from './draw-drone.ts'
import { drawFoe, drawPointers, FOE_COLOURS } from './draw-foes.ts'
import { drawPickups, drawShots } from './draw-shots.ts'
import { createEchoes } from './echoes.ts'
import { drawFloor, FLOOR_HALF, FLOOR_NIGHT, type Floor } from './floor.ts'
import { createSparks, type SparkColour } from './sparks.ts'
import type { SpriteName, Sprites } from './sprites.ts'

const FOE_SPARKS: Record<string, SparkColour> = { chaser: 1, shooter: 2, splitter: 3, shard: 3, boss: 1 }
const PICKUP_SPARKS: Record<string, SparkColour> = { repair: 4, rapid: 0, triple: 3 }

interface Deps {
  readonly canvas: HTMLCanvasElement
  readonly sprites: Sprites
  /** The player asked for less motion: nothing shakes, flashes or blinks. */
  isCalm(): boolean
  skin(): SpriteName
}

export interface ArenaView {
  /** Draws one frame. @param seconds  Since the last frame; 0 while the game stands still. */
  draw(arena: Arena, seconds: number): void
  show(happening: Happening, arena: Arena): void
}

/** Everything one sees of a run. It reads the run and never changes it. */
export function createArenaView({ canvas, sprites, isCalm, skin }: Deps): ArenaView {
  const context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D
  const camera = createCamera()
  const sparks = createSparks()
  const echoes = createEchoes()
  let floor: Floor | undefined
  let shake = 0
  let drawnScale = 0
  /** Drawn once more when the size changes: a canvas forgets its picture then. */
  let lastDrawn: Arena | undefined

  function resize(): void {
    const { clientWidth, clientHeight } = canvas
    const density = densityFor(clientWidth, clientHeight, devicePixelRatio)
    resizeCamera(camera, clientWidth, clientHeight, density)
    canvas.width = camera.width
    canvas.height = camera.height
    if (camera.scale !== drawnScale) {
      drawnScale = camera.scale
      floor = drawFloor(camera.scale)
      sprites.rasterise(camera.scale)
    }
    if (lastDrawn) draw(lastDrawn, 0)
  }

  function drawGround(left: number, top: number): void {
    if (!floor) return
    context.fillStyle = FLOOR_NIGHT
    context.fillRect(0, 0, camera.width, camera.height)
    const size = 2 * FLOOR_HALF * camera.scale
    const [x, y] = [
      Math.round(-FLOOR_HALF * camera.scale - left),
      Math.round(-FLOOR_HALF * camera.scale - top),
    ]
    if (floor.scale === camera.scale) context.drawImage(floor.picture, x, y)
    else context.drawImage(floor.picture, x, y, size, size)
  }

  function drawThings(arena: Arena, seconds: number): void {
    const { drone, foes, shots, pickups } = arena
    const isAlive = arena.phase !== 'over'
    drawPickups(context, camera, pickups, sprites)
    for (const foe of foes) drawFoe(context, camera, foe, drone, sprites)
    drawShots(context, camera, shots)
    if (isAlive) drawDrone(context, camera, drone, { sprites, skin: skin(), isCalm: isCalm() })
    sparks.draw(context, camera, seconds)
    echoes.draw(context, camera, seconds)
    drawPointers(context, camera, foes)
  }

  function showDefeat(happening: Extract<Happening, { kind: 'hit' | 'defeated' }>, arena: Arena): void {
    const { x, y, foe, points } = happening
    const isBoss = foe === 'boss'
    sparks.burst(x, y, FOE_SPARKS[foe] ?? 5, isCalm() ? 6 : isBoss ? 90 : 16, isBoss ? 620 : 380)
    echoes.ring(x, y, FOE_COLOURS[foe], isBoss ? 240 : 74)
    const multiplier = multiplierOf(arena)
    echoes.words(x, y, multiplier > 1 ? '#ffe08a' : '#fff', `+${points}`)
    if (isBoss) shake = 16
  }

  function showHurt(x: number, y: number, isOver: boolean): void {
    sparks.burst(x, y, 5, isCalm() ? 8 : isOver ? 80 : 26, isOver ? 560 : 420)
    echoes.ring(x, y, '#ffffff', isOver ? 260 : 120, isOver ? 0.9 : 0.5)
    shake = isOver ? 18 : 11
  }

  function draw(arena: Arena, seconds: number): void {
    lastDrawn = arena
    followDrone(camera, arena.drone, seconds)
    shake = isCalm() ? 0 : Math.max(0, shake - seconds * 42)
    const jolt = () => (Math.random() * 2 - 1) * shake * camera.scale
    const left = Math.round(camera.x * camera.scale - camera.width / 2 + jolt())
    const top = Math.round(camera.y * camera.scale - camera.height / 2 + jolt())
    context.setTransform(1, 0, 0, 1, 0, 0)
    drawGround(left, top)
    context.setTransform(1, 0, 0, 1, -left, -top)
    drawThings(arena, seconds)
  }

  function show(happening: Happening, arena: Arena): void {
    const { kind } = happening
    if (kind === 'hit') sparks.burst(happening.x, happening.y, FOE_SPARKS[happening.foe] ?? 5, 3, 240)
    if (kind === 'defeated') showDefeat(happening, arena)
    if (kind === 'hurt') showHurt(happening.x, happening.y, arena.drone.hull <= 0)
    if (kind === 'picked') {
      sparks.burst(happening.x, happening.y, PICKUP_SPARKS[happening.pickup] ?? 5, 14, 260)
      echoes.ring(happening.x, happening.y, '#ffffff', 70)
    }
    if (kind === 'shield') echoes.ring(happening.x, happening.y, '#8df4ff', 120, 0.7)
    if (kind === 'revived') echoes.ring(happening.x, happening.y, '#8df4ff', 300, 0.7)
  }

  new ResizeObserver(resize).observe(canvas)
  resize()
  return { draw, show }
}
