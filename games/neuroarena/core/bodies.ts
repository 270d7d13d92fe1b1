import type { Rng } from '../../kit/rng.ts'

/** Lengths are in arena units (the drone is 52 across), times in seconds, speeds in units per second. */
export interface Body {
  x: number
  y: number
  vx: number
  vy: number
  radius: number
}

export interface Drone extends Body {
  hull: number
  /** Where it aims, in radians; it keeps the last aim while nobody is near. */
  aim: number
  fireIn: number
  /** Nothing hurts it for so long. */
  safeFor: number
  shieldFor: number
  rapidFor: number
  tripleFor: number
}

export type FoeKind = 'chaser' | 'shooter' | 'splitter' | 'shard' | 'boss'

export interface Foe extends Body {
  readonly id: number
  readonly kind: FoeKind
  health: number
  readonly fullHealth: number
  /** A foe is announced by a portal before it can move, hit or be hit. */
  arrivesIn: number
  /** Until the next attack; below `WARNING_S` its eyes glow as a warning. */
  attackIn: number
  /** Which attack comes next, counted from 0. */
  attack: number
  /** Shows that it was hit just now. */
  hurtFor: number
  /** Side it circles to: 1 or -1. */
  readonly side: number
  speed: number
}

export interface Shot extends Body {
  isHostile: boolean
  livesFor: number
}

export type PickupKind = 'repair' | 'rapid' | 'triple'

export interface Pickup extends Body {
  kind: PickupKind
  livesFor: number
}

export const between = (rng: Rng, from: number, to: number): number => from + (to - from) * rng.next()

/** Squared, because comparing needs no root. */
export const distance2 = (a: Body, b: Body): number => (a.x - b.x) ** 2 + (a.y - b.y) ** 2

export const touches = (a: Body, b: Body): boolean => distance2(a, b) < (a.radius + b.radius) ** 2

/** Turns the speed of a body towards a wished one; `grip` is how much of the difference goes in a second. */
export function steerTo(body: Body, vx: number, vy: number, grip: number, seconds: number): void {
  const share = Math.min(1, grip * seconds)
  body.vx += (vx - body.vx) * share
  body.vy += (vy - body.vy) * share
}

export function move(body: Body, seconds: number): void {
  body.x += body.vx * seconds
  body.y += body.vy * seconds
}

/** Keeps a body inside the round arena; the wall takes the speed that points outwards. */
export function keepInside(body: Body, arenaRadius: number): void {
  const far = Math.hypot(body.x, body.y)
  const limit = arenaRadius - body.radius
  if (far <= limit) return
  const [nx, ny] = [body.x / far, body.y / far]
  const outwards = Math.max(0, body.vx * nx + body.vy * ny)
  body.x = nx * limit
  body.y = ny * limit
  body.vx -= outwards * nx
  body.vy -= outwards * ny
}

/** Takes the ones that are gone out of the list, in place and in no particular order. */
export function sweep<T>(list: T[], isGone: (one: T) => boolean, onGone: (one: T) => void = () => {}): void {
  for (let at = list.length - 1; at >= 0; at--) {
    const one = list[at] as T
    if (!isGone(one)) continue
    const last = list.pop() as T
    if (at < list.length) list[at] = last
    onGone(one)
  }
}
