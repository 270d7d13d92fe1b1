import { createArena } from '../core/arena.ts'
import type { Drone, Foe, FoeKind } from '../core/bodies.ts'
import { addFoe } from '../core/foes.ts'
import { createCamera } from './camera.ts'
import { drawDrone } from './draw-drone.ts'
import { drawFoe } from './draw-foes.ts'
import type { SpriteName, Sprites } from './sprites.ts'

/** Arena units. */
const SIZE = { width: 360, height: 216 }
const FOES: readonly [kind: FoeKind, x: number, y: number][] = [
  ['boss', 0, -8],
  ['shooter', -126, 12],
  ['splitter', 126, 14],
  ['chaser', -80, 56],
  ['shard', 82, 64],
]

/** Draws the drone with the foes behind it, for the intro card. */
export function drawIntroPicture(sprites: Sprites, skin: SpriteName): HTMLCanvasElement {
  const scale = Math.max(1, devicePixelRatio)
  const canvas = document.createElement('canvas')
  canvas.className = 'intro-picture'
  canvas.width = SIZE.width * scale
  canvas.height = SIZE.height * scale
  const context = canvas.getContext('2d')
  if (!context) return canvas
  const camera = { ...createCamera(), scale }
  const drone: Drone = { ...createArena(1).drone, x: 0, y: 62, aim: 0.5 }
  context.translate(canvas.width / 2, canvas.height / 2)
  for (const [kind, x, y] of FOES) drawFoe(context, camera, createStandingFoe(kind, x, y), drone, sprites)
  drawDrone(context, camera, drone, { sprites, skin, prefersReducedMotion: true })
  return canvas
}

/** A foe on the field before its attack. */
function createStandingFoe(kind: FoeKind, x: number, y: number): Foe {
  return Object.assign(addFoe(createArena(1), { kind, x, y, entersIn: 0 }), { attackIn: 9 })
}
