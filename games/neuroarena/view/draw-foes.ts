import type { Drone, Foe, FoeKind } from '../core/bodies.ts'
import { ENTRANCE_S, WARNING_S } from '../core/foes.ts'
import type { Camera } from './camera.ts'
import { copy, drawHover } from './draw-drone.ts'
import { drawFoeEyes } from './draw-eyes.ts'
import { type Sprites, WIDTHS } from './sprites.ts'

type Context = CanvasRenderingContext2D

export const FOE_COLOURS: Record<FoeKind, string> = {
  chaser: '#ff7a8c',
  shooter: '#c99bff',
  splitter: '#ffc65c',
  shard: '#ffc65c',
  boss: '#ff4d7d',
}

export function drawFoe(context: Context, { scale }: Camera, foe: Foe, drone: Drone, sprites: Sprites): void {
  const [x, y] = [foe.x * scale, foe.y * scale]
  const isEntering = foe.entersIn > 0
  const share = isEntering ? 1 - foe.entersIn / ENTRANCE_S : 1
  const size = WIDTHS[foe.kind] * scale * (0.4 + 0.6 * share)
  if (isEntering) drawPortal(context, foe, scale)
  else drawHover(context, x, y, foe.radius * scale, FOE_COLOURS[foe.kind])
  context.globalAlpha = isEntering ? share * 0.6 : 1
  copy(context, sprites.get(foe.kind), x, y, size)
  if (foe.hurtFor > 0) {
    context.globalAlpha = 0.55
    copy(context, sprites.getWhite(foe.kind), x, y, size)
    context.globalAlpha = 1
  }
  if (!isEntering)
    drawFoeEyes(context, foe, foe.radius * scale, Math.atan2(drone.y - foe.y, drone.x - foe.x), scale)
  context.globalAlpha = 1
  if (!isEntering && foe.attackIn < WARNING_S) drawWarning(context, foe, scale)
  if (foe.kind === 'boss' && foe.health < foe.fullHealth) drawHealth(context, foe, scale)
}

/** A ring closing on the place of the coming foe. */
function drawPortal(context: Context, foe: Foe, scale: number): void {
  const share = 1 - Math.max(0, foe.entersIn) / ENTRANCE_S
  const [x, y] = [foe.x * scale, foe.y * scale]
  context.lineWidth = 3 * scale
  context.strokeStyle = FOE_COLOURS[foe.kind]
  for (const ring of [2.2 - 1.1 * share, 1.1]) {
    context.beginPath()
    context.arc(x, y, foe.radius * ring * scale, 0, 2 * Math.PI)
    context.stroke()
  }
}

/** A white ring closing before an attack: visible in peripheral vision and without colour. */
function drawWarning(context: Context, foe: Foe, scale: number): void {
  const left = foe.attackIn / WARNING_S
  context.beginPath()
  context.arc(foe.x * scale, foe.y * scale, foe.radius * (1.15 + 0.5 * left) * scale, 0, 2 * Math.PI)
  context.lineWidth = 2.5 * scale
  context.strokeStyle = `rgb(255 255 255 / ${0.85 - 0.6 * left})`
  context.stroke()
}

function drawHealth(context: Context, foe: Foe, scale: number): void {
  const [x, y, radius] = [foe.x * scale, foe.y * scale, (foe.radius + 30) * scale]
  const start = Math.PI * 0.75
  const full = Math.PI * 1.5
  context.lineCap = 'round'
  context.lineWidth = 9 * scale
  context.strokeStyle = 'rgb(10 6 36 / 0.75)'
  context.beginPath()
  context.arc(x, y, radius, start, start + full)
  context.stroke()
  context.lineWidth = 5 * scale
  context.strokeStyle = '#ff5a8a'
  context.beginPath()
  context.arc(x, y, radius, start, start + full * Math.max(0, foe.health / foe.fullHealth))
  context.stroke()
  context.lineCap = 'butt'
}

/** Draws arrows at the edge towards foes outside the view. */
export function drawPointers(context: Context, camera: Camera, foes: readonly Foe[]): void {
  const { width, height, scale, x, y } = camera
  const [halfWidth, halfHeight] = [width / 2 / scale, height / 2 / scale]
  for (const foe of foes) {
    const [dx, dy] = [foe.x - x, foe.y - y]
    const beyond = Math.max(Math.abs(dx) / halfWidth, Math.abs(dy) / halfHeight)
    if (beyond < 1.04) continue
    const inset = 1 - 22 / Math.min(halfWidth, halfHeight)
    drawPointer(
      context,
      (x + (dx / beyond) * inset) * scale,
      (y + (dy / beyond) * inset) * scale,
      Math.atan2(dy, dx),
      scale,
    )
  }
}

function drawPointer(context: Context, x: number, y: number, angle: number, scale: number): void {
  context.beginPath()
  for (const [turn, distance] of [
    [0, 13],
    [2.5, 11],
    [-2.5, 11],
  ] as const) {
    context.lineTo(
      x + Math.cos(angle + turn) * distance * scale,
      y + Math.sin(angle + turn) * distance * scale,
    )
  }
  context.closePath()
  context.fillStyle = '#ff8fa3'
  context.fill()
  context.lineWidth = 2 * scale
  context.strokeStyle = '#140e3e'
  context.stroke()
}
