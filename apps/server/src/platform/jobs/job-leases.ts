import { type Clock, SECOND_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../observability/log.ts'
import { outageIn } from '../unavailable.ts'
import { renewLeases } from './job-store.ts'

/** Delay before another hub reclaims a crashed hub's jobs. */
export const leaseMs = 20 * SECOND_MS
const renewEveryMs = 5 * SECOND_MS

export type JobLeases = {
  /** Renews the job's lease while the work runs. */
  hold<T>(jobId: string, work: () => Promise<T>): Promise<T>
  /** Called by the timer. */
  renew(): Promise<void>
  start(): void
  stop(): void
}

/** Leases are short, so a crashed hub's jobs are reclaimed quickly; a running hub renews its own. */
export function createJobLeases({ db, clock, log }: { db: Db; clock: Clock; log: Log }): JobLeases {
  const held = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function renew(): Promise<void> {
    const now = clock.now()
    if (held.size > 0) await renewLeases(db, [...held], now, now + leaseMs)
  }

  return {
    renew,
    async hold(jobId, work) {
      held.add(jobId)
      try {
        return await work()
      } finally {
        held.delete(jobId)
      }
    },
    start() {
      timer ??= setInterval(() => {
        renew().catch((error) => {
          if (!outageIn(error)) log.error({ err: error }, 'Job leases could not be renewed')
        })
      }, renewEveryMs).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
