import { type Arena, createArena, type Happening, STEP_S, type Steer } from './arena.ts'
import { step } from './step.ts'

const HANDS_OFF: Steer = { x: 0, y: 0 }

/** Lets so many seconds pass and gathers what happened. */
export function pass(
  arena: Arena,
  seconds: number,
  steer: (arena: Arena) => Steer = () => HANDS_OFF,
): Happening[] {
  const happened: Happening[] = []
  for (let left = Math.round(seconds / STEP_S); left > 0; left--) {
    step(arena, steer(arena))
    happened.push(...arena.happenings.splice(0))
  }
  return happened
}

/** A fight without waves: the next squad is far away, so that a test says who is there. */
export function openRing(seed = 1): Arena {
  const arena = createArena(seed)
  Object.assign(arena, { phase: 'fight', wave: 1, nextSquadIn: 1e9, waiting: ['chaser'] })
  return arena
}

/** Flies away from whoever is near and dodges shots; neither clever nor quick. */
export function dodge({ drone, foes, shots }: Arena): Steer {
  const steer = { x: -drone.x / 900, y: -drone.y / 900 }
  for (const { x, y, radius } of foes) {
    const [dx, dy] = [drone.x - x, drone.y - y]
    const far = Math.hypot(dx, dy) || 1
    const fear = Math.max(0, 1 - (far - radius) / 260)
    steer.x += ((dx * 2 - dy * 0.7) / far) * fear
    steer.y += ((dy * 2 + dx * 0.7) / far) * fear
  }
  for (const { x, y, vx, vy, isHostile } of shots) {
    if (!isHostile || Math.hypot(drone.x - x, drone.y - y) > 150) continue
    const side = Math.sign(vx * (drone.y - y) - vy * (drone.x - x)) || 1
    steer.x -= (vy / 250) * side
    steer.y += (vx / 250) * side
  }
  return steer
}
