export type Random = ReturnType<typeof createRandom>

/** Mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number) {
  let state = seed
  /** From 0 to 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(values: readonly T[]): T => values[upTo(values.length)] as T
  return { next, upTo, pick, maybe: <T>(value: T) => (upTo(2) === 0 ? value : undefined) }
}
