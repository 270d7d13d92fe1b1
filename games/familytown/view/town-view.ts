import { easeInOut, overshoot } from '../../kit/view/easing.ts'
import { createEffects, type Point } from '../../kit/view/effects.ts'
import { createTicker } from '../../kit/view/ticker.ts'
import type { Level } from '../core/buildings.ts'
import { columnOf, type Merge, rowOf, type Town } from '../core/town.ts'
import { drawIsland, plotShape, trace } from './island.ts'
import { type Lay, layIn, middleOf, pointAt, TILT } from './lay.ts'
import { COLOURS, SPRITE, type Sprites } from './sprites.ts'

/** A building as it is seen: where on the meadow, how high above it, and how large. */
interface Actor {
  level: Level
  u: number
  v: number
  lift: number
  scale: number
  alpha: number
}

/** What is pointed out on the meadow. */
export interface Marks {
  readonly cursor: number | null
  /** What would stand on the cursor's plot. */
  readonly ghost: Level | null
  /** Plots that would merge, or may be chosen. */
  readonly lit: readonly number[]
  /** A building on the crane's hook. */
  readonly picked: number | null
  /** Whether the keyboard walks: then the cursor has an outline. */
  readonly isWalking: boolean
}

export interface TownView {
  show(town: Town): void
  put(plot: number, level: Level): Promise<void>
  move(from: number, to: number): Promise<void>
  clear(plot: number): Promise<void>
  raise(plot: number, level: Level): Promise<void>
  merge(merge: Merge): Promise<void>
  mark(marks: Partial<Marks>): void
  say(plot: number, text: string): void
  /** The middle of a plot in the page's pixels. */
  placeOf(plot: number): Point
  setPaused(isPaused: boolean): void
}

const NO_MARKS: Marks = { cursor: null, ghost: null, lit: [], picked: null, isWalking: false }
const DROP_HEIGHT = 0.9
/** From this level on a building hides what is behind it. */
const TALL: Level = 4

/**
 * Draws the floating meadow and what happens on it.
 * @param room    Holds the canvas; the island fills it.
 * @param isCalm  Whether the player asked for reduced motion: then things appear where they belong.
 * @param onLay   Told how the island lies whenever that changes.
 */
