import { type Clock, MINUTE_MS, SECOND_MS } from './clock.ts'
import { afterCommit, type Db } from './database.ts'
import { newId } from './ids.ts'
import { buryJob, claimDueJobs, deleteJob, insertJob, type JobRow, postponeJob } from './job-store.ts'
import type { Log } from './log.ts'

/** What one kind of job does, and how patient it is. */
export type JobKind = {
  /** Must be safe to repeat: a hub may die between the work and its record. Throw to be tried again. */
  run(payload: unknown, job: { id: string; attempt: number }): Promise<void>
  /** Delay before the next try after `attempt` failures (1, 2, …), or null to give up and keep the job as dead. */
  retryDelayMs?(attempt: number, error: unknown): number | null
}

export type NewJob = {
  kind: string
  payload: unknown
  /** Default: at once. */
  runAt?: number
  /** While one job with this key waits, another is not added. */
  dedupeKey?: string
}

export type Jobs = {
  define(kind: string, definition: JobKind): void
  /** Pass the transaction that the job belongs to: it runs only when that commits. */
  enqueue(db: Db, job: NewJob): Promise<void>
  /** Runs everything that is due until nothing is; how tests move the hub's work forward. */
  runDue(): Promise<void>
  start(): void
  /** Stops claiming and waits for what is running. */
  stop(): Promise<void>
}

const leaseMs = 2 * MINUTE_MS
const pollMs = SECOND_MS
const batchSize = 20

/** 1 s, 2 s, 4 s … up to 10 minutes, twelve times. */
function defaultRetryDelayMs(attempt: number): number | null {
  return attempt > 12 ? null : Math.min(2 ** (attempt - 1) * SECOND_MS, 10 * MINUTE_MS)
}

export function createJobs({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Jobs {
  const kinds = new Map<string, JobKind>()
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let wakeAgain = false

  async function runJob(job: JobRow): Promise<void> {
    const kind = kinds.get(job.kind)
    if (!kind) return
    try {
      await kind.run(JSON.parse(job.payload), { id: job.id, attempt: job.attempts })
      await deleteJob(db, job.id)
    } catch (error) {
      await recordFailure(job, kind, error)
    }
  }

  async function recordFailure(job: JobRow, kind: JobKind, error: unknown): Promise<void> {
    const delayMs = (kind.retryDelayMs ?? defaultRetryDelayMs)(job.attempts, error)
    const message = error instanceof Error ? error.message : String(error)
    if (delayMs === null) {
      log.error({ err: error, job: job.id, kind: job.kind }, 'A job was given up')
      return buryJob(db, job.id, message)
    }
    log.warn(
      { job: job.id, kind: job.kind, attempt: job.attempts, reason: message },
      'A job will be tried again',
    )
    return postponeJob(db, job.id, clock.now() + delayMs, message)
  }

  async function runBatch(): Promise<number> {
    if (kinds.size === 0) return 0
    const now = clock.now()
    const claimed = await claimDueJobs(db, [...kinds.keys()], now, now + leaseMs, batchSize)
    await Promise.all(claimed.map(runJob))
    return claimed.length
  }

  async function runUntilNothingIsDue(): Promise<void> {
    while (isRunning && (await runBatch()) > 0) {
      // the next batch
    }
  }

  function wake(): void {
    if (!isRunning) return
    if (round) {
      wakeAgain = true
      return
    }
    clearTimeout(timer)
    round = runUntilNothingIsDue()
      .catch((error) => log.error({ err: error }, 'The jobs could not be read'))
      .finally(() => {
        round = undefined
        if (!isRunning) return
        timer = setTimeout(wake, wakeAgain ? 0 : pollMs)
        timer.unref()
        wakeAgain = false
      })
  }

  return {
    define: (kind, definition) => void kinds.set(kind, definition),
    async enqueue(db, { kind, payload, runAt, dedupeKey }) {
      const now = clock.now()
      await insertJob(db, {
        id: newId(),
        kind,
        payload: JSON.stringify(payload),
        state: 'waiting',
        runAt: runAt ?? now,
        attempts: 0,
        lastError: null,
        dedupeKey: dedupeKey ?? null,
        createdAt: now,
      })
      afterCommit(wake)
    },
    async runDue() {
      while ((await runBatch()) > 0) {
        // the next batch
      }
    },
    start() {
      isRunning = true
      wake()
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await round
    },
  }
}
