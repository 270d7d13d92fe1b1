import { openContext } from '../../kit/hud/dom.ts'
import type { Point } from '../../kit/view/effects.ts'
import { getColumn, getRow, PLOTS, SIDE } from '../core/town.ts'
import { type Layout, pointAt, TILT } from './layout.ts'

type Context = CanvasRenderingContext2D

/** Rock outline under the town, in plot widths; it is deeper towards the near corner. */
const ROCK_DEPTHS = [0.06, 0.2, 0.12, 0.3, 0.22, 0.38, 0.28, 0.46]

export function trace(context: Context, points: readonly Point[]): void {
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  context.closePath()
}

export function plotShape(layout: Layout, plot: number, inset = 0): Point[] {
  const [u, v] = [getColumn(plot), getRow(plot)]
  const [near, far] = [inset, 1 - inset]
  return [
    pointAt(layout, u + near, v + near),
    pointAt(layout, u + far, v + near),
    pointAt(layout, u + far, v + far),
    pointAt(layout, u + near, v + far),
  ]
}

/** Draws the island without buildings. Call it once per size. */
export function drawIsland(
  size: { width: number; height: number },
  layout: Layout,
  ratio: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.ariaHidden = 'true'
  canvas.width = Math.round(size.width * ratio)
  canvas.height = Math.round(size.height * ratio)
  const context = openContext(canvas)
  context.scale(ratio, ratio)
  drawShadow(context, layout)
  drawRock(context, layout)
  drawMeadow(context, layout)
  drawFlowers(context, layout)
  return canvas
}

function drawShadow(context: Context, layout: Layout): void {
  const { x, y } = pointAt(layout, SIDE / 2, SIDE / 2)
  const reach = layout.plotPx * SIDE * 0.5
  context.save()
  context.translate(x, y + layout.plotPx * 0.5)
  context.scale(1, 0.6)
  const dark = context.createRadialGradient(0, 0, reach * 0.2, 0, 0, reach)
  dark.addColorStop(0, 'rgb(21 11 44 / 0.75)')
  dark.addColorStop(0.65, 'rgb(21 11 44 / 0.35)')
  dark.addColorStop(1, 'rgb(21 11 44 / 0)')
  context.fillStyle = dark
  context.fillRect(-reach, -reach, 2 * reach, 2 * reach)
  context.restore()
}

function drawRock(context: Context, layout: Layout): void {
  const left = (t: number) => pointAt(layout, t * SIDE, SIDE)
  const right = (t: number) => pointAt(layout, SIDE, t * SIDE)
  const deep = { x: layout.top.x, y: pointAt(layout, SIDE, SIDE).y + 0.5 * layout.plotPx }
  const sides = [
    { edge: left, rock: ['#8a4668', '#3a1b4a'], earth: '#6b3558', turf: '#38694e' },
    { edge: right, rock: ['#c9705f', '#5a2850'], earth: '#c06a5c', turf: '#a8b85a' },
  ]
  for (const { edge, rock, earth, turf } of sides) {
    trace(context, rockSide(layout, edge))
    context.fillStyle = shade(context, edge(0), deep, rock)
    context.fill()
    for (const [depth, colour] of [
      [0.15, earth],
      [0.075, turf],
    ] as const) {
      const drop = depth * layout.plotPx
      trace(context, [
        edge(0),
        { x: edge(0).x, y: edge(0).y + drop * 0.7 },
        { x: edge(1).x, y: edge(1).y + drop },
        edge(1),
      ])
      context.fillStyle = colour
      context.fill()
    }
  }
}

function rockSide(layout: Layout, edge: (t: number) => Point): Point[] {
  const below = ROCK_DEPTHS.map((depth, index) => {
    const { x, y } = edge(index / (ROCK_DEPTHS.length - 1))
    return { x, y: y + depth * layout.plotPx }
  })
  return [edge(0), ...below, edge(1)]
}

function shade(context: Context, from: Point, to: Point, stops: readonly string[]): CanvasGradient {
  const gradient = context.createLinearGradient(from.x, from.y, to.x, to.y)
  stops.forEach((colour, index) => {
    gradient.addColorStop(index / (stops.length - 1), colour)
  })
  return gradient
}

function drawMeadow(context: Context, layout: Layout): void {
  const corners: [Point, Point, Point, Point] = [
    pointAt(layout, 0, 0),
    pointAt(layout, SIDE, 0),
    pointAt(layout, SIDE, SIDE),
    pointAt(layout, 0, SIDE),
  ]
  const [, east, , west] = corners
  trace(context, corners)
  context.fillStyle = shade(context, west, east, ['#3f7d5a', '#7fb65a', '#d3d26e'])
  context.fill()
  for (const plot of PLOTS) {
    trace(context, plotShape(layout, plot, 0.035))
    const isLight = (getRow(plot) + getColumn(plot)) % 2 === 0
    context.fillStyle = isLight ? 'rgb(255 242 176 / 0.2)' : 'rgb(30 60 50 / 0.1)'
    context.fill()
  }
  context.strokeStyle = 'rgb(255 246 200 / 0.55)'
  context.lineWidth = Math.max(1, layout.plotPx * 0.014)
  trace(context, corners)
  context.stroke()
}

/** Positions come from a low-discrepancy sequence, so they are the same in each drawing. */
function drawFlowers(context: Context, layout: Layout): void {
  for (let index = 0; index < 46; index++) {
    const u = ((index * 0.754877) % 1) * SIDE
    const v = ((index * 0.569841) % 1) * SIDE
    const { x, y } = pointAt(layout, u, v)
    context.fillStyle = index % 3 === 0 ? '#ffd0c8' : index % 3 === 1 ? '#fff6d8' : '#2f6b4c'
    context.globalAlpha = index % 3 === 2 ? 0.35 : 0.75
    context.beginPath()
    context.ellipse(x, y, layout.plotPx * 0.018, layout.plotPx * 0.018 * TILT, 0, 0, Math.PI * 2)
    context.fill()
  }
  context.globalAlpha = 1
}
