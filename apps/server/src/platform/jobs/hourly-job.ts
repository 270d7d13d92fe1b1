import { type Clock, HOUR_MS, SECOND_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { outageIn } from '../unavailable.ts'
import type { Jobs } from './jobs.ts'

type Step = () => Promise<unknown>
type Deps = { db: Db; clock: Clock; jobs: Jobs }

/** Like `schedulePeriodic`, at every full hour. */
export function scheduleHourly(deps: Deps, kind: string, ...steps: Step[]): Promise<void> {
  return schedulePeriodic(deps, kind, HOUR_MS, ...steps)
}

/**
 * Runs steps at every multiple of an interval, once across all hubs on a database. A failing step hinders no other one
 * and no later run: all run again, soon at first and then at every interval.
 * @param kind  Job kind, unique to this work.
 */
export async function schedulePeriodic(
  { db, clock, jobs }: Deps,
  kind: string,
  intervalMs: number,
  ...steps: Step[]
): Promise<void> {
  const getNextRunAt = () => (Math.floor(clock.now() / intervalMs) + 1) * intervalMs

  async function enqueueNext(): Promise<void> {
    const runAt = getNextRunAt()
    // The key contains the time, because the running job still holds its own key and every hub enqueues the next.
    const dedupeKey = `${kind} at ${runAt}`
    await jobs.enqueue(db, { kind, payload: {}, runAt, dedupeKey, beginsTrace: true })
  }

  jobs.define(kind, {
    async run() {
      await runEach(steps)
      await enqueueNext()
    },
    // Never null: a dead job would end the work for good.
    retryDelayMs: (attempt) =>
      Math.min(2 ** Math.min(attempt - 1, 20) * SECOND_MS, getNextRunAt() - clock.now()),
  })
  await enqueueNext()
}

/**
 * Runs every step, whichever of them fail.
 * @throws Error  naming all failures; an outage at once, because the next steps would meet it, too
 */
export async function runEach(steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      if (outageIn(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length === 0) return
  const messages = errors.map((error) => (error instanceof Error ? error.message : String(error)))
  throw new AggregateError(errors, messages.join('; '))
}
