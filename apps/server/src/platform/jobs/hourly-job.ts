import { type Clock, HOUR_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Jobs } from './jobs.ts'

/**
 * Does something at every full hour from now on, once for all hubs of a database.
 * @param kind  Of the job, one for each work.
 */
export async function scheduleHourly(
  { db, clock, jobs }: { db: Db; clock: Clock; jobs: Jobs },
  kind: string,
  work: () => Promise<void>,
): Promise<void> {
  async function enqueueNext(): Promise<void> {
    const runAt = (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS
    // The hour is part of the key: the job that runs still holds its own, and every hub asks for the same.
    await jobs.enqueue(db, { kind, payload: {}, runAt, dedupeKey: `${kind} at ${runAt}` })
  }

  jobs.define(kind, {
    async run() {
      await work()
      await enqueueNext()
    },
  })
  await enqueueNext()
}
