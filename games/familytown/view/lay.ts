import type { Point } from '../../kit/view/effects.ts'
import { columnOf, rowOf, SIDE } from '../core/town.ts'

/** How much the ground is seen from above: the height of a plot in its widths. */
export const TILT = 0.62
/** What the buildings of the last row and the rock under the meadow need, in widths of a plot. */
const HEADROOM = 0.78
const ROCK = 0.5
const ACROSS = SIDE + 0.06

/** How the island lies in its room, in CSS pixels. */
export interface Lay {
  readonly plotPx: number
  /** The far corner of the meadow. */
  readonly top: Point
}

export function layIn(width: number, height: number): Lay {
  const down = SIDE * TILT + HEADROOM + ROCK
  const plotPx = Math.max(24, Math.min(width / ACROSS, height / down, 172))
  const spare = height - plotPx * down
  return { plotPx, top: { x: width / 2, y: spare / 2 + plotPx * HEADROOM } }
}

/** A place on the meadow: `u` runs to the lower right along a row, `v` to the lower left. */
export const pointAt = ({ plotPx, top }: Lay, u: number, v: number): Point => ({
  x: top.x + ((u - v) * plotPx) / 2,
  y: top.y + ((u + v) * plotPx * TILT) / 2,
})

export const middleOf = (lay: Lay, plot: number): Point =>
  pointAt(lay, columnOf(plot) + 0.5, rowOf(plot) + 0.5)
