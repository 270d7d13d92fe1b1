import { type Clock, SECOND_MS } from '../clock.ts'
import { afterCommit, afterRollback, type Db } from '../database/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../observability/log.ts'
import { traceHeaders } from '../tracing/spans.ts'
import { outageIn, type Unavailable } from '../unavailable.ts'
import { createClockWatch } from './clock-watch.ts'
import { createDuePoll } from './due-poll.ts'
import type { JobKind } from './job-kind.ts'
import { createJobLeases, leaseMs } from './job-leases.ts'
import { createJobQueue, type JobQueue, type QueueOptions } from './job-queue.ts'
import {
  claimDueJobs,
  insertJobs,
  type JobRow,
  listDueKinds,
  releaseLeases,
  rescheduleJobs,
  resumeJobs,
} from './job-store.ts'
import { type JobRunDeps, runJob } from './run-job.ts'

export type NewJob = {
  kind: string
  payload: unknown
  /** Default: immediately. */
  runAt?: number
  /** While a job with this key exists, another is not inserted. */
  dedupeKey?: string
  /** True for recurring work, which would otherwise stay in the first enqueuer's trace. */
  beginsTrace?: boolean
}

export type Jobs = {
  define(kind: string, definition: JobKind): void
  /** Kinds run in one of the queues. */
  listKinds(...queues: QueueOptions[]): string[]
  /** Jobs run only after the `db` transaction commits. */
  enqueue(db: Db, ...jobs: NewJob[]): Promise<void>
  /** Runs due jobs until none are left; tests use it instead of `start`. */
  runDue(): Promise<void>
  /**
   * Runs jobs until `stop`.
   * @param isAlone  True when no other hub uses this database, so jobs leased before a crash are reclaimed
   *   immediately.
   */
  start(options: { isAlone: boolean }): Promise<void>
  /** Stops claiming, and waits until running jobs have ended and their results are recorded. */
  stop(): Promise<void>
}

const pollMs = SECOND_MS
const defaultQueue: QueueOptions = { name: 'common', concurrency: 20 }

type Scheduler = JobRunDeps & {
  kinds: Map<string, JobKind>
  queues: Map<string, JobQueue>
  /** Ends of outages with waiting jobs. */
  awaited: WeakSet<Promise<void>>
  isStarted: boolean
}

type Deps = { db: Db; clock: Clock; log: Log }

export function createJobs({ db, clock, log }: Deps): Jobs {
  const kinds = new Map<string, JobKind>()
  const stopped = Promise.withResolvers<void>()
  const scheduler: Scheduler = {
    db,
    clock,
    log,
    kinds,
    queues: new Map(),
    leases: createJobLeases({ db, clock, log }),
    unrecorded: new Set(),
    resumeAfter: (outage) => resumeAfter(scheduler, outage),
    awaited: new WeakSet(),
    stopped: stopped.promise,
    isStarted: false,
  }
  const clockWatch = createClockWatch({
    clock,
    log,
    intervalMs: pollMs,
    onSetBack: async (now) => {
      await rescheduleJobs(db, now)
      pollAll(scheduler)
    },
  })
  const duePoll = createDuePoll({ log, intervalMs: pollMs, poll: () => pollDueQueues(scheduler) })

  return {
    define(kind, definition) {
      kinds.set(kind, definition)
      getQueue(scheduler, definition)
    },
    listKinds: (...queues) =>
      [...kinds].filter(([, { queue }]) => queue && queues.includes(queue)).map(([kind]) => kind),
    enqueue: (db, ...jobs) => enqueue(scheduler, db, jobs),
    async runDue() {
      await clockWatch.check()
      await runDue(scheduler)
    },
    async start({ isAlone }) {
      if (isAlone) await releaseLeases(db, clock.now())
      scheduler.isStarted = true
      clockWatch.start()
      scheduler.leases.start()
      for (const queue of scheduler.queues.values()) queue.start()
      duePoll.start()
    },
    async stop() {
      scheduler.isStarted = false
      stopped.resolve()
      await duePoll.stop()
      await stopQueues(scheduler)
      scheduler.leases.stop()
      await clockWatch.stop()
    },
  }
}

