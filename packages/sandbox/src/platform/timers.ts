import type { Place } from './context.ts'

/** What happens by itself, and never after the end of the sandbox. */
export interface Timers {
  /** After a while, at the sandbox's pace. */
  after(ms: number, happen: () => void): void
  /** At an instant that was told to others; at once when it has passed. */
  at(instantMs: number, happen: () => void): void
  close(): void
}

export function createTimers({ pace, now }: Pick<Place, 'pace' | 'now'>): Timers {
  const timers = new Set<NodeJS.Timeout>()
  const wait = (ms: number, happen: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      happen()
    }, ms)
    timers.add(timer)
  }
  return {
    after: (ms, happen) => wait(ms / pace, happen),
    at: (instantMs, happen) => wait(Math.max(0, instantMs - now()), happen),
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
