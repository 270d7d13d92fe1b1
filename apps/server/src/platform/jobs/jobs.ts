import { type Clock, MINUTE_MS, SECOND_MS } from '../clock.ts'
import { afterCommit, afterRollback, type Db } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../observability/log.ts'
import { createJobLeases, leaseMs } from './job-leases.ts'
import { createJobQueue, type JobQueue, type QueueOptions } from './job-queue.ts'
import {
  buryJob,
  claimDueJobs,
  deleteJobs,
  insertJobs,
  type JobRow,
  postponeJob,
  releaseLeases,
} from './job-store.ts'

/** What one kind of job does, and how patient it is. */
export type JobKind = {
  /** Must be safe to repeat: a hub may die between the work and its record. Throw to be tried again. */
  run(payload: unknown, job: { id: string; attempt: number }): Promise<void>
  /** Delay before the next try after `attempt` failures (1, 2, …), or null to give up and keep the job as dead. */
  retryDelayMs?(attempt: number, error: unknown): number | null
  /** Default: the queue of everything that has none of its own. */
  queue?: QueueOptions
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
  /** Pass the transaction that the jobs belong to: they run only when that commits. */
  enqueue(db: Db, ...jobs: NewJob[]): Promise<void>
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

const pollMs = SECOND_MS
const clearEveryMs = 50
const defaultQueue: QueueOptions = { name: 'common', slots: 20 }

/** 1 s, 2 s, 4 s … up to 10 minutes, twelve times. */
function defaultRetryDelayMs(attempt: number): number | null {
  return attempt > 12 ? null : Math.min(2 ** (attempt - 1) * SECOND_MS, 10 * MINUTE_MS)
}

export function createJobs({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Jobs {
  const kinds = new Map<string, JobKind>()
  const queues = new Map<string, JobQueue>()
  const leases = createJobLeases({ db, clock, log })
  let finished: string[] = []
  let clearing: NodeJS.Timeout | undefined
  let isWorking = false

  function queueOf({ queue: { name, slots } = defaultQueue }: JobKind): JobQueue {
    let queue = queues.get(name)
    if (!queue) {
      const claim = (limit: number) => claimDue(kindsIn(name), limit)
      queue = createJobQueue({ slots, pollMs, claim, run: runRecorded, log })
      queues.set(name, queue)
      if (isWorking) queue.start()
    }
    return queue
  }

  function kindsIn(queueName: string): string[] {
    return [...kinds].filter(([, { queue = defaultQueue }]) => queue.name === queueName).map(([kind]) => kind)
  }

  async function claimDue(of: string[], limit: number): Promise<JobRow[]> {
    const now = clock.now()
    return claimDueJobs(db, of, now, now + leaseMs, limit)
  }

  async function runRecorded(job: JobRow): Promise<void> {
    try {
      await runJob(job)
    } catch (error) {
      log.error({ err: error, job: job.id }, 'A job could not be recorded')
    }
  }

  async function runJob(job: JobRow): Promise<void> {
    const kind = kinds.get(job.kind)
    if (!kind) return
    try {
      const about = { id: job.id, attempt: job.attempts }
      await leases.during(job.id, () => kind.run(JSON.parse(job.payload), about))
      finish(job)
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
  function finish({ id }: JobRow): void {
    finished.push(id)
    clearing ??= setTimeout(() => {
      void clearFinished().catch((error) => log.error({ err: error }, 'Finished jobs could not be cleared'))
    }, clearEveryMs)
  }

  async function clearFinished(): Promise<void> {
    clearTimeout(clearing)
    clearing = undefined
    const ids = finished
    finished = []
    if (ids.length > 0) await deleteJobs(db, ids)
  }

  /** A job that may begin at once is leased by the transaction that adds it, and never looked for in the table. */
  function plan(job: NewJob): { row: JobRow; queue: JobQueue | undefined; isLeased: boolean } {
    const now = clock.now()
    const kind = kinds.get(job.kind)
    const queue = kind && queueOf(kind)
    const mayBegin = (job.runAt ?? now) <= now && job.dedupeKey === undefined
    const isLeased = mayBegin && queue?.reserve() === true
    const row: JobRow = {
      id: newId(),
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      state: isLeased ? 'running' : 'waiting',
      runAt: isLeased ? now + leaseMs : (job.runAt ?? now),
      attempts: isLeased ? 1 : 0,
      lastError: null,
      dedupeKey: job.dedupeKey ?? null,
      createdAt: now,
    }
    return { row, queue, isLeased }
  }

  return {
    define: (kind, definition) => {
      kinds.set(kind, definition)
      queueOf(definition)
    },
    async enqueue(db, ...jobs) {
      if (jobs.length === 0) return
      const planned = jobs.map(plan)
      const giveBack = () => {
        for (const { queue, isLeased } of planned) if (isLeased) queue?.giveBack()
      }
      try {
        await insertJobs(
          db,
          planned.map(({ row }) => row),
        )
      } catch (error) {
        giveBack()
        throw error
      }
      afterRollback(giveBack)
      afterCommit(() => {
        for (const { row, queue, isLeased } of planned) isLeased ? queue?.runReserved(row) : queue?.wake()
      })
    },
    async runDue() {
      const claimAny = () => claimDue([...kinds.keys()], 20)
      for (let jobs = await claimAny(); jobs.length > 0; jobs = await claimAny()) {
        await Promise.all(jobs.map(runJob))
        await clearFinished()
      }
    },
    async start({ isAlone }) {
      if (isAlone) await releaseLeases(db, clock.now())
      isWorking = true
      leases.start()
      for (const queue of queues.values()) queue.start()
    },
    async stop() {
      isWorking = false
      const all = [...queues.values()]
      // A job of one queue may have added one that begins in another.
      do await Promise.all(all.map((queue) => queue.stop()))
      while (all.some((queue) => queue.isBusy()))
      leases.stop()
      await clearFinished()
    },
  }
}
