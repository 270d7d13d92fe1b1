import type { Point } from '../../kit/view/effects.ts'
import { getColumn, getRow, SIDE } from '../core/town.ts'

/** Plot height divided by its width. */
export const TILT = 0.62
/** Space above for the far row's buildings and below for the rock, in plot widths. */
const HEADROOM = 0.78
const ROCK = 0.5
const ACROSS = SIDE + 0.06

/** Island position in its container, in CSS pixels. */
export interface Layout {
  readonly plotPx: number
  /** The town's far corner. */
  readonly top: Point
}

export function layoutFor(width: number, height: number): Layout {
  const down = SIDE * TILT + HEADROOM + ROCK
  const plotPx = Math.max(24, Math.min(width / ACROSS, height / down, 172))
  const spare = height - plotPx * down
  return { plotPx, top: { x: width / 2, y: spare / 2 + plotPx * HEADROOM } }
}

/** Projects a position in plots: `u` runs to the lower right along a row, `v` to the lower left. */
export const pointAt = ({ plotPx, top }: Layout, u: number, v: number): Point => ({
  x: top.x + ((u - v) * plotPx) / 2,
  y: top.y + ((u + v) * plotPx * TILT) / 2,
})

export const getMiddle = (layout: Layout, plot: number): Point =>
  pointAt(layout, getColumn(plot) + 0.5, getRow(plot) + 0.5)
