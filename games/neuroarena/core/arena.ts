import { createRng, type Rng } from '../../kit/rng.ts'
import type { Drone, Foe, FoeKind, Pickup, PickupKind, Shot } from './bodies.ts'

export const ARENA_RADIUS = 620
export const FULL_HULL = 4
/** The rules advance in steps of exactly this many seconds, whatever the screen does. */
export const STEP_S = 1 / 60
/** How long the drone rests before a wave. */
export const REST_S = 2.4
/** The longest step of the score's multiplier: ×5. */
export const HIGHEST_CHAIN = 5

/** What a step did, for the eye and the ear; nothing here changes the rules. */
export type Happening =
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

/** One run. It is changed in place: sixty steps a second must not make sixty arenas of garbage. */
export interface Arena {
  readonly rng: Rng
  phase: Phase
  wave: number
  restFor: number
  /** Foes of this wave that have not come in yet, last one first. */
  readonly waiting: FoeKind[]
  nextSquadIn: number
  score: number
  /** Foes defeated one soon after another. */
  chain: number
  chainFor: number
  defeated: number
  /** Seconds of fight since the start of the run. */
  age: number
  nextId: number
  readonly drone: Drone
  readonly foes: Foe[]
  readonly shots: Shot[]
  /** Shots that flew out, to be used again. */
  readonly spentShots: Shot[]
  readonly pickups: Pickup[]
  /** Filled by every step; whoever watches empties it. */
  readonly happenings: Happening[]
}

export interface Steer {
  /** The wished direction; a vector longer than 1 counts as 1. */
  x: number
  y: number
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

/** @param seed  The same seed and the same steering make the same run. */
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
    happenings: [],
  }
}

/** What a defeated foe's points are multiplied by: one more for every fourth foe in a row. */
export const multiplierOf = ({ chain }: Pick<Arena, 'chain'>): number =>
  Math.min(HIGHEST_CHAIN, 1 + Math.floor(chain / 4))
