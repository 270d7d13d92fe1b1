import { ARENA_RADIUS, type Arena } from './arena.ts'
import { type Body, move, removeWhere, type Shot } from './bodies.ts'

const SPEED = { friendly: 720, hostile: 250 }
const RADIUS = { friendly: 8, hostile: 11 }
const LIVES_S = { friendly: 0.85, hostile: 6 }

/** Fires from a body's edge. Reuses removed shots. */
export function fire(arena: Arena, from: Body, angle: number, isHostile: boolean): void {
  const side = isHostile ? 'hostile' : 'friendly'
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const shot = arena.spentShots.pop() ?? newShot()
  shot.x = from.x + cos * from.radius
  shot.y = from.y + sin * from.radius
  shot.vx = cos * SPEED[side]
  shot.vy = sin * SPEED[side]
  shot.radius = RADIUS[side]
  shot.isHostile = isHostile
  shot.livesFor = LIVES_S[side]
  arena.shots.push(shot)
}

const newShot = (): Shot => ({ x: 0, y: 0, vx: 0, vy: 0, radius: 0, isHostile: false, livesFor: 0 })

export function moveShots(arena: Arena, seconds: number): void {
  for (const shot of arena.shots) {
    move(shot, seconds)
    shot.livesFor -= seconds
    if (Math.hypot(shot.x, shot.y) > ARENA_RADIUS - shot.radius) shot.livesFor = 0
  }
}

export function removeSpentShots(arena: Arena): void {
  removeWhere(
    arena.shots,
    (shot) => shot.livesFor <= 0,
    (shot) => arena.spentShots.push(shot),
  )
}
