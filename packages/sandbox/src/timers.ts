/** What happens by itself after a while, and never after the end of the sandbox. */
export interface Timers {
  after(ms: number, happen: () => void): void
  close(): void
}

export function createTimers(): Timers {
  const timers = new Set<NodeJS.Timeout>()
  return {
    after(ms, happen) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        happen()
      }, ms)
      timers.add(timer)
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
