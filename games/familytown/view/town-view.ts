import { createEffects, type Point } from '../../kit/view/effects.ts'
import { createTicker, easeInOut, overshoot } from '../../kit/view/ticker.ts'
import type { Level } from '../core/buildings.ts'
import { getColumn, getRow, type Merge, type Town } from '../core/town.ts'
import { drawIsland, plotShape, trace } from './island.ts'
import { getMiddle, type Layout, layoutFor, pointAt, TILT } from './layout.ts'
import { COLOURS, SPRITE, type Sprites } from './sprites.ts'

/** A building as drawn. `u`, `v` (see `pointAt`) and `lift`, the height above the ground, are in plots. */
interface BuildingSprite {
  level: Level
  u: number
  v: number
  lift: number
  scale: number
  alpha: number
}

/** The highlighted plots. */
export interface Marks {
  readonly cursor: number | null
  /** The building to preview on the cursor's plot. */
  readonly ghost: Level | null
  /** PlotButtons that would merge, or may be chosen. */
  readonly lit: readonly number[]
  /** Plot whose building the crane has lifted. */
  readonly picked: number | null
  /** True when the keyboard moved the cursor, which then has an outline. */
  readonly usesKeyboard: boolean
}

export interface TownView {
  show(town: Town): void
  put(plot: number, level: Level): Promise<void>
  move(from: number, to: number): Promise<void>
  clear(plot: number): Promise<void>
  raise(plot: number, level: Level): Promise<void>
  merge(merge: Merge): Promise<void>
  mark(marks: Partial<Marks>): void
  showText(plot: number, text: string): void
  /** A plot's middle, in page CSS pixels. */
  getPlace(plot: number): Point
  setPaused(isPaused: boolean): void
}

const NO_MARKS: Marks = { cursor: null, ghost: null, lit: [], picked: null, usesKeyboard: false }
const DROP_HEIGHT = 0.9
/** Lowest level whose building hides the plots behind it. */
const MIN_TALL_LEVEL: Level = 4

/**
 * Draws the island and animates the player's actions.
 * @param container  Holds the canvas; the island fills it.
 * @param prefersReducedMotion  When true, changes are not animated.
 * @param onLayout   Called when the layout has changed.
 */
