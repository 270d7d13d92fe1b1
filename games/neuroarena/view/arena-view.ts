import { type Arena, type ArenaEvent, getMultiplier } from '../core/arena.ts'
import { createCamera, densityFor, followDrone, resizeCamera } from './camera.ts'
import { drawDrone } from './draw-drone.ts'
import { BACKGROUND, drawFloor, FLOOR_HALF, type Floor } from './draw-floor.ts'
import { drawFoe, drawPointers, FOE_COLOURS } from './draw-foes.ts'
import { drawPickups, drawShots } from './draw-shots.ts'
import { createEffects } from './effects.ts'
import { createParticles, type ParticleColour } from './particles.ts'
import type { SpriteName, Sprites } from './sprites.ts'

const FOE_PARTICLES: Record<string, ParticleColour> = {
  chaser: 1,
  shooter: 2,
  splitter: 3,
  shard: 3,
  boss: 1,
}
const PICKUP_PARTICLES: Record<string, ParticleColour> = { repair: 4, rapid: 0, triple: 3 }

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
  const context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D
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

  function drawGround(left: number, top: number): void {
    if (!floor) return
    context.fillStyle = BACKGROUND
    context.fillRect(0, 0, camera.width, camera.height)
    const size = 2 * FLOOR_HALF * camera.scale
    const [x, y] = [
      Math.round(-FLOOR_HALF * camera.scale - left),
      Math.round(-FLOOR_HALF * camera.scale - top),
    ]
    if (floor.scale === camera.scale) context.drawImage(floor.canvas, x, y)
    else context.drawImage(floor.canvas, x, y, size, size)
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

  function showDefeat(event: Extract<ArenaEvent, { kind: 'hit' | 'defeated' }>, arena: Arena): void {
    const { x, y, foe, points } = event
    const isBoss = foe === 'boss'
    particles.burst(
      x,
      y,
      FOE_PARTICLES[foe] ?? 5,
      prefersReducedMotion() ? 6 : isBoss ? 90 : 16,
      isBoss ? 620 : 380,
    )
    effects.ring(x, y, FOE_COLOURS[foe], isBoss ? 240 : 74)
    const multiplier = getMultiplier(arena)
    effects.text(x, y, multiplier > 1 ? '#ffe08a' : '#fff', `+${points}`)
    if (isBoss) shake = 16
  }

  function showHurt(x: number, y: number, isOver: boolean): void {
    particles.burst(x, y, 5, prefersReducedMotion() ? 8 : isOver ? 80 : 26, isOver ? 560 : 420)
    effects.ring(x, y, '#ffffff', isOver ? 260 : 120, isOver ? 0.9 : 0.5)
    shake = isOver ? 18 : 11
  }

  function draw(arena: Arena, seconds: number): void {
    lastDrawn = arena
    followDrone(camera, arena.drone, seconds)
    shake = prefersReducedMotion() ? 0 : Math.max(0, shake - seconds * 42)
    const jolt = () => (Math.random() * 2 - 1) * shake * camera.scale
    const left = Math.round(camera.x * camera.scale - camera.width / 2 + jolt())
    const top = Math.round(camera.y * camera.scale - camera.height / 2 + jolt())
    context.setTransform(1, 0, 0, 1, 0, 0)
    drawGround(left, top)
    context.setTransform(1, 0, 0, 1, -left, -top)
    drawBodies(arena, seconds)
  }

  function show(event: ArenaEvent, arena: Arena): void {
    const { kind } = event
    if (kind === 'hit') particles.burst(event.x, event.y, FOE_PARTICLES[event.foe] ?? 5, 3, 240)
    if (kind === 'defeated') showDefeat(event, arena)
    if (kind === 'hurt') showHurt(event.x, event.y, arena.drone.hull <= 0)
    if (kind === 'picked') {
      particles.burst(event.x, event.y, PICKUP_PARTICLES[event.pickup] ?? 5, 14, 260)
      effects.ring(event.x, event.y, '#ffffff', 70)
    }
    if (kind === 'shield') effects.ring(event.x, event.y, '#8df4ff', 120, 0.7)
    if (kind === 'revived') effects.ring(event.x, event.y, '#8df4ff', 300, 0.7)
  }

  new ResizeObserver(resize).observe(canvas)
  resize()
  return { draw, show }
}
