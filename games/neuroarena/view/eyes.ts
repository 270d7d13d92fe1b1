import type { Foe } from '../core/bodies.ts'
import { WARNING_S } from '../core/foes.ts'

const CALM = '#ffd9cf'
const HOT = '#ffffff'

function dot(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.moveTo(x + radius, y)
  context.arc(x, y, radius, 0, 2 * Math.PI)
}

/** Two slanted eyes, `lean` 1 for angry and -1 for kind; measured in shares of the head's radius. */
function pair(context: CanvasRenderingContext2D, x: number, y: number, unit: number, lean: number): void {
  for (const side of [-1, 1]) {
    const at = (dx: number, dy: number): [number, number] => [x + side * dx * unit, y + dy * unit]
    context.moveTo(...at(0.58, -0.26 * lean - 0.04))
    context.lineTo(...at(0.16, -0.04 + 0.06 * lean))
    context.quadraticCurveTo(...at(0.12, 0.3), ...at(0.32, 0.32))
    context.quadraticCurveTo(...at(0.62, 0.28), ...at(0.58, -0.26 * lean - 0.04))
  }
}

export function drawDroneEyes(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  unit: number,
  aim: number,
): void {
  context.beginPath()
  pair(
    context,
    x + Math.cos(aim) * unit * 0.16,
    y + unit * 0.12 + Math.sin(aim) * unit * 0.12,
    unit * 0.82,
    0.6,
  )
  context.fillStyle = '#c9f8ff'
  context.fill()
}

/** Eyes follow the drone; before a shot they burn white. This is all the warning a player gets, and enough. */
export function drawFoeEyes(
  context: CanvasRenderingContext2D,
  foe: Foe,
  unit: number,
  look: number,
  scale: number,
): void {
  const [x, y] = [foe.x * scale, foe.y * scale]
  const [dx, dy] = [Math.cos(look) * unit, Math.sin(look) * unit]
  const isWarning = foe.attackIn < WARNING_S && foe.arrivesIn <= 0
  context.beginPath()
  if (foe.kind === 'chaser') pair(context, x + dx * 0.1, y + unit * 0.06 + dy * 0.06, unit * 0.9, 1)
  if (foe.kind === 'boss') pair(context, x + dx * 0.06, y - unit * 0.02 + dy * 0.04, unit * 0.66, 1)
  if (foe.kind === 'shooter') dot(context, x + dx * 0.18, y + dy * 0.18, unit * (isWarning ? 0.34 : 0.22))
  if (foe.kind === 'shard') dot(context, x + dx * 0.2, y + dy * 0.2, unit * 0.26)
  if (foe.kind === 'splitter') {
    for (const [ex, ey] of [
      [0, -0.75],
      [-0.83, 0.42],
      [0.83, 0.42],
    ] as const)
      dot(context, x + ex * unit * 0.79 + dx * 0.1, y + ey * unit * 0.84 + dy * 0.1, unit * 0.15)
  }
  context.fillStyle = isWarning ? HOT : CALM
  context.fill()
}
