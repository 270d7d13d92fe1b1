/** A seeded random number generator (mulberry32): the same seed gives the same game, in saves and in tests. */
export interface Rng {
  /** A number in [0, 1). */
  next(): number
  /** The complete state: `createRng(rng.state())` continues the sequence. */
  state(): number
}

export function createRng(seed: number): Rng {
  let state = seed >>> 0
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = state
      mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    },
    state: () => state,
  }
}

export const randomSeed = (): number => Math.floor(Math.random() * 2 ** 32)

/** @throws RangeError  when the list is empty. */
export function pick<T>(rng: Rng, from: readonly T[]): T {
  const chosen = from[Math.floor(rng.next() * from.length)]
  if (chosen === undefined) throw new RangeError('Nothing to pick from')
  return chosen
}

export function shuffled<T>(rng: Rng, from: readonly T[]): T[] {
  const left = [...from]
  const result: T[] = []
  while (left.length > 0) result.push(...left.splice(Math.floor(rng.next() * left.length), 1))
  return result
}
