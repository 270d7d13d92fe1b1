import { type Arena, FULL_HULL } from './arena.ts'
import {
  accelerateTowards,
  type Body,
  distance2,
  type Foe,
  keepInside,
  move,
  type Pickup,
  type PickupKind,
  removeWhere,
  touches,
} from './bodies.ts'

const LIVES_S = 10
const PULL_RADIUS = 130
const BOOST_S = { rapid: 7, triple: 7 }
const CHANCE = 0.13

export function dropByChance(arena: Arena, foe: Foe): void {
  const isLucky = arena.rng.next() < CHANCE
  if (foe.kind === 'boss') drop(arena, foe, 'repair')
  else if (isLucky && foe.kind !== 'shard') drop(arena, foe, kindFor(arena))
}

/** A damaged drone gets repairs more often. */
function kindFor(arena: Arena): PickupKind {
  const isWorn = arena.drone.hull < FULL_HULL
  const chance = arena.rng.next()
  if (isWorn && chance < 0.5) return 'repair'
  return chance < 0.75 ? 'rapid' : 'triple'
}

export function drop(arena: Arena, { x, y }: Pick<Body, 'x' | 'y'>, kind: PickupKind): void {
  const pickup: Pickup = { x, y, vx: 0, vy: 0, radius: 20, kind, livesFor: LIVES_S }
  keepInside(pickup, 600)
  arena.pickups.push(pickup)
}

/** Attracts pick-ups to a near drone, applies those it touches, and removes expired ones. */
export function runPickups(arena: Arena, seconds: number): void {
  const { drone, pickups } = arena
  for (const pickup of pickups) {
    const isNear = distance2(pickup, drone) < PULL_RADIUS ** 2
    const pull = isNear ? 5 : 0
    accelerateTowards(pickup, (drone.x - pickup.x) * pull, (drone.y - pickup.y) * pull, 8, seconds)
    move(pickup, seconds)
    pickup.livesFor -= seconds
    if (!touches(pickup, drone)) continue
    take(arena, pickup)
    pickup.livesFor = 0
  }
  removeWhere(pickups, ({ livesFor }) => livesFor <= 0)
}

function take({ drone, events }: Arena, { kind, x, y }: Pickup): void {
  if (kind === 'repair') drone.hull = Math.min(FULL_HULL, drone.hull + 1)
  if (kind === 'rapid') drone.rapidFor = BOOST_S.rapid
  if (kind === 'triple') drone.tripleFor = BOOST_S.triple
  events.push({ kind: 'picked', x, y, pickup: kind })
}
