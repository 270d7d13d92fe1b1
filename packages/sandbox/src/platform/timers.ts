import type { SandboxContext } from './context.ts'

/** Timers cancelled when the sandbox closes. */
export interface Timers {
  /** Runs after a simulated delay, which the sandbox's pace shortens. */
  after(ms: number, run: () => void): void
  /** Runs at an instant known to clients, at once when it has passed. The pace does not apply. */
  at(instantMs: number, run: () => void): void
  close(): void
}

export function createTimers({ pace, now }: Pick<SandboxContext, 'pace' | 'now'>): Timers {
  const timers = new Set<NodeJS.Timeout>()
  const wait = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  return {
    after: (ms, run) => wait(ms / pace, run),
    at: (instantMs, run) => wait(Math.max(0, instantMs - now()), run),
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
