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
  /** Aim in radians; unchanged while no foe is in range. */
  aim: number
  fireIn: number
  /** Invulnerable for this many seconds. */
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
  /** Seconds until it leaves its portal; before then it cannot move, hit or be hit. */
  entersIn: number
  /** Seconds until the next attack; below `WARNING_S` a warning is drawn. */
  attackIn: number
  /** Attacks so far; selects the next one. */
  attack: number
  /** Flashes for this many seconds after a hit. */
  hurtFor: number
  /** Direction in which it circles: 1 or -1. */
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

/** Squared distance. */
export const distance2 = (a: Body, b: Body): number => (a.x - b.x) ** 2 + (a.y - b.y) ** 2

export const touches = (a: Body, b: Body): boolean => distance2(a, b) < (a.radius + b.radius) ** 2

/** Changes a velocity towards `vx`, `vy`; `grip` is the fraction of the difference removed per second. */
export function accelerateTowards(body: Body, vx: number, vy: number, grip: number, seconds: number): void {
  const share = Math.min(1, grip * seconds)
  body.vx += (vx - body.vx) * share
  body.vy += (vy - body.vy) * share
}

export function move(body: Body, seconds: number): void {
  body.x += body.vx * seconds
  body.y += body.vy * seconds
}

/** Clamps a body to the round arena and removes its outward velocity. */
export function keepInside(body: Body, arenaRadius: number): void {
  const distance = Math.hypot(body.x, body.y)
  const limit = arenaRadius - body.radius
  if (distance <= limit) return
  const [nx, ny] = [body.x / distance, body.y / distance]
  const outwards = Math.max(0, body.vx * nx + body.vy * ny)
  body.x = nx * limit
  body.y = ny * limit
  body.vx -= outwards * nx
  body.vy -= outwards * ny
}

/** Removes items in place. Does not preserve the order. */
export function removeWhere<T>(
  list: T[],
  shouldRemove: (item: T) => boolean,
  onRemove: (item: T) => void = () => {},
): void {
  for (let at = list.length - 1; at >= 0; at--) {
    const item = list[at]
    if (item === undefined || !shouldRemove(item)) continue
    const last = list.pop()
    if (last !== undefined && at < list.length) list[at] = last
    onRemove(item)
  }
}
