import { type Clock, HOUR_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Jobs } from './jobs.ts'

/**
 * Runs work at every full hour, once across all hubs on a database.
 * @param kind  Job kind, unique to this work.
 */
export async function scheduleHourly(
  { db, clock, jobs }: { db: Db; clock: Clock; jobs: Jobs },
  kind: string,
  work: () => Promise<void>,
): Promise<void> {
  async function enqueueNext(): Promise<void> {
    const runAt = (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS
    // The key contains the hour, because the running job still holds its own key and every hub enqueues the next.
    const dedupeKey = `${kind} at ${runAt}`
    await jobs.enqueue(db, { kind, payload: {}, runAt, dedupeKey, beginsTrace: true })
  }

  jobs.define(kind, {
    async run() {
      await work()
      await enqueueNext()
    },
  })
  await enqueueNext()
}
