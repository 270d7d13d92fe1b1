import type { Level } from '../core/buildings.ts'
import { getColumn, getRow } from '../core/town.ts'
import { type BuildingSprite, createSprite, type Scene } from './animations.ts'
import { plotShape, trace } from './island.ts'
import { type Layout, pointAt } from './layout.ts'
import { SPRITE, type Sprites } from './sprites.ts'

/** The highlighted plots. */
export interface Marks {
  readonly cursor: number | null
  /** The building to preview on the cursor's plot. */
  readonly ghost: Level | null
  /** Plots about to merge, or open to a choice. */
  readonly lit: readonly number[]
  /** Plot whose building the crane has lifted. */
  readonly picked: number | null
  /** True when the keyboard moved the cursor, which then has an outline. */
  readonly usesKeyboard: boolean
}

export const NO_MARKS: Marks = { cursor: null, ghost: null, lit: [], picked: null, usesKeyboard: false }

/** Lowest level whose building hides the plots behind it. */
const MIN_TALL_LEVEL: Level = 4
/** Rise of a lit building while it pulsates, in plots. */
const PULSE_HEIGHT = 0.05

export const pulsates = ({ ghost, lit, picked }: Marks): boolean =>
  ghost !== null || lit.length > 0 || picked !== null

/** @param pulse  Oscillates between 0 and 1, for pulsating marks. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  layout: Layout,
  { cursor, lit, usesKeyboard }: Marks,
  pulse: number,
): void {
  for (const plot of lit) {
    trace(context, plotShape(layout, plot, 0.03))
    context.fillStyle = `rgb(255 214 110 / ${0.32 + 0.2 * pulse})`
    context.fill()
  }
  if (cursor === null) return
  trace(context, plotShape(layout, cursor, 0.03))
  context.fillStyle = 'rgb(255 255 255 / 0.22)'
  context.fill()
  context.strokeStyle = usesKeyboard ? '#fff' : 'rgb(255 246 220 / 0.8)'
  context.lineWidth = usesKeyboard ? 4 : 2
  context.lineJoin = 'round'
  context.stroke()
}

/** Draws from the far corner to the near one, so near buildings cover far ones. */
export function drawBuildings(
  context: CanvasRenderingContext2D,
  scene: Scene,
  sprites: Sprites,
  { cursor, ghost, picked, lit }: Marks,
  pulse: number,
): void {
  const all = [...scene.moving]
  for (const [plot, building] of scene.buildings) {
    const isLit = ghost !== null && lit.includes(plot)
    const raised = plot === picked ? 2 + pulse : isLit ? pulse : 0
    const isFaded = building.level >= MIN_TALL_LEVEL && hides(plot, cursor)
    const alpha = isFaded ? building.alpha * 0.45 : building.alpha
    all.push({ ...building, alpha, lift: building.lift + raised * PULSE_HEIGHT })
  }
  if (cursor !== null && ghost !== null && !scene.buildings.has(cursor))
    all.push({ ...createSprite(cursor, ghost), alpha: 0.78, lift: pulse * PULSE_HEIGHT })
  all.sort((a, b) => a.u + a.v - (b.u + b.v))
  for (const building of all) drawBuilding(context, scene, sprites, building)
}

/** True when this plot's building is in front of the cursor's plot. */
function hides(plot: number, cursor: number | null): boolean {
  if (cursor === null) return false
  const [down, across] = [getRow(plot) - getRow(cursor), getColumn(plot) - getColumn(cursor)]
  return (down === 0 || down === 1) && (across === 0 || across === 1) && down + across > 0
}

function drawBuilding(
  context: CanvasRenderingContext2D,
  { layout, ratio }: Scene,
  sprites: Sprites,
  { level, u, v, lift, scale, alpha }: BuildingSprite,
): void {
  const { x, y } = pointAt(layout, u, v)
  const sprite = sprites.get(level)
  const [width, height] = [sprite.width * scale, sprite.height * scale]
  const left = x * ratio - width * SPRITE.middleX
  const top = (y - lift * layout.plotPx) * ratio - height * SPRITE.middleY
  context.globalAlpha = alpha
  // Whole pixels at full size are copied without scaling, which is much cheaper.
  context.drawImage(sprite, Math.round(left), Math.round(top), width, height)
  context.globalAlpha = 1
}
