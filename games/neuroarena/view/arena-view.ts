import { openContext } from '../../kit/hud/dom.ts'
import type { Arena, ArenaEvent } from '../core/arena.ts'
import { type Camera, createCamera, densityFor, followDrone, resizeCamera } from './camera.ts'
import { drawDrone } from './draw-drone.ts'
import { BACKGROUND, drawFloor, FLOOR_HALF, type Floor } from './draw-floor.ts'
import { drawFoe, drawPointers } from './draw-foes.ts'
import { drawPickups, drawShots } from './draw-shots.ts'
import { createEffects } from './effects.ts'
import { createParticles } from './particles.ts'
import { getShake, showEvent } from './show-event.ts'
import type { SpriteName, Sprites } from './sprites.ts'

interface Deps {
  readonly canvas: HTMLCanvasElement
  readonly sprites: Sprites
  /** When true, nothing shakes, flashes or blinks. */
  prefersReducedMotion(): boolean
  skin(): SpriteName
}

export interface ArenaView {
  /** @param seconds  Time since the last frame; 0 while the game is paused. */
  draw(arena: Arena, seconds: number): void
  show(event: ArenaEvent, arena: Arena): void
}

/** Draws a run. Never changes it. */
export function createArenaView({ canvas, sprites, prefersReducedMotion, skin }: Deps): ArenaView {
  const context = openContext(canvas, { alpha: false })
  const camera = createCamera()
  const particles = createParticles()
  const effects = createEffects()
  let floor: Floor | undefined
  let shake = 0
  let drawnScale = 0
  /** Redrawn after a resize, which clears the canvas. */
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

  function drawBodies(arena: Arena, seconds: number): void {
    const { drone, foes, shots, pickups } = arena
    const isAlive = arena.phase !== 'over'
    drawPickups(context, camera, pickups, sprites)
    for (const foe of foes) drawFoe(context, camera, foe, drone, sprites)
    drawShots(context, camera, shots)
    if (isAlive)
      drawDrone(context, camera, drone, {
        sprites,
        skin: skin(),
        prefersReducedMotion: prefersReducedMotion(),
      })
    particles.draw(context, camera, seconds)
    effects.draw(context, camera, seconds)
    drawPointers(context, camera, foes)
  }

  function draw(arena: Arena, seconds: number): void {
    lastDrawn = arena
    followDrone(camera, arena.drone, seconds)
    shake = prefersReducedMotion() ? 0 : Math.max(0, shake - seconds * 42)
    const jolt = () => (Math.random() * 2 - 1) * shake * camera.scale
    const left = Math.round(camera.x * camera.scale - camera.width / 2 + jolt())
    const top = Math.round(camera.y * camera.scale - camera.height / 2 + jolt())
    context.setTransform(1, 0, 0, 1, 0, 0)
    if (floor) drawGround(context, camera, floor, left, top)
    context.setTransform(1, 0, 0, 1, -left, -top)
    drawBodies(arena, seconds)
  }

  new ResizeObserver(resize).observe(canvas)
  resize()
  return {
    draw,
    show(event, arena) {
      showEvent(event, arena, { particles, effects, prefersReducedMotion })
      shake = getShake(event, arena) ?? shake
    },
  }
}

function drawGround(
  context: CanvasRenderingContext2D,
  { width, height, scale }: Camera,
  floor: Floor,
  left: number,
  top: number,
): void {
  context.fillStyle = BACKGROUND
  context.fillRect(0, 0, width, height)
  const size = 2 * FLOOR_HALF * scale
  const [x, y] = [Math.round(-FLOOR_HALF * scale - left), Math.round(-FLOOR_HALF * scale - top)]
  if (floor.scale === scale) context.drawImage(floor.canvas, x, y)
  else context.drawImage(floor.canvas, x, y, size, size)
}
