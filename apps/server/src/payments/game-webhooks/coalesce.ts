/**
 * Runs `work` without overlap per key. Calls during a run are coalesced into one more run and do not wait for it. Keys
 * run concurrently.
 */
export function coalesceByKey(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, { isRequestedAgain: boolean }>()

  return async (key) => {
    const current = running.get(key)
    if (current) {
      current.isRequestedAgain = true
      return
    }
    const run = { isRequestedAgain: true }
    running.set(key, run)
    try {
      while (run.isRequestedAgain) {
        run.isRequestedAgain = false
        await work(key)
      }
    } finally {
      running.delete(key)
    }
  }
}
