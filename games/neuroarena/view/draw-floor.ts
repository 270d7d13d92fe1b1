import { ARENA_RADIUS } from '../core/arena.ts'
import { MARGIN } from './camera.ts'

/** Half the drawing's side, in arena units. */
export const FLOOR_HALF = ARENA_RADIUS + MARGIN
const MAX_SIDE_PX = 2200
export const BACKGROUND = '#0d0a24'
const BLUE = '56 225 255'
const CORAL = '255 90 122'

export interface Floor {
  readonly canvas: HTMLCanvasElement
  /** Canvas pixels per arena unit. */
  readonly scale: number
}

/** Draws the platform. Call it once per size and copy the result for every frame. */
export function drawFloor(requestedScale: number): Floor {
  const scale = Math.min(requestedScale, MAX_SIDE_PX / (2 * FLOOR_HALF))
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.ceil(2 * FLOOR_HALF * scale)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return { canvas, scale }
  context.setTransform(scale, 0, 0, scale, FLOOR_HALF * scale, FLOOR_HALF * scale)
  context.fillStyle = BACKGROUND
  context.fillRect(-FLOOR_HALF, -FLOOR_HALF, 2 * FLOOR_HALF, 2 * FLOOR_HALF)
  disc(context)
  glow(context, -430, 60, 560, '13 134 216', 0.4)
  glow(context, 430, -60, 560, '214 40 120', 0.36)
  radialLines(context, 130, 260, 12)
  radialLines(context, 260, 400, 24)
  radialLines(context, 400, ARENA_RADIUS, 36)
  for (const radius of [130, 260, 400, 520])
    circle(context, radius, radius === 260 ? 3 : 1.5, radius === 260 ? 0.5 : 0.26)
  circle(context, 64, 3, 0.55)
  glow(context, 0, 0, 200, '150 120 255', 0.34)
  rim(context)
  return { canvas, scale }
}

function disc(context: CanvasRenderingContext2D): void {
  const light = context.createRadialGradient(0, 0, 0, 0, 0, ARENA_RADIUS)
  light.addColorStop(0, '#3a2a98')
  light.addColorStop(0.4, '#241971')
  light.addColorStop(0.8, '#170f4c')
  light.addColorStop(1, '#120b3c')
  context.beginPath()
  context.arc(0, 0, ARENA_RADIUS, 0, 2 * Math.PI)
  context.fillStyle = light
  context.fill()
}

function glow(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  rgb: string,
  strength: number,
): void {
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius)
  gradient.addColorStop(0, `rgb(${rgb} / ${strength})`)
  gradient.addColorStop(1, `rgb(${rgb} / 0)`)
  context.fillStyle = gradient
  context.fillRect(-FLOOR_HALF, -FLOOR_HALF, 2 * FLOOR_HALF, 2 * FLOOR_HALF)
}

/** Radial lines between two rings. */
function radialLines(context: CanvasRenderingContext2D, from: number, to: number, count: number): void {
  context.beginPath()
  for (let index = 0; index < count; index++) {
    const angle = (2 * Math.PI * (index + 0.5)) / count
    context.moveTo(Math.cos(angle) * from, Math.sin(angle) * from)
    context.lineTo(Math.cos(angle) * to, Math.sin(angle) * to)
  }
  context.lineWidth = 1.5
  context.strokeStyle = opponentGradient(context, 0.22)
  context.stroke()
}

/** A gradient between the two opponents' colours. */
function opponentGradient(context: CanvasRenderingContext2D, strength: number): CanvasGradient {
  const gradient = context.createLinearGradient(-ARENA_RADIUS, 0, ARENA_RADIUS, 0)
  gradient.addColorStop(0, `rgb(${BLUE} / ${strength})`)
  gradient.addColorStop(0.5, `rgb(190 160 255 / ${strength * 0.8})`)
  gradient.addColorStop(1, `rgb(${CORAL} / ${strength})`)
  return gradient
}

function circle(context: CanvasRenderingContext2D, radius: number, width: number, strength: number): void {
  context.beginPath()
  context.arc(0, 0, radius, 0, 2 * Math.PI)
  context.lineWidth = width
  context.strokeStyle = opponentGradient(context, strength)
  context.stroke()
}

function rim(context: CanvasRenderingContext2D): void {
  context.beginPath()
  context.arc(0, 0, ARENA_RADIUS + 20, 0, 2 * Math.PI)
  context.lineWidth = 38
  context.strokeStyle = '#1c1458'
  context.stroke()
  studs(context)
  circle(context, ARENA_RADIUS + 40, 3, 0.5)
  circle(context, ARENA_RADIUS + 1, 14, 0.18)
  circle(context, ARENA_RADIUS + 1, 5, 1)
}

function studs(context: CanvasRenderingContext2D): void {
  for (let index = 0; index < 48; index++) {
    const angle = (2 * Math.PI * index) / 48
    context.beginPath()
    context.arc(
      Math.cos(angle) * (ARENA_RADIUS + 20),
      Math.sin(angle) * (ARENA_RADIUS + 20),
      5,
      0,
      2 * Math.PI,
    )
    context.fillStyle = Math.cos(angle) < 0 ? 'rgb(150 240 255 / 0.85)' : 'rgb(255 170 180 / 0.85)'
    context.fill()
  }
}
