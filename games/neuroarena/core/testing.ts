import { type Arena, type ArenaEvent, createArena, type Direction, STEP_S } from './arena.ts'
import { step } from './step.ts'

const NO_DIRECTION: Direction = { x: 0, y: 0 }

/** Advances the run by a time and collects its events. */
export function advance(
  arena: Arena,
  seconds: number,
  direction: (arena: Arena) => Direction = () => NO_DIRECTION,
): ArenaEvent[] {
  const events: ArenaEvent[] = []
  for (let left = Math.round(seconds / STEP_S); left > 0; left--) {
    step(arena, direction(arena))
    events.push(...arena.events.splice(0))
  }
  return events
}

/** A fight without waves: the test adds all foes. */
export function createFight(seed = 1): Arena {
  const arena = createArena(seed)
  Object.assign(arena, { phase: 'fight', wave: 1, nextSquadIn: 1e9, waiting: ['chaser'] })
  return arena
}

/** A simple bot avoiding foes and shots. */
export function dodge({ drone, foes, shots }: Arena): Direction {
  const direction = { x: -drone.x / 900, y: -drone.y / 900 }
  for (const { x, y, radius } of foes) {
    const [dx, dy] = [drone.x - x, drone.y - y]
    const distance = Math.hypot(dx, dy) || 1
    const fear = Math.max(0, 1 - (distance - radius) / 260)
    direction.x += ((dx * 2 - dy * 0.7) / distance) * fear
    direction.y += ((dy * 2 + dx * 0.7) / distance) * fear
  }
  for (const { x, y, vx, vy, isHostile } of shots) {
    if (!isHostile || Math.hypot(drone.x - x, drone.y - y) > 150) continue
    const side = Math.sign(vx * (drone.y - y) - vy * (drone.x - x)) || 1
    direction.x -= (vy / 250) * side
    direction.y += (vx / 250) * side
  }
  return direction
}
