import type { Effects, Point } from '../../kit/view/effects.ts'
import { type Ease, easeInOut, overshoot, type Ticker } from '../../kit/view/ticker.ts'
import type { Level } from '../core/buildings.ts'
import { getColumn, getRow, type Merge, type Town } from '../core/town.ts'
import { getMiddle, type Layout } from './layout.ts'
import { COLOURS } from './sprites.ts'

/** A building as drawn. `u`, `v` (see `pointAt`) and `lift`, the height above the ground, are in plots. */
export interface BuildingSprite {
  level: Level
  u: number
  v: number
  lift: number
  scale: number
  alpha: number
}

/** The town as shown. */
export interface Scene {
  layout: Layout
  /** Device pixels per CSS pixel. */
  ratio: number
  /** By plot. */
  readonly buildings: Map<number, BuildingSprite>
  /** Moving buildings, no longer on a plot. */
  readonly moving: Set<BuildingSprite>
  readonly effects: Effects
  readonly ticker: Ticker
  prefersReducedMotion(): boolean
}

const DROP_HEIGHT = 0.9

export const createSprite = (plot: number, level: Level): BuildingSprite => ({
  level,
  u: getColumn(plot) + 0.5,
  v: getRow(plot) + 0.5,
  lift: 0,
  scale: 1,
  alpha: 1,
})

function addBuilding({ buildings }: Scene, plot: number, level: Level): BuildingSprite {
  const building = createSprite(plot, level)
  buildings.set(plot, building)
  return building
}

/** Takes a building off its plot, to move it. */
function liftBuilding({ buildings, moving }: Scene, plot: number): BuildingSprite | undefined {
  const building = buildings.get(plot)
  if (building) moving.add(building)
  buildings.delete(plot)
  return building
}

/** Shows a town without animation. */
export function show(scene: Scene, town: Town): void {
  scene.buildings.clear()
  town.forEach((level, plot) => {
    if (level !== 0) addBuilding(scene, plot, level)
  })
  scene.ticker.invalidate()
}

export async function put(scene: Scene, plot: number, level: Level): Promise<void> {
  const building = addBuilding(scene, plot, level)
  const height = scene.prefersReducedMotion() ? 0 : DROP_HEIGHT
  await animate(scene, 190, (t) => {
    building.lift = height * (1 - t * t)
    building.scale = 1
  })
  void animate(scene, 130, (t) => {
    building.scale = 1 - 0.08 * Math.sin(Math.PI * t)
  })
  addDust(scene, plot, '#f4e0b0', 7)
}

export async function move(scene: Scene, from: number, to: number): Promise<void> {
  const building = liftBuilding(scene, from)
  if (!building) return
  await slide(scene, building, createSprite(to, building.level), 520, (t) => {
    building.lift = DROP_HEIGHT * Math.sin((Math.PI / 2) * Math.min(1, t * 3))
  })
  await put(scene, to, building.level)
}

export async function clear(scene: Scene, plot: number): Promise<void> {
  const building = scene.buildings.get(plot)
  if (!building) return
  addDust(scene, plot, '#c98b6b', 16)
  await animate(scene, 260, (t) => {
    building.scale = 1 - 0.5 * t
    building.alpha = 1 - t
  })
  scene.buildings.delete(plot)
  scene.ticker.invalidate()
}

export async function raise(scene: Scene, plot: number, level: Level): Promise<void> {
  addDust(scene, plot, COLOURS[level], 18)
  await rise(scene, plot, level)
}

export async function merge(scene: Scene, { at, from, level }: Merge): Promise<void> {
  const to = createSprite(at, level)
  const removals = from.map(async (plot) => {
    const building = liftBuilding(scene, plot)
    if (!building) return
    await slide(scene, building, to, 230, (t) => {
      building.lift = 0.35 * Math.sin(Math.PI * t)
      building.scale = 1 - 0.35 * t
    })
  })
  await Promise.all(removals)
  if (!scene.prefersReducedMotion()) scene.effects.ring(inPlots(scene, at), 0.9, 0)
  addDust(scene, at, COLOURS[level], 14 + 2 * level)
  await rise(scene, at, level)
}

export function showText(scene: Scene, plot: number, text: string): void {
  if (!scene.prefersReducedMotion()) scene.effects.text(inPlots(scene, plot, 0.75), text, 0.34)
}

async function rise(scene: Scene, plot: number, level: Level): Promise<void> {
  const building = addBuilding(scene, plot, level)
  building.scale = 0.2
  const step = (t: number) => {
    building.scale = 0.2 + 0.8 * t
  }
  await animate(scene, 360, step, overshoot)
}

/** Moves a lifted building over the town; it then disappears. @param step  Changes what else moves. */
async function slide(
  scene: Scene,
  building: BuildingSprite,
  to: { u: number; v: number },
  ms: number,
  step: (t: number) => void,
): Promise<void> {
  const from = { u: building.u, v: building.v }
  const slideStep = (t: number) => {
    building.u = from.u + (to.u - from.u) * t
    building.v = from.v + (to.v - from.v) * t
    step(t)
  }
  await animate(scene, ms, slideStep, easeInOut)
  scene.moving.delete(building)
}

const animate = (
  { ticker, prefersReducedMotion }: Scene,
  ms: number,
  step: (t: number) => void,
  ease?: Ease,
): Promise<void> => ticker.tween({ ms: prefersReducedMotion() ? 1 : ms, step, ...(ease && { ease }) })

function addDust(scene: Scene, plot: number, colour: string, count: number): void {
  if (!scene.prefersReducedMotion()) scene.effects.sparks(inPlots(scene, plot, 0.1), colour, count)
}

/** A plot's middle in the effects' unit. */
function inPlots({ layout }: Scene, plot: number, above = 0): Point {
  const { x, y } = getMiddle(layout, plot)
  return { x: x / layout.plotPx, y: y / layout.plotPx - above }
}
