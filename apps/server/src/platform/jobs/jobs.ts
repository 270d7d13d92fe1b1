import { createBatch } from '../batch.ts'
import { type Clock, MINUTE_MS, SECOND_MS } from '../clock.ts'
import { afterCommit, afterRollback, type Db } from '../database/database.ts'
import { withQueryTimeout } from '../database/postgres-driver.ts'
import { FinalError } from '../final-error.ts'
import { newId } from '../ids.ts'
import type { Log } from '../observability/log.ts'
import { createTracer, currentTraceparent, endAfter, type Span, type Tracer } from '../tracing/tracer.ts'
import { DatabaseUnavailable, outageIn, type Unavailable } from '../unavailable.ts'
import { createClockWatch } from './clock-watch.ts'
import { createJobLeases, leaseMs } from './job-leases.ts'
import { createJobQueue, type JobQueue, type QueueOptions } from './job-queue.ts'
import {
  claimDueJobs,
  deleteJobs,
  insertJobs,
  type JobRow,
  markJobDead,
  postponeJob,
  releaseJob,
  releaseLeases,
  rescheduleJobs,
  resumeJobs,
} from './job-store.ts'

/** Work and retry policy for one job kind. */
export type JobKind = {
  /**
   * Must be idempotent: a hub may crash after the work and before recording it. An error causes a retry, a `FinalError`
   * does not.
   */
  run(payload: unknown, job: { id: string; attempt: number }): Promise<void>
  /** Delay before the next try after `attempt` failures (1, 2, …); null moves the job to the dead-letter list. */
  retryDelayMs?(attempt: number, error: unknown): number | null
  /** Default: a queue shared by all kinds without their own. */
  queue?: QueueOptions
}

export type NewJob = {
  kind: string
  payload: unknown
  /** Default: immediately. */
  runAt?: number
  /** While a job with this key exists, another is not inserted. */
  dedupeKey?: string
  /** True for recurring work, which would otherwise stay in the trace that first enqueued it. */
  beginsTrace?: boolean
}

export type Jobs = {
  define(kind: string, definition: JobKind): void
  /** Jobs run only after the `db` transaction commits. */
  enqueue(db: Db, ...jobs: NewJob[]): Promise<void>
  /** Runs due jobs until none are left; tests use it instead of `start`. */
  runDue(): Promise<void>
  /**
   * Runs jobs until `stop`.
   * @param isAlone  True when no other hub uses this database, so that jobs leased before a crash are reclaimed
   *   immediately.
   */
  start(options: { isAlone: boolean }): Promise<void>
  /** Stops claiming, and waits for running jobs. */
  stop(): Promise<void>
}

/** Thrown by a job that has to wait: it runs again after the delay without counting a failure. */
export class RetryLater extends Error {
  readonly delayMs: number

  constructor(reason: string, delayMs: number) {
    super(reason)
    this.delayMs = delayMs
  }
}

const pollMs = SECOND_MS
const deleteDelayMs = 50
/** Retry delay when a service recovers unnoticed by this hub, such as after a restart. */
const outageRetryMs = MINUTE_MS
/** Jobs may compare whole tables. */
const queryTimeoutMs = MINUTE_MS
const defaultQueue: QueueOptions = { name: 'common', concurrency: 20 }

/** 1 s, 2 s, 4 s … at most 10 minutes, twelve times. */
function defaultRetryDelayMs(attempt: number): number | null {
  return attempt > 12 ? null : Math.min(2 ** (attempt - 1) * SECOND_MS, 10 * MINUTE_MS)
}

type Deps = { db: Db; clock: Clock; log: Log; tracer?: Tracer }

