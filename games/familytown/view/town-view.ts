import { find, openContext } from '../../kit/hud/dom.ts'
import { createEffects, type Point } from '../../kit/view/effects.ts'
import { createTicker } from '../../kit/view/ticker.ts'
import type { Level } from '../core/buildings.ts'
import type { Merge, Town } from '../core/town.ts'
import type { Scene } from './animations.ts'
import * as animations from './animations.ts'
import { drawBuildings, drawMarks, type Marks, NO_MARKS, pulsates } from './draw-town.ts'
import { drawIsland } from './island.ts'
import { getMiddle, type Layout, layoutFor, TILT } from './layout.ts'
import type { Sprites } from './sprites.ts'

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
  const canvas = find(container, 'canvas', HTMLCanvasElement)
  const context = openContext(canvas)
  const ticker = createTicker(draw)
  const scene: Scene = {
    layout: layoutFor(0, 0),
    ratio: 1,
    buildings: new Map(),
    moving: new Set(),
    effects: createEffects(),
    ticker,
    prefersReducedMotion,
  }
  let marks = NO_MARKS
  let island: HTMLCanvasElement | null = null
  let clock = 0

  function fit(): void {
    const { width, height } = container.getBoundingClientRect()
    if (width === 0 || height === 0) return
    const ratio = Math.min(devicePixelRatio, 2.5)
    const layout = layoutFor(width, height)
    Object.assign(scene, { layout, ratio })
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    island?.remove()
    island = drawIsland({ width, height }, layout, ratio)
    container.prepend(island)
    sprites.rasterise(layout.plotPx * ratio)
    onLayout(layout)
    ticker.invalidate()
  }

  function draw(elapsedMs: number): boolean {
    if (!island) return false
    const { layout, ratio, effects } = scene
    clock += elapsedMs
    const pulse = prefersReducedMotion() ? 0.5 : 0.5 + 0.5 * Math.sin(clock / 260)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawMarks(context, layout, marks, pulse)
    context.setTransform(1, 0, 0, 1, 0, 0)
    drawBuildings(context, scene, sprites, marks, pulse)
    // Effect sizes are in plots.
    context.setTransform(ratio * layout.plotPx, 0, 0, ratio * layout.plotPx, 0, 0)
    return effects.draw(context, elapsedMs) || (pulsates(marks) && !prefersReducedMotion())
  }

  new ResizeObserver(fit).observe(container)

  return {
    show: (town) => animations.show(scene, town),
    put: (plot, level) => animations.put(scene, plot, level),
    move: (from, to) => animations.move(scene, from, to),
    clear: (plot) => animations.clear(scene, plot),
    raise: (plot, level) => animations.raise(scene, plot, level),
    merge: (merge) => animations.merge(scene, merge),
    mark(changed) {
      marks = { ...marks, ...changed }
      ticker.invalidate()
    },
    showText: (plot, text) => animations.showText(scene, plot, text),
    getPlace(plot) {
      const { left, top } = canvas.getBoundingClientRect()
      const { x, y } = getMiddle(scene.layout, plot)
      return { x: left + x, y: top + y - scene.layout.plotPx * TILT * 0.5 }
    },
    setPaused: ticker.setPaused,
  }
}