function getQueue(scheduler: Scheduler, { queue: { name, concurrency } = defaultQueue }: JobKind): JobQueue {
  const { queues, isStarted, log } = scheduler
  const known = queues.get(name)
  if (known) return known
  const queue = createJobQueue({
    concurrency,
    claim: (limit) => claimDue(scheduler, listKinds(scheduler, name), limit),
    run: (job) =>
      runJob(scheduler, job).catch((error) =>
        log.error({ err: error, job: job.id }, 'The result of a job could not be recorded'),
      ),
    log,
  })
  queues.set(name, queue)
  if (isStarted) queue.start()
  return queue
}

function listKinds({ kinds }: Scheduler, queueName: string): string[] {
  return [...kinds].filter(([, { queue = defaultQueue }]) => queue.name === queueName).map(([kind]) => kind)
}

async function pollDueQueues({ db, clock, kinds, queues }: Scheduler): Promise<void> {
  const due = await listDueKinds(db, clock.now())
  const names = new Set(due.flatMap((kind) => toQueueName(kinds.get(kind))))
  for (const name of names) queues.get(name)?.claimDue()
}

/** Another hub may know more kinds. */
const toQueueName = (kind: JobKind | undefined) => (kind ? [(kind.queue ?? defaultQueue).name] : [])

function claimDue({ db, clock, unrecorded }: Scheduler, kinds: string[], limit: number): Promise<JobRow[]> {
  const now = clock.now()
  return claimDueJobs(db, kinds, now, now + leaseMs, limit, [...unrecorded])
}

async function enqueue(scheduler: Scheduler, db: Db, jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const planned = jobs.map((job) => plan(scheduler, job))
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
}

/** Inserts a job ready to start as leased, so it needs no claim (ADR 1). */
function plan(
  scheduler: Scheduler,
  { kind, payload, runAt, dedupeKey, beginsTrace }: NewJob,
): { row: JobRow; queue: JobQueue | undefined; isLeased: boolean } {
  const now = scheduler.clock.now()
  const definition = scheduler.kinds.get(kind)
  const queue = definition && getQueue(scheduler, definition)
  const canStart = (runAt ?? now) <= now && dedupeKey === undefined
  const isLeased = canStart && queue?.reserve() === true
  const row: JobRow = {
    id: newId(),
    kind,
    payload: JSON.stringify(payload),
    state: isLeased ? 'running' : 'waiting',
    runAt: isLeased ? now + leaseMs : (runAt ?? now),
    plannedAt: now,
    attempts: isLeased ? 1 : 0,
    lastError: null,
    dedupeKey: dedupeKey ?? null,
    createdAt: now,
    traceparent: beginsTrace ? null : (traceHeaders().traceparent ?? null),
  }
  return { row, queue, isLeased }
}

async function runDue(scheduler: Scheduler): Promise<void> {
  const claim = () => claimDue(scheduler, [...scheduler.kinds.keys()], 20)
  for (let jobs = await claim(); jobs.length > 0; jobs = await claim())
    await Promise.all(jobs.map((job) => runJob(scheduler, job)))
}

/** Makes jobs due once their service is back. */
function resumeAfter(scheduler: Scheduler, { message, untilBack }: Unavailable): void {
  const { db, clock, log, awaited } = scheduler
  if (awaited.has(untilBack)) return
  awaited.add(untilBack)
  const resume = async () => {
    if (scheduler.isStarted) await resumeJobs(db, message, clock.now())
  }
  untilBack
    .then(resume)
    .then(() => pollAll(scheduler))
    .catch((error) => {
      if (scheduler.isStarted && !outageIn(error)) log.error({ err: error }, 'Jobs could not be resumed')
    })
}

function pollAll({ queues }: Scheduler): void {
  for (const queue of queues.values()) queue.poll()
}

async function stopQueues({ queues }: Scheduler): Promise<void> {
  const all = [...queues.values()]
  // A finishing job may start one in another queue.
  do await Promise.all(all.map((queue) => queue.stop()))
  while (all.some((queue) => queue.isBusy()))
}
