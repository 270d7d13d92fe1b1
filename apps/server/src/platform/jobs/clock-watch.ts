import type { Clock } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import { outageIn } from '../unavailable.ts'

export type ClockWatch = {
  /** Called by the timer. */
  check(): Promise<void>
  start(): void
  /** Waits for a running check. */
  stop(): Promise<void>
}

/**
 * Detects when the machine's clock is set back.
 * @param onSetBack  Also called by the first check, since the clock may have been set back while no hub ran. It is
 *   repeated if it fails.
 */
export function createClockWatch(options: {
  clock: Clock
  log: Log
  intervalMs: number
  onSetBack(now: number): Promise<void>
}): ClockWatch {
  const { clock, log, intervalMs, onSetBack } = options
  let lastNow = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let pending: Promise<void> | undefined

  async function check(): Promise<void> {
    const now = clock.now()
    if (now < lastNow) await onSetBack(now)
    lastNow = now
  }

  /** Runs one check at a time, also while the database does not respond. */
  function checkSafely(): void {
    pending ??= check()
      .catch((error) => {
        if (!outageIn(error)) log.error({ err: error }, 'Jobs could not be planned again')
      })
      .finally(() => {
        pending = undefined
      })
  }

  return {
    check,
    start() {
      checkSafely()
      timer ??= setInterval(checkSafely, intervalMs).unref()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await pending
    },
  }
}
