import type { Foe } from '../core/bodies.ts'
import { WARNING_S } from '../core/foes.ts'

const EYE_COLOUR = '#ffd9cf'
const WARNING_COLOUR = '#ffffff'

export function drawDroneEyes(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  unit: number,
  aim: number,
): void {
  context.beginPath()
  drawPair(
    context,
    x + Math.cos(aim) * unit * 0.16,
    y + unit * 0.12 + Math.sin(aim) * unit * 0.12,
    unit * 0.82,
    0.6,
  )
  context.fillStyle = '#c9f8ff'
  context.fill()
}

/** Two slanted eyes. @param unit  Head radius. @param slant  1 looks angry, -1 friendly. */
function drawPair(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  unit: number,
  slant: number,
): void {
  for (const side of [-1, 1]) {
    const at = (dx: number, dy: number): [number, number] => [x + side * dx * unit, y + dy * unit]
    context.moveTo(...at(0.58, -0.26 * slant - 0.04))
    context.lineTo(...at(0.16, -0.04 + 0.06 * slant))
    context.quadraticCurveTo(...at(0.12, 0.3), ...at(0.32, 0.32))
    context.quadraticCurveTo(...at(0.62, 0.28), ...at(0.58, -0.26 * slant - 0.04))
  }
}

/** The eyes look at the drone and turn white before an attack. */
export function drawFoeEyes(
  context: CanvasRenderingContext2D,
  foe: Foe,
  unit: number,
  look: number,
  scale: number,
): void {
  const [x, y] = [foe.x * scale, foe.y * scale]
  const [dx, dy] = [Math.cos(look) * unit, Math.sin(look) * unit]
  const isWarning = foe.attackIn < WARNING_S && foe.entersIn <= 0
  context.beginPath()
  if (foe.kind === 'chaser') drawPair(context, x + dx * 0.1, y + unit * 0.06 + dy * 0.06, unit * 0.9, 1)
  if (foe.kind === 'boss') drawPair(context, x + dx * 0.06, y - unit * 0.02 + dy * 0.04, unit * 0.66, 1)
  if (foe.kind === 'shooter') addDot(context, x + dx * 0.18, y + dy * 0.18, unit * (isWarning ? 0.34 : 0.22))
  if (foe.kind === 'shard') addDot(context, x + dx * 0.2, y + dy * 0.2, unit * 0.26)
  if (foe.kind === 'splitter') {
    for (const [ex, ey] of [
      [0, -0.75],
      [-0.83, 0.42],
      [0.83, 0.42],
    ] as const)
      addDot(context, x + ex * unit * 0.79 + dx * 0.1, y + ey * unit * 0.84 + dy * 0.1, unit * 0.15)
  }
  context.fillStyle = isWarning ? WARNING_COLOUR : EYE_COLOUR
  context.fill()
}

function addDot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.moveTo(x + radius, y)
  context.arc(x, y, radius, 0, 2 * Math.PI)
}
