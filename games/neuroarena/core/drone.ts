import { ARENA_RADIUS, type Arena, FULL_HULL, type Steer } from './arena.ts'
import { type Drone, distance2, type Foe, keepInside, move, steerTo } from './bodies.ts'
import { fire } from './shots.ts'

const SPEED = 310
const GRIP = 11
const REACH = 470
const FIRE_S = 0.19
const RAPID_FIRE_S = 0.1
const SPREAD = 0.2
const SAFE_S = 1.3
export const SHIELD_S = 6
const SAFE_AFTER_REVIVAL_S = 2.5

export const isShielded = ({ shieldFor }: Drone): boolean => shieldFor > 0

function nearestFoe({ foes, drone }: Arena): Foe | undefined {
  let nearest: Foe | undefined
  let least = REACH ** 2
  for (const foe of foes) {
    const far = distance2(foe, drone)
    if (foe.arrivesIn > 0 || far > least) continue
    least = far
    nearest = foe
  }
  return nearest
}

/** Aims where the foe will be when the shot gets there, near enough. */
function aimAt(drone: Drone, foe: Foe): number {
  const flight = Math.sqrt(distance2(drone, foe)) / 720
  return Math.atan2(foe.y + foe.vy * flight - drone.y, foe.x + foe.vx * flight - drone.x)
}

function shoot(arena: Arena, seconds: number): void {
  const { drone } = arena
  drone.fireIn -= seconds
  const foe = nearestFoe(arena)
  if (!foe) return
  drone.aim = aimAt(drone, foe)
  if (drone.fireIn > 0) return
  drone.fireIn = drone.rapidFor > 0 ? RAPID_FIRE_S : FIRE_S
  const angles = drone.tripleFor > 0 ? [-SPREAD, 0, SPREAD] : [0]
  for (const angle of angles) fire(arena, drone, drone.aim + angle, false)
  arena.happenings.push({ kind: 'shot', x: drone.x, y: drone.y })
}

/** The player steers; the drone aims and shoots by itself, so that one thumb is enough. */
export function flyDrone(arena: Arena, steer: Steer, seconds: number): void {
  const { drone } = arena
  const length = Math.max(1, Math.hypot(steer.x, steer.y))
  steerTo(drone, (steer.x / length) * SPEED, (steer.y / length) * SPEED, GRIP, seconds)
  move(drone, seconds)
  keepInside(drone, ARENA_RADIUS)
  drone.safeFor = Math.max(0, drone.safeFor - seconds)
  drone.shieldFor = Math.max(0, drone.shieldFor - seconds)
  drone.rapidFor = Math.max(0, drone.rapidFor - seconds)
  drone.tripleFor = Math.max(0, drone.tripleFor - seconds)
  shoot(arena, seconds)
}

/** Takes one point of the hull, unless a shield or the moment after the last hit guards it. */
export function hurtDrone(arena: Arena): void {
  const { drone } = arena
  const { x, y } = drone
  if (isShielded(drone)) arena.happenings.push({ kind: 'blocked', x, y })
  if (isShielded(drone) || drone.safeFor > 0 || arena.phase === 'over') return
  drone.hull -= 1
  drone.safeFor = SAFE_S
  arena.chain = 0
  arena.happenings.push({ kind: 'hurt', x, y })
  if (drone.hull > 0) return
  arena.phase = 'over'
  arena.happenings.push({ kind: 'over', wave: arena.wave })
}

/** @returns whether it was raised: not while one is up, and not after the end. */
export function raiseShield(arena: Arena): boolean {
  const { drone, phase } = arena
  if (phase === 'over' || isShielded(drone)) return false
  drone.shieldFor = SHIELD_S
  arena.happenings.push({ kind: 'shield', x: drone.x, y: drone.y })
  return true
}

/** Back into the fight at once: a full hull, a moment of safety, no hostile shot in the air. Score and wave stay. */
export function revive(arena: Arena): void {
  const { drone } = arena
  if (arena.phase !== 'over') return
  drone.hull = FULL_HULL
  drone.safeFor = SAFE_AFTER_REVIVAL_S
  for (const shot of arena.shots) if (shot.isHostile) shot.livesFor = 0
  arena.phase = 'fight'
  arena.happenings.push({ kind: 'revived', x: drone.x, y: drone.y })
}
