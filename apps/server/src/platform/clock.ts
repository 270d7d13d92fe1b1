/** Current time; tests replace it. */
export type Clock = {
  /** Unix time in milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Whole seconds until an instant, rounded up as `Retry-After` requires. */
export function secondsUntil(instant: number, now: number): number {
  return Math.ceil((instant - now) / SECOND_MS)
}
