import { type Arena, type ArenaEvent, getMultiplier } from '../core/arena.ts'
import { FOE_COLOURS } from './draw-foes.ts'
import type { Effects } from './effects.ts'
import type { ParticleColour, Particles } from './particles.ts'

const FOE_PARTICLES: Record<string, ParticleColour> = {
  chaser: 1,
  shooter: 2,
  splitter: 3,
  shard: 3,
  boss: 1,
}
const PICKUP_PARTICLES: Record<string, ParticleColour> = { repair: 4, rapid: 0, triple: 3 }

interface Layers {
  readonly particles: Particles
  readonly effects: Effects
  prefersReducedMotion(): boolean
}

/** Starts an event's particles and effects. */
export function showEvent(event: ArenaEvent, arena: Arena, layers: Layers): void {
  const { particles, effects } = layers
  const { kind } = event
  if (kind === 'hit') particles.burst(event.x, event.y, FOE_PARTICLES[event.foe] ?? 5, 3, 240)
  if (kind === 'defeated') showDefeat(event, arena, layers)
  if (kind === 'hurt') showHurt(event.x, event.y, arena.drone.hull <= 0, layers)
  if (kind === 'picked') {
    particles.burst(event.x, event.y, PICKUP_PARTICLES[event.pickup] ?? 5, 14, 260)
    effects.ring(event.x, event.y, '#ffffff', 70)
  }
  if (kind === 'shield') effects.ring(event.x, event.y, '#8df4ff', 120, 0.7)
  if (kind === 'revived') effects.ring(event.x, event.y, '#8df4ff', 300, 0.7)
}

/** @returns how far the event shakes the picture, in arena units; null when it does not */
export function getShake(event: ArenaEvent, arena: Arena): number | null {
  if (event.kind === 'defeated' && event.foe === 'boss') return 16
  if (event.kind === 'hurt') return arena.drone.hull <= 0 ? 18 : 11
  return null
}

function showDefeat(
  { x, y, foe, points }: Extract<ArenaEvent, { kind: 'hit' | 'defeated' }>,
  arena: Arena,
  { particles, effects, prefersReducedMotion }: Layers,
): void {
  const isBoss = foe === 'boss'
  const count = prefersReducedMotion() ? 6 : isBoss ? 90 : 16
  particles.burst(x, y, FOE_PARTICLES[foe] ?? 5, count, isBoss ? 620 : 380)
  effects.ring(x, y, FOE_COLOURS[foe], isBoss ? 240 : 74)
  effects.text(x, y, getMultiplier(arena) > 1 ? '#ffe08a' : '#fff', `+${points}`)
}

function showHurt(
  x: number,
  y: number,
  isOver: boolean,
  { particles, effects, prefersReducedMotion }: Layers,
): void {
  const count = prefersReducedMotion() ? 8 : isOver ? 80 : 26
  particles.burst(x, y, 5, count, isOver ? 560 : 420)
  effects.ring(x, y, '#ffffff', isOver ? 260 : 120, isOver ? 0.9 : 0.5)
}