export function createJobs({ db, clock, log, tracer = createTracer() }: Deps): Jobs {
  const kinds = new Map<string, JobKind>()
  const queues = new Map<string, JobQueue>()
  const leases = createJobLeases({ db, clock, log })
  const clockWatch = createClockWatch({
    clock,
    log,
    intervalMs: pollMs,
    onSetBack: async (now) => {
      await rescheduleJobs(db, now)
      pollAll()
    },
  })
  const finished = createBatch<string>(deleteDelayMs, (ids) => deleteJobs(db, ids))
  const stopped = Promise.withResolvers<void>()
  const awaited = new WeakSet<Promise<void>>()
  let isStarted = false

  function getQueue({ queue: { name, concurrency } = defaultQueue }: JobKind): JobQueue {
    let queue = queues.get(name)
    if (!queue) {
      const claim = (limit: number) => claimDue(kindsIn(name), limit)
      queue = createJobQueue({ concurrency, pollMs, claim, run: runSafely, log })
      queues.set(name, queue)
      if (isStarted) queue.start()
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

  async function runSafely(job: JobRow): Promise<void> {
    try {
      await runJob(job)
    } catch (error) {
      const outage = outageIn(error)
      // Keep the lease, so that no other hub takes the job over.
      if (outage) return leases.hold(job.id, () => returnAfter(outage, job))
      log.error({ err: error, job: job.id }, 'The result of a job could not be recorded')
    }
  }

  /** An outage is no job failure: the job becomes due again afterwards, with the same attempts. */
  async function returnAfter(outage: Unavailable, job: JobRow): Promise<void> {
    await Promise.race([outage.untilBack, stopped.promise])
    if (!isStarted) return
    try {
      await releaseJob(db, job, planIn(0))
    } catch (error) {
      const next = outageIn(error)
      if (next) return returnAfter(next, job)
      log.error({ err: error, job: job.id }, 'A job could not be returned after an outage')
    }
  }

  /** The job's logs and calls join the trace that enqueued it. */
  function runJob(job: JobRow): Promise<void> {
    const span = tracer.start(job.traceparent)
    return span.run(() => runTraced(job, span))
  }

  async function runTraced(job: JobRow, span: Span): Promise<void> {
    const kind = kinds.get(job.kind)
    if (!kind) return
    const attributes = { 'playhub.job.id': job.id, 'playhub.job.attempt': job.attempts }
    const spanOptions = { name: `job ${job.kind}`, kind: 'consumer', attributes } as const
    try {
      const info = { id: job.id, attempt: job.attempts }
      const run = () => kind.run(JSON.parse(job.payload), info)
      const work = () => leases.hold(job.id, () => withQueryTimeout(queryTimeoutMs, run))
      await endAfter(span, spanOptions, work)
      deleteSoon(job)
    } catch (error) {
      if (error instanceof RetryLater) return releaseJob(db, job, planIn(error.delayMs), error.message)
      const outage = outageIn(error)
      if (outage instanceof DatabaseUnavailable) throw error
      await (outage ? postponeUntilBack(job, outage) : recordFailure(job, kind, error))
    }
  }

  /** Jobs wait in the table for an unavailable service, so that other jobs in their queue run meanwhile. */
  async function postponeUntilBack(job: JobRow, { message, untilBack }: Unavailable): Promise<void> {
    await releaseJob(db, job, planIn(outageRetryMs), message)
    if (awaited.has(untilBack)) return
    awaited.add(untilBack)
    const resume = async () => {
      if (isStarted) await resumeJobs(db, message, clock.now())
    }
    untilBack.then(resume).then(pollAll, (error) => {
      if (isStarted && !outageIn(error)) log.error({ err: error }, 'Jobs could not be resumed')
    })
  }

  function pollAll(): void {
    for (const queue of queues.values()) queue.poll()
  }

  async function recordFailure(job: JobRow, kind: JobKind, error: unknown): Promise<void> {
    const retryDelayMs = kind.retryDelayMs ?? defaultRetryDelayMs
    const delayMs = error instanceof FinalError ? null : retryDelayMs(job.attempts, error)
    const message = error instanceof Error ? error.message : String(error)
    if (delayMs === null) {
      log.error(
        { err: error, job: job.id, kind: job.kind },
        'Job failed for the last time; it waits in the dead-letter list',
      )
      return markJobDead(db, job.id, message)
    }
    log.warn({ job: job.id, kind: job.kind, attempt: job.attempts, reason: message }, 'Job failed; retrying')
    return postponeJob(db, job.id, planIn(delayMs), message)
  }

  function planIn(delayMs: number): Pick<JobRow, 'runAt' | 'plannedAt'> {
    const plannedAt = clock.now()
    return { runAt: plannedAt + delayMs, plannedAt }
  }

  /** Deletes finished jobs in batches (ADR 1). A crash before that repeats them, which is safe. */
  function deleteSoon(job: JobRow): void {
    finished.add(job.id).catch((error) => {
      const outage = outageIn(error)
      if (outage) outage.untilBack.then(() => isStarted && deleteSoon(job))
      else log.error({ err: error }, 'Finished jobs could not be deleted')
    })
  }

  /** Inserts a job that can start immediately as leased, so that it needs no claim (ADR 1). */
  function plan(job: NewJob): { row: JobRow; queue: JobQueue | undefined; isLeased: boolean } {
    const now = clock.now()
    const kind = kinds.get(job.kind)
    const queue = kind && getQueue(kind)
    const canStart = (job.runAt ?? now) <= now && job.dedupeKey === undefined
    const isLeased = canStart && queue?.reserve() === true
    const row: JobRow = {
      id: newId(),
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      state: isLeased ? 'running' : 'waiting',
      runAt: isLeased ? now + leaseMs : (job.runAt ?? now),
      plannedAt: now,
      attempts: isLeased ? 1 : 0,
      lastError: null,
      dedupeKey: job.dedupeKey ?? null,
      createdAt: now,
      traceparent: job.beginsTrace ? null : currentTraceparent(),
    }
    return { row, queue, isLeased }
  }

  return {
    define: (kind, definition) => {
      kinds.set(kind, definition)
      getQueue(definition)
    },
    async enqueue(db, ...jobs) {
      if (jobs.length === 0) return
      const planned = jobs.map(plan)
      const releaseAll = () => {
        for (const { queue, isLeased } of planned) if (isLeased) queue?.release()
      }
      try {
        await insertJobs(
          db,
          planned.map(({ row }) => row),
        )
      } catch (error) {
        releaseAll()
        throw error
      }
      afterRollback(releaseAll)
      afterCommit(() => {
        for (const { row, queue, isLeased } of planned) isLeased ? queue?.runReserved(row) : queue?.poll()
      })
    },
    async runDue() {
      await clockWatch.check()
      const claimAny = () => claimDue([...kinds.keys()], 20)
      for (let jobs = await claimAny(); jobs.length > 0; jobs = await claimAny()) {
        await Promise.all(jobs.map(runJob))
        await finished.flush()
      }
    },
    async start({ isAlone }) {
      if (isAlone) await releaseLeases(db, clock.now())
      isStarted = true
      clockWatch.start()
      leases.start()
      for (const queue of queues.values()) queue.start()
    },
    async stop() {
      isStarted = false
      stopped.resolve()
      const all = [...queues.values()]
      // A finishing job may start one in another queue.
      do await Promise.all(all.map((queue) => queue.stop()))
      while (all.some((queue) => queue.isBusy()))
      leases.stop()
      await clockWatch.stop()
      // Undeleted jobs run again later, which is safe; `deleteSoon` has reported the error.
      await finished.flush().catch(() => {})
    },
  }
}
