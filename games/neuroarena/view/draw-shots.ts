import type { Pickup, Shot } from '../core/bodies.ts'
import type { Camera } from './camera.ts'
import { copy } from './draw-drone.ts'
import { type Sprites, WIDTHS } from './sprites.ts'

type Context = CanvasRenderingContext2D

export function drawShots(context: Context, { scale }: Camera, shots: readonly Shot[]): void {
  drawFriendly(context, shots, scale)
  drawDots(context, shots, scale, 1.8, 'rgb(255 77 125 / 0.3)')
  drawDots(context, shots, scale, 1.15, '#5a0f4e')
  drawDots(context, shots, scale, 0.95, '#ff4d7d')
  drawDots(context, shots, scale, 0.5, '#fff0ea')
}

/** Draws all friendly shots as one path, stroked as a glow and as a core. */
function drawFriendly(context: Context, shots: readonly Shot[], scale: number): void {
  context.beginPath()
  for (const shot of shots) {
    if (shot.isHostile) continue
    context.moveTo(shot.x * scale, shot.y * scale)
    context.lineTo((shot.x - shot.vx * 0.028) * scale, (shot.y - shot.vy * 0.028) * scale)
  }
  context.lineCap = 'round'
  context.lineWidth = 11 * scale
  context.strokeStyle = 'rgb(56 200 255 / 0.38)'
  context.stroke()
  context.lineWidth = 4.5 * scale
  context.strokeStyle = '#d9fbff'
  context.stroke()
  context.lineCap = 'butt'
}

function drawDots(
  context: Context,
  shots: readonly Shot[],
  scale: number,
  share: number,
  colour: string,
): void {
  context.beginPath()
  for (const { isHostile, x, y, radius } of shots) {
    if (!isHostile) continue
    context.moveTo((x + radius * share) * scale, y * scale)
    context.arc(x * scale, y * scale, radius * share * scale, 0, 2 * Math.PI)
  }
  context.fillStyle = colour
  context.fill()
}

export function drawPickups(
  context: Context,
  { scale }: Camera,
  pickups: readonly Pickup[],
  sprites: Sprites,
): void {
  for (const { kind, x, y, livesFor } of pickups) {
    const lift = Math.sin(livesFor * 3.4) * 4
    context.globalAlpha = Math.min(1, livesFor / 2)
    copy(context, sprites.get(kind), x * scale, (y + lift) * scale, WIDTHS[kind] * scale)
  }
  context.globalAlpha = 1
}
