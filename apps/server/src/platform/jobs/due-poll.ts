import type { Log } from '../observability/log.ts'
import { outageIn } from '../unavailable.ts'

export type DuePoll = {
  start(): void
  /** Waits for a running poll. */
  stop(): Promise<void>
}

/** Poll interval during a database outage. Short, so jobs resume soon after it; such a poll reaches no network. */
const outagePollMs = 250

/** Polls for due jobs of all queues at once: each project has a queue, and a hub may have a thousand projects. */
export function createDuePoll(options: { log: Log; intervalMs: number; poll(): Promise<void> }): DuePoll {
  const { log, intervalMs, poll } = options
  let timer: NodeJS.Timeout | undefined
  let pending: Promise<void> | undefined
  let isStarted = false

  function schedule(delayMs: number): void {
    if (isStarted) timer = setTimeout(run, delayMs).unref()
  }

  function run(): void {
    let delayMs = intervalMs
    pending = poll()
      .catch((error) => {
        if (outageIn(error)) delayMs = Math.min(intervalMs, outagePollMs)
        else log.error({ err: error }, 'Due jobs could not be found')
      })
      .finally(() => schedule(delayMs))
  }

  return {
    start() {
      isStarted = true
      schedule(intervalMs)
    },
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await pending
    },
  }
}
