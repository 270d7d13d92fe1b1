import type { Clock } from '../../src/platform/clock.ts'

export type TestClock = Clock & { advance(ms: number): void }

/** A clock standing still until a test advances it. */
export function testClock(start: string): TestClock {
  let now = Date.parse(start)
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}
