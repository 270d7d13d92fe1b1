import { ARENA_RADIUS, type Arena, type Direction, FULL_HULL } from './arena.ts'
import { accelerateTowards, type Drone, distance2, type Foe, keepInside, move } from './bodies.ts'
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

/** Moves the drone; it aims and shoots automatically, so one thumb is enough. */
export function flyDrone(arena: Arena, direction: Direction, seconds: number): void {
  const { drone } = arena
  const length = Math.max(1, Math.hypot(direction.x, direction.y))
  accelerateTowards(drone, (direction.x / length) * SPEED, (direction.y / length) * SPEED, GRIP, seconds)
  move(drone, seconds)
  keepInside(drone, ARENA_RADIUS)
  drone.safeFor = Math.max(0, drone.safeFor - seconds)
  drone.shieldFor = Math.max(0, drone.shieldFor - seconds)
  drone.rapidFor = Math.max(0, drone.rapidFor - seconds)
  drone.tripleFor = Math.max(0, drone.tripleFor - seconds)
  shoot(arena, seconds)
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
  arena.events.push({ kind: 'shot', x: drone.x, y: drone.y })
}

function nearestFoe({ foes, drone }: Arena): Foe | undefined {
  let nearest: Foe | undefined
  let least = REACH ** 2
  for (const foe of foes) {
    const distance = distance2(foe, drone)
    if (foe.entersIn > 0 || distance > least) continue
    least = distance
    nearest = foe
  }
  return nearest
}

/** Angle to where the foe will be when the shot arrives, approximately. */
function aimAt(drone: Drone, foe: Foe): number {
  const flight = Math.sqrt(distance2(drone, foe)) / 720
  return Math.atan2(foe.y + foe.vy * flight - drone.y, foe.x + foe.vx * flight - drone.x)
}

/** Removes one hull point, unless the drone is shielded or invulnerable. */
export function hurtDrone(arena: Arena): void {
  const { drone } = arena
  const { x, y } = drone
  if (isShielded(drone)) arena.events.push({ kind: 'blocked', x, y })
  if (isShielded(drone) || drone.safeFor > 0 || arena.phase === 'over') return
  drone.hull -= 1
  drone.safeFor = SAFE_S
  arena.chain = 0
  arena.events.push({ kind: 'hurt', x, y })
  if (drone.hull > 0) return
  arena.phase = 'over'
  arena.events.push({ kind: 'over', wave: arena.wave })
}

/** @returns false when a shield is up or the run is over. */
export function raiseShield(arena: Arena): boolean {
  const { drone, phase } = arena
  if (phase === 'over' || isShielded(drone)) return false
  drone.shieldFor = SHIELD_S
  arena.events.push({ kind: 'shield', x: drone.x, y: drone.y })
  return true
}

/** Continues a lost run with a full hull, brief invulnerability and no hostile shots. */
export function revive(arena: Arena): void {
  const { drone } = arena
  if (arena.phase !== 'over') return
  drone.hull = FULL_HULL
  drone.safeFor = SAFE_AFTER_REVIVAL_S
  for (const shot of arena.shots) if (shot.isHostile) shot.livesFor = 0
  arena.phase = 'fight'
  arena.events.push({ kind: 'revived', x: drone.x, y: drone.y })
}