export function createTownView(
  container: HTMLElement,
  sprites: Sprites,
  prefersReducedMotion: () => boolean,
  onLayout: (layout: Layout) => void,
): TownView {
  const canvas = container.querySelector('canvas') as HTMLCanvasElement
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const effects = createEffects()
  const ticker = createTicker(draw)
  const buildings = new Map<number, BuildingSprite>()
  /** Buildings that are moving and are no longer on a plot. */
  const moving = new Set<BuildingSprite>()
  let marks = NO_MARKS
  let layout: Layout = layoutFor(0, 0)
  let island: HTMLCanvasElement | null = null
  let ratio = 1
  let clock = 0

  const motionMs = (ms: number) => (prefersReducedMotion() ? 1 : ms)

  function fit(): void {
    const { width, height } = container.getBoundingClientRect()
    if (width === 0 || height === 0) return
    ratio = Math.min(devicePixelRatio, 2.5)
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    layout = layoutFor(width, height)
    const drawn = drawIsland({ width, height }, layout, ratio)
    island?.remove()
    island = drawn
    container.prepend(island)
    sprites.rasterise(layout.plotPx * ratio)
    onLayout(layout)
    ticker.invalidate()
  }

  function drawBuildingSprite({ level, u, v, lift, scale, alpha }: BuildingSprite, pulse = 0): void {
    const { x, y } = pointAt(layout, u, v)
    const sprite = sprites.get(level)
    const [width, height] = [sprite.width * scale, sprite.height * scale]
    const above = (lift + pulse * 0.05) * layout.plotPx
    const left = x * ratio - width * SPRITE.middleX
    const top = (y - above) * ratio - height * SPRITE.middleY
    context.globalAlpha = alpha
    // Whole pixels at full size are copied without scaling, which is much cheaper.
    context.drawImage(sprite, Math.round(left), Math.round(top), width, height)
    context.globalAlpha = 1
  }

  function drawMarks(pulse: number): void {
    const { cursor, lit, usesKeyboard } = marks
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

  const spriteOn = (plot: number, level: Level): BuildingSprite => ({
    level,
    u: getColumn(plot) + 0.5,
    v: getRow(plot) + 0.5,
    lift: 0,
    scale: 1,
    alpha: 1,
  })

  /** True when this plot's building is in front of the cursor's plot. */
  function hides(plot: number): boolean {
    if (marks.cursor === null) return false
    const [down, across] = [getRow(plot) - getRow(marks.cursor), getColumn(plot) - getColumn(marks.cursor)]
    return (down === 0 || down === 1) && (across === 0 || across === 1) && down + across > 0
  }

  /** Draws from the far corner to the near one, so that near buildings cover far ones. */
  function drawTown(pulse: number): void {
    const { cursor, ghost, picked, lit } = marks
    const all = [...moving].map((building) => ({ building, pulse: 0 }))
    for (const [plot, building] of buildings) {
      const isLifted = plot === picked || (ghost !== null && lit.includes(plot))
      const seen =
        building.level >= MIN_TALL_LEVEL && hides(plot)
          ? { ...building, alpha: building.alpha * 0.45 }
          : building
      all.push({ building: seen, pulse: isLifted ? (plot === picked ? 2 + pulse : pulse) : 0 })
    }
    if (cursor !== null && ghost !== null && !buildings.has(cursor))
      all.push({ building: { ...spriteOn(cursor, ghost), alpha: 0.78 }, pulse })
    all.sort((a, b) => a.building.u + a.building.v - (b.building.u + b.building.v))
    for (const each of all) drawBuildingSprite(each.building, each.pulse)
  }

  function draw(elapsedMs: number): boolean {
    if (!island) return false
    clock += elapsedMs
    const pulse = prefersReducedMotion() ? 0.5 : 0.5 + 0.5 * Math.sin(clock / 260)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawMarks(pulse)
    context.setTransform(1, 0, 0, 1, 0, 0)
    drawTown(pulse)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    // Effect sizes are in plots.
    context.scale(layout.plotPx, layout.plotPx)
    const hasEffects = effects.draw(context, elapsedMs)
    const pulsates = marks.ghost !== null || marks.lit.length > 0 || marks.picked !== null
    return hasEffects || (pulsates && !prefersReducedMotion())
  }

  const inPlots = (plot: number, above = 0): Point => {
    const { x, y } = getMiddle(layout, plot)
    return { x: x / layout.plotPx, y: y / layout.plotPx - above }
  }

  function dust(plot: number, colour: string, count: number): void {
    if (!prefersReducedMotion()) effects.sparks(inPlots(plot, 0.1), colour, count)
  }

  async function rise(building: BuildingSprite): Promise<void> {
    building.scale = 0.2
    const step = (t: number) => {
      building.scale = 0.2 + 0.8 * t
    }
    await ticker.tween({ ms: motionMs(360), ease: overshoot, step })
  }

  async function slide(building: BuildingSprite, to: { u: number; v: number }): Promise<void> {
    const from = { u: building.u, v: building.v }
    const step = (t: number) => {
      building.u = from.u + (to.u - from.u) * t
      building.v = from.v + (to.v - from.v) * t
      building.lift = 0.35 * Math.sin(Math.PI * t)
      building.scale = 1 - 0.35 * t
    }
    await ticker.tween({ ms: motionMs(230), ease: easeInOut, step })
  }

  async function fall(building: BuildingSprite, from: number): Promise<void> {
    const step = (t: number) => {
      building.lift = from * (1 - t * t)
      building.scale = 1
    }
    await ticker.tween({ ms: motionMs(190), step })
    const squash = (t: number) => {
      building.scale = 1 - 0.08 * Math.sin(Math.PI * t)
    }
    void ticker.tween({ ms: motionMs(130), step: squash })
  }

  function addBuilding(plot: number, level: Level): BuildingSprite {
    const building = spriteOn(plot, level)
    buildings.set(plot, building)
    return building
  }

  new ResizeObserver(fit).observe(container)

  return {
    show(town) {
      buildings.clear()
      town.forEach((level, plot) => {
        if (level !== 0) addBuilding(plot, level)
      })
      ticker.invalidate()
    },
    async put(plot, level) {
      await fall(addBuilding(plot, level), prefersReducedMotion() ? 0 : DROP_HEIGHT)
      dust(plot, '#f4e0b0', 7)
    },
    async move(from, to) {
      const building = buildings.get(from)
      if (!building) return
      buildings.delete(from)
      moving.add(building)
      const start = { u: building.u, v: building.v }
      const end = spriteOn(to, building.level)
      const step = (t: number) => {
        building.u = start.u + (end.u - start.u) * t
        building.v = start.v + (end.v - start.v) * t
        building.lift = DROP_HEIGHT * Math.sin((Math.PI / 2) * Math.min(1, t * 3))
      }
      await ticker.tween({ ms: motionMs(520), ease: easeInOut, step })
      moving.delete(building)
      await fall(addBuilding(to, building.level), prefersReducedMotion() ? 0 : DROP_HEIGHT)
      dust(to, '#f4e0b0', 7)
    },
    async clear(plot) {
      const building = buildings.get(plot)
      if (!building) return
      dust(plot, '#c98b6b', 16)
      const step = (t: number) => {
        building.scale = 1 - 0.5 * t
        building.alpha = 1 - t
      }
      await ticker.tween({ ms: motionMs(260), step })
      buildings.delete(plot)
      ticker.invalidate()
    },
    async raise(plot, level) {
      dust(plot, COLOURS[level], 18)
      await rise(addBuilding(plot, level))
    },
    async merge({ at, from, level }) {
      const to = spriteOn(at, level)
      const removals = from.map(async (plot) => {
        const building = buildings.get(plot)
        if (!building) return
        buildings.delete(plot)
        moving.add(building)
        await slide(building, to)
        moving.delete(building)
      })
      await Promise.all(removals)
      if (!prefersReducedMotion()) effects.ring(inPlots(at), 0.9, 0)
      dust(at, COLOURS[level], 14 + 2 * level)
      await rise(addBuilding(at, level))
    },
    mark(changed) {
      marks = { ...marks, ...changed }
      ticker.invalidate()
    },
    showText: (plot, text) => {
      if (!prefersReducedMotion()) effects.text(inPlots(plot, 0.75), text, 0.34)
    },
    getPlace(plot) {
      const box = canvas.getBoundingClientRect()
      const { x, y } = getMiddle(layout, plot)
      return { x: box.left + x, y: box.top + y - layout.plotPx * TILT * 0.5 }
    },
    setPaused: ticker.setPaused,
  }
}
