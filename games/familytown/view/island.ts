import type { Point } from '../../kit/view/effects.ts'
import { columnOf, PLOTS, rowOf, SIDE } from '../core/town.ts'
import { type Lay, pointAt, TILT } from './lay.ts'

type Context = CanvasRenderingContext2D

export function trace(context: Context, points: readonly Point[]): void {
  context.beginPath()
  for (const { x, y } of points) context.lineTo(x, y)
  context.closePath()
}

export function plotShape(lay: Lay, plot: number, inset = 0): Point[] {
  const [u, v] = [columnOf(plot), rowOf(plot)]
  const [near, far] = [inset, 1 - inset]
  return [
    pointAt(lay, u + near, v + near),
    pointAt(lay, u + far, v + near),
    pointAt(lay, u + far, v + far),
    pointAt(lay, u + near, v + far),
  ]
}

function shade(context: Context, from: Point, to: Point, stops: readonly string[]): CanvasGradient {
  const gradient = context.createLinearGradient(from.x, from.y, to.x, to.y)
  stops.forEach((colour, nth) => {
    gradient.addColorStop(nth / (stops.length - 1), colour)
  })
  return gradient
}

/** Cracked rock hangs under the meadow, longer in the middle. */
const ROCK_DEPTHS = [0.06, 0.2, 0.12, 0.3, 0.22, 0.38, 0.28, 0.46]

function rockSide(lay: Lay, edge: (t: number) => Point): Point[] {
  const below = ROCK_DEPTHS.map((depth, nth) => {
    const { x, y } = edge(nth / (ROCK_DEPTHS.length - 1))
    return { x, y: y + depth * lay.plotPx }
  })
  return [edge(0), ...below, edge(1)]
}

function drawRock(context: Context, lay: Lay): void {
  const left = (t: number) => pointAt(lay, t * SIDE, SIDE)
  const right = (t: number) => pointAt(lay, SIDE, t * SIDE)
  const deep = { x: lay.top.x, y: pointAt(lay, SIDE, SIDE).y + 0.5 * lay.plotPx }
  const sides = [
    { edge: left, rock: ['#8a4668', '#3a1b4a'], earth: '#6b3558', turf: '#38694e' },
    { edge: right, rock: ['#c9705f', '#5a2850'], earth: '#c06a5c', turf: '#a8b85a' },
  ]
  for (const { edge, rock, earth, turf } of sides) {
    trace(context, rockSide(lay, edge))
    context.fillStyle = shade(context, edge(0), deep, rock)
    context.fill()
    for (const [depth, colour] of [
      [0.15, earth],
      [0.075, turf],
    ] as const) {
      const drop = depth * lay.plotPx
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

function drawMeadow(context: Context, lay: Lay): void {
  const corners = [pointAt(lay, 0, 0), pointAt(lay, SIDE, 0), pointAt(lay, SIDE, SIDE), pointAt(lay, 0, SIDE)]
  const [, east, , west] = corners as [Point, Point, Point, Point]
  trace(context, corners)
  context.fillStyle = shade(context, west, east, ['#3f7d5a', '#7fb65a', '#d3d26e'])
  context.fill()
  for (const plot of PLOTS) {
    trace(context, plotShape(lay, plot, 0.035))
    const isLight = (rowOf(plot) + columnOf(plot)) % 2 === 0
    context.fillStyle = isLight ? 'rgb(255 242 176 / 0.2)' : 'rgb(30 60 50 / 0.1)'
    context.fill()
  }
  context.strokeStyle = 'rgb(255 246 200 / 0.55)'
  context.lineWidth = Math.max(1, lay.plotPx * 0.014)
  trace(context, corners)
  context.stroke()
}

/** Daisies between the plots, always the same ones. */
function drawFlowers(context: Context, lay: Lay): void {
  for (let nth = 0; nth < 46; nth++) {
    const u = ((nth * 0.754877) % 1) * SIDE
    const v = ((nth * 0.569841) % 1) * SIDE
    const { x, y } = pointAt(lay, u, v)
    context.fillStyle = nth % 3 === 0 ? '#ffd0c8' : nth % 3 === 1 ? '#fff6d8' : '#2f6b4c'
    context.globalAlpha = nth % 3 === 2 ? 0.35 : 0.75
    context.beginPath()
    context.ellipse(x, y, lay.plotPx * 0.018, lay.plotPx * 0.018 * TILT, 0, 0, Math.PI * 2)
    context.fill()
  }
  context.globalAlpha = 1
}

function drawShadow(context: Context, lay: Lay): void {
  const { x, y } = pointAt(lay, SIDE / 2, SIDE / 2)
  const reach = lay.plotPx * SIDE * 0.5
  context.save()
  context.translate(x, y + lay.plotPx * 0.5)
  context.scale(1, 0.6)
  const dark = context.createRadialGradient(0, 0, reach * 0.2, 0, 0, reach)
  dark.addColorStop(0, 'rgb(21 11 44 / 0.75)')
  dark.addColorStop(0.65, 'rgb(21 11 44 / 0.35)')
  dark.addColorStop(1, 'rgb(21 11 44 / 0)')
  context.fillStyle = dark
  context.fillRect(-reach, -reach, 2 * reach, 2 * reach)
  context.restore()
}

/** The floating meadow without anything on it, drawn once for its size. */
export function drawIsland(
  size: { width: number; height: number },
  lay: Lay,
  ratio: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.ariaHidden = 'true'
  canvas.width = Math.round(size.width * ratio)
  canvas.height = Math.round(size.height * ratio)
  const context = canvas.getContext('2d') as Context
  context.scale(ratio, ratio)
  drawShadow(context, lay)
  drawRock(context, lay)
  drawMeadow(context, lay)
  drawFlowers(context, lay)
  return canvas
}
