import { createRng, type Rng } from '../../kit/rng.ts'
import type { Drone, Foe, FoeKind, Pickup, PickupKind, Shot } from './bodies.ts'

export const ARENA_RADIUS = 620
export const FULL_HULL = 4
/** Simulation step length, independent of the display. */
export const STEP_S = 1 / 60
/** Pause between two waves. */
export const REST_S = 2.4
export const MAX_MULTIPLIER = 5

/** Events of a step, for drawing and sound. */
export type ArenaEvent =
  | { readonly kind: 'shot' | 'foeShot'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'hit' | 'defeated'
      readonly x: number
      readonly y: number
      readonly foe: FoeKind
      readonly points: number
    }
  | { readonly kind: 'hurt' | 'blocked' | 'shield' | 'revived'; readonly x: number; readonly y: number }
  | { readonly kind: 'picked'; readonly x: number; readonly y: number; readonly pickup: PickupKind }
  | { readonly kind: 'portal'; readonly x: number; readonly y: number; readonly foe: FoeKind }
  | { readonly kind: 'waveStarts' | 'waveEnds' | 'over'; readonly wave: number }

export type Phase = 'rest' | 'fight' | 'over'

/** Run state. Mutable, so sixty steps a second allocate little. */
export interface Arena {
  readonly rng: Rng
  phase: Phase
  wave: number
  restFor: number
  /** This wave's foes still to enter; the next one is last. */
  readonly waiting: FoeKind[]
  nextSquadIn: number
  score: number
  /** Foes defeated in quick succession. */
  chain: number
  chainFor: number
  defeated: number
  /** Seconds since the run started. */
  age: number
  nextId: number
  readonly drone: Drone
  readonly foes: Foe[]
  readonly shots: Shot[]
  /** Removed shots, pooled for reuse. */
  readonly spentShots: Shot[]
  readonly pickups: Pickup[]
  /** Appended by each step; the consumer empties it. */
  readonly events: ArenaEvent[]
}

export interface Direction {
  /** A vector longer than 1 counts as 1. */
  x: number
  y: number
}

/** @param seed  The same seed and the same directions give the same run. */
export function createArena(seed: number): Arena {
  return {
    rng: createRng(seed),
    phase: 'rest',
    wave: 0,
    restFor: 1.2,
    waiting: [],
    nextSquadIn: 0,
    score: 0,
    chain: 0,
    chainFor: 0,
    defeated: 0,
    age: 0,
    nextId: 1,
    drone: newDrone(),
    foes: [],
    shots: [],
    spentShots: [],
    pickups: [],
    events: [],
  }
}

const newDrone = (): Drone => ({
  x: 0,
  y: 120,
  vx: 0,
  vy: 0,
  radius: 26,
  hull: FULL_HULL,
  aim: -Math.PI / 2,
  fireIn: 0,
  safeFor: 0,
  shieldFor: 0,
  rapidFor: 0,
  tripleFor: 0,
})

/** Points multiplier for a defeated foe: one more for every four foes in the chain. */
export const getMultiplier = ({ chain }: Pick<Arena, 'chain'>): number =>
  Math.min(MAX_MULTIPLIER, 1 + Math.floor(chain / 4))
