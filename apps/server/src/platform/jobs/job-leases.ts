import { type Clock, SECOND_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../observability/log.ts'
import { renewLeases } from './job-store.ts'

/** How soon another hub takes up what a hub that died had begun. */
export const leaseMs = 20 * SECOND_MS
const renewEveryMs = 5 * SECOND_MS

export type JobLeases = {
  /** Keeps the job ours while the work lasts, however long that is. */
  during<T>(jobId: string, work: () => Promise<T>): Promise<T>
  /** What the timer does. */
  renew(): Promise<void>
  start(): void
  stop(): void
}

/** Leases are short, so that the dead are soon missed, and renewed by the living. */
export function createJobLeases({ db, clock, log }: { db: Db; clock: Clock; log: Log }): JobLeases {
  const held = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function renew(): Promise<void> {
    if (held.size > 0) await renewLeases(db, [...held], clock.now() + leaseMs)
  }

  return {
    renew,
    async during(jobId, work) {
      held.add(jobId)
      try {
        return await work()
      } finally {
        held.delete(jobId)
      }
    },
    start() {
      timer ??= setInterval(() => {
        renew().catch((error) => log.error({ err: error }, 'The leases of running jobs could not be renewed'))
      }, renewEveryMs).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}
