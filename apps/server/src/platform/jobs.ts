import { type Clock, MINUTE_MS, SECOND_MS } from './clock.ts'
import { afterCommit, type Db } from './database.ts'
import { newId } from './ids.ts'
import {
  buryJob,
  claimDueJobs,
  deleteJobs,
  insertJob,
  type JobRow,
  postponeJob,
  releaseLeases,
} from './job-store.ts'
import type { Log } from './log.ts'

/** What one kind of job does, and how patient it is. */
export type JobKind = {
  /** Must be safe to repeat: a hub may die between the work and its record. Throw to be tried again. */
  run(payload: unknown, job: { id: string; attempt: number }): Promise<void>
  /** Delay before the next try after `attempt` failures (1, 2, …), or null to give up and keep the job as dead. */
  retryDelayMs?(attempt: number, error: unknown): number | null
}

type NewJob = {
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
  /**
   * Works until `stop`.
   * @param isAlone  True when no other hub has this database: what a hub that died had leased is taken up at once.
   */
  start(options: { isAlone: boolean }): Promise<void>
  /** Claims nothing new and waits for what is running. */
  stop(): Promise<void>
}

const leaseMs = 2 * MINUTE_MS
const pollMs = SECOND_MS
/** Jobs at once. A slow letter takes one slot and holds nobody up. */
const slots = 20

/** 1 s, 2 s, 4 s … up to 10 minutes, twelve times. */
function defaultRetryDelayMs(attempt: number): number | null {
  return attempt > 12 ? null : Math.min(2 ** (attempt - 1) * SECOND_MS, 10 * MINUTE_MS)
}

export function createJobs({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Jobs {
  const kinds = new Map<string, JobKind>()
  const running = new Set<Promise<void>>()
  let finished: string[] = []
  let isWorking = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let anotherRound = false

  async function runJob(job: JobRow): Promise<void> {
    const kind = kinds.get(job.kind)
    if (!kind) return
    try {
      await kind.run(JSON.parse(job.payload), { id: job.id, attempt: job.attempts })
      finished.push(job.id)
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

  /** Jobs are safe to repeat, so that their rows may go together, a moment after they have run. */
  async function clearFinished(): Promise<void> {
    const ids = finished
    finished = []
    if (ids.length > 0) await deleteJobs(db, ids)
  }

  async function claim(limit: number): Promise<JobRow[]> {
    if (kinds.size === 0 || limit === 0) return []
    const now = clock.now()
    return claimDueJobs(db, [...kinds.keys()], now, now + leaseMs, limit)
  }

  function begin(job: JobRow): void {
    const work = runJob(job)
      .catch((error) => log.error({ err: error, job: job.id }, 'A job could not be recorded'))
      .finally(() => {
        running.delete(work)
        wake()
      })
    running.add(work)
  }

  async function fillSlots(): Promise<void> {
    do {
      anotherRound = false
      await clearFinished()
      for (const job of await claim(slots - running.size)) begin(job)
    } while (anotherRound && isWorking)
  }

  function wake(): void {
    if (!isWorking) return
    anotherRound = true
    if (round) return
    clearTimeout(timer)
    round = fillSlots()
      .catch((error) => log.error({ err: error }, 'The jobs could not be read'))
      .finally(() => {
        round = undefined
        if (isWorking) timer = setTimeout(wake, pollMs).unref()
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
      for (let jobs = await claim(slots); jobs.length > 0; jobs = await claim(slots)) {
        await Promise.all(jobs.map(runJob))
        await clearFinished()
      }
    },
    async start({ isAlone }) {
      if (isAlone) await releaseLeases(db, clock.now())
      isWorking = true
      wake()
    },
    async stop() {
      isWorking = false
      clearTimeout(timer)
      await round
      await Promise.all(running)
      await clearFinished()
    },
  }
}