export function createTownView(
  room: HTMLElement,
  sprites: Sprites,
  isCalm: () => boolean,
  onLay: (lay: Lay) => void,
): TownView {
  const canvas = room.querySelector('canvas') as HTMLCanvasElement
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  const effects = createEffects()
  const ticker = createTicker(draw)
  const actors = new Map<number, Actor>()
  /** Buildings on their way into a merge; they stand nowhere any more. */
  const leaving = new Set<Actor>()
  let marks = NO_MARKS
  let lay: Lay = layIn(0, 0)
  let island: HTMLCanvasElement | null = null
  let ratio = 1
  let clock = 0

  const motionMs = (ms: number) => (isCalm() ? 1 : ms)

  function fit(): void {
    const { width, height } = room.getBoundingClientRect()
    if (width === 0 || height === 0) return
    ratio = Math.min(devicePixelRatio, 2.5)
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
    lay = layIn(width, height)
    const drawn = drawIsland({ width, height }, lay, ratio)
    island?.remove()
    island = drawn
    room.prepend(island)
    sprites.rasterise(lay.plotPx * ratio)
    onLay(lay)
    ticker.invalidate()
  }

  function drawActor({ level, u, v, lift, scale, alpha }: Actor, pulse = 0): void {
    const { x, y } = pointAt(lay, u, v)
    const sprite = sprites.get(level)
    const [width, height] = [sprite.width * scale, sprite.height * scale]
    const above = (lift + pulse * 0.05) * lay.plotPx
    const left = x * ratio - width * SPRITE.middleX
    const top = (y - above) * ratio - height * SPRITE.middleY
    context.globalAlpha = alpha
    // Whole pixels at full size are copied as they are, which costs a fraction of scaling them.
    context.drawImage(sprite, Math.round(left), Math.round(top), width, height)
    context.globalAlpha = 1
  }

  function drawMarks(pulse: number): void {
    const { cursor, lit, isWalking } = marks
    for (const plot of lit) {
      trace(context, plotShape(lay, plot, 0.03))
      context.fillStyle = `rgb(255 214 110 / ${0.32 + 0.2 * pulse})`
      context.fill()
    }
    if (cursor === null) return
    trace(context, plotShape(lay, cursor, 0.03))
    context.fillStyle = 'rgb(255 255 255 / 0.22)'
    context.fill()
    context.strokeStyle = isWalking ? '#fff' : 'rgb(255 246 220 / 0.8)'
    context.lineWidth = isWalking ? 4 : 2
    context.lineJoin = 'round'
    context.stroke()
  }

  const standing = (plot: number, level: Level): Actor => ({
    level,
    u: columnOf(plot) + 0.5,
    v: rowOf(plot) + 0.5,
    lift: 0,
    scale: 1,
    alpha: 1,
  })

  /** Whether what stands there is in front of the cursor's plot. */
  function hides(plot: number): boolean {
    if (marks.cursor === null) return false
    const [down, across] = [rowOf(plot) - rowOf(marks.cursor), columnOf(plot) - columnOf(marks.cursor)]
    return (down === 0 || down === 1) && (across === 0 || across === 1) && down + across > 0
  }

  /** Everything that stands, from the far corner to the near one, so that the near hides the far. */
  function drawTown(pulse: number): void {
    const { cursor, ghost, picked, lit } = marks
    const all = [...leaving].map((actor) => ({ actor, pulse: 0 }))
    for (const [plot, actor] of actors) {
      const isLifted = plot === picked || (ghost !== null && lit.includes(plot))
      const seen = actor.level >= TALL && hides(plot) ? { ...actor, alpha: actor.alpha * 0.45 } : actor
      all.push({ actor: seen, pulse: isLifted ? (plot === picked ? 2 + pulse : pulse) : 0 })
    }
    if (cursor !== null && ghost !== null && !actors.has(cursor))
      all.push({ actor: { ...standing(cursor, ghost), alpha: 0.78 }, pulse })
    all.sort((a, b) => a.actor.u + a.actor.v - (b.actor.u + b.actor.v))
    for (const each of all) drawActor(each.actor, each.pulse)
  }

  function draw(elapsedMs: number): boolean {
    if (!island) return false
    clock += elapsedMs
    const pulse = isCalm() ? 0.5 : 0.5 + 0.5 * Math.sin(clock / 260)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawMarks(pulse)
    context.setTransform(1, 0, 0, 1, 0, 0)
    drawTown(pulse)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    // Effects are measured in plots.
    context.scale(lay.plotPx, lay.plotPx)
    const hasEffects = effects.draw(context, elapsedMs)
    const breathes = marks.ghost !== null || marks.lit.length > 0 || marks.picked !== null
    return hasEffects || (breathes && !isCalm())
  }

  const inPlots = (plot: number, above = 0): Point => {
    const { x, y } = middleOf(lay, plot)
    return { x: x / lay.plotPx, y: y / lay.plotPx - above }
  }

  function dust(plot: number, colour: string, count: number): void {
    if (!isCalm()) effects.sparks(inPlots(plot, 0.1), colour, count)
  }

  async function rise(actor: Actor): Promise<void> {
    actor.scale = 0.2
    const step = (t: number) => {
      actor.scale = 0.2 + 0.8 * t
    }
    await ticker.tween({ ms: motionMs(360), ease: overshoot, step })
  }

  async function slide(actor: Actor, to: { u: number; v: number }): Promise<void> {
    const from = { u: actor.u, v: actor.v }
    const step = (t: number) => {
      actor.u = from.u + (to.u - from.u) * t
      actor.v = from.v + (to.v - from.v) * t
      actor.lift = 0.35 * Math.sin(Math.PI * t)
      actor.scale = 1 - 0.35 * t
    }
    await ticker.tween({ ms: motionMs(230), ease: easeInOut, step })
  }

  async function fall(actor: Actor, from: number): Promise<void> {
    const step = (t: number) => {
      actor.lift = from * (1 - t * t)
      actor.scale = 1
    }
    await ticker.tween({ ms: motionMs(190), step })
    const squash = (t: number) => {
      actor.scale = 1 - 0.08 * Math.sin(Math.PI * t)
    }
    void ticker.tween({ ms: motionMs(130), step: squash })
  }

  function stand(plot: number, level: Level): Actor {
    const actor = standing(plot, level)
    actors.set(plot, actor)
    return actor
  }

  new ResizeObserver(fit).observe(room)

  return {
    show(town) {
      actors.clear()
      town.forEach((level, plot) => {
        if (level !== 0) stand(plot, level)
      })
      ticker.invalidate()
    },
    async put(plot, level) {
      await fall(stand(plot, level), isCalm() ? 0 : DROP_HEIGHT)
      dust(plot, '#f4e0b0', 7)
    },
    async move(from, to) {
      const actor = actors.get(from)
      if (!actor) return
      actors.delete(from)
      leaving.add(actor)
      const start = { u: actor.u, v: actor.v }
      const end = standing(to, actor.level)
      const step = (t: number) => {
        actor.u = start.u + (end.u - start.u) * t
        actor.v = start.v + (end.v - start.v) * t
        actor.lift = DROP_HEIGHT * Math.sin((Math.PI / 2) * Math.min(1, t * 3))
      }
      await ticker.tween({ ms: motionMs(520), ease: easeInOut, step })
      leaving.delete(actor)
      await fall(stand(to, actor.level), isCalm() ? 0 : DROP_HEIGHT)
      dust(to, '#f4e0b0', 7)
    },
    async clear(plot) {
      const actor = actors.get(plot)
      if (!actor) return
      dust(plot, '#c98b6b', 16)
      const step = (t: number) => {
        actor.scale = 1 - 0.5 * t
        actor.alpha = 1 - t
      }
      await ticker.tween({ ms: motionMs(260), step })
      actors.delete(plot)
      ticker.invalidate()
    },
    async raise(plot, level) {
      dust(plot, COLOURS[level], 18)
      await rise(stand(plot, level))
    },
    async merge({ at, from, level }) {
      const to = standing(at, level)
      const goings = from.map(async (plot) => {
        const actor = actors.get(plot)
        if (!actor) return
        actors.delete(plot)
        leaving.add(actor)
        await slide(actor, to)
        leaving.delete(actor)
      })
      await Promise.all(goings)
      if (!isCalm()) effects.ring(inPlots(at), 0.9, 0)
      dust(at, COLOURS[level], 14 + 2 * level)
      await rise(stand(at, level))
    },
    mark(changed) {
      marks = { ...marks, ...changed }
      ticker.invalidate()
    },
    say: (plot, text) => {
      if (!isCalm()) effects.words(inPlots(plot, 0.75), text, 0.34)
    },
    placeOf(plot) {
      const box = canvas.getBoundingClientRect()
      const { x, y } = middleOf(lay, plot)
      return { x: box.left + x, y: box.top + y - lay.plotPx * TILT * 0.5 }
    },
    setPaused: ticker.setPaused,
  }
}
