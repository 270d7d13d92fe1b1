import { type ExpressionBuilder, sql } from 'kysely'
import { type Clock, SECOND_MS } from '../clock.ts'
import type { Db, Tables } from '../database/database.ts'
import { prepareQuery } from '../database/prepared-query.ts'
import { hasRowLocks } from '../database/row-locks.ts'
import { toInList } from '../ids.ts'
import type { GaugeSource } from '../observability/metrics.ts'

declare module '../database/database.ts' {
  interface Tables {
    jobs: JobRow
  }
}

export type JobRow = {
  id: string
  kind: string
  /** JSON text. */
  payload: string
  /** A `running` job is due again after `runAt`, when its lease ends. A `dead` one waits for an operator. */
  state: 'waiting' | 'running' | 'dead'
  runAt: number
  /** When `runAt` was set; null in rows from an earlier version. A future value comes from a clock ahead of ours. */
  plannedAt: number | null
  attempts: number
  lastError: string | null
  /** Unique among live jobs. */
  dedupeKey: string | null
  createdAt: number
  /** Trace of the enqueuing request or job; null outside a trace. */
  traceparent: string | null
}

type Plan = Pick<JobRow, 'runAt' | 'plannedAt'>

/** Skips a job whose dedupe key is taken. */
export async function insertJobs(db: Db, jobs: JobRow[]): Promise<void> {
  for (const job of jobs) await insertJob(db, job)
}

const insertJob = prepareQuery((db, job: JobRow) =>
  db
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing()),
)

/**
 * Claims due jobs, oldest first, by moving their `runAt` to the lease's end. Skips rows another hub is changing: two
 * claims waiting for each other's rows would deadlock.
 * @param except  Ids this hub still works on.
 */
export async function claimDueJobs(
  db: Db,
  kinds: string[],
  now: number,
  leasedUntil: number,
  limit: number,
  except: string[] = [],
): Promise<JobRow[]> {
  const jobs = await db
    .with('due', (eb) =>
      eb
        .selectFrom('jobs')
        .select('id')
        .where('state', '<>', sql.lit('dead'))
        .where('runAt', '<=', now)
        .where('kind', 'in', kinds)
        .$if(except.length > 0, (due) => due.where('id', 'not in', except))
        .orderBy('runAt')
        .limit(limit)
        .$if(hasRowLocks(db), (due) => due.forUpdate().skipLocked()),
    )
    .updateTable('jobs')
    .set((eb) => ({ state: 'running', runAt: leasedUntil, plannedAt: now, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returningAll()
    .execute()
  // `returning` gives rows in no particular order.
  return jobs.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Kinds with a due job. Steps through the index from kind to kind, however many jobs wait. */
export async function listDueKinds(db: Db, now: number): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    with recursive kinds (kind) as (
      select min(kind) from jobs where state <> 'dead'
      union all
      select (select min(jobs.kind) from jobs where state <> 'dead' and jobs.kind > kinds.kind)
      from kinds where kinds.kind is not null
    )
    select kind from kinds
    where exists (select 1 from jobs where state <> 'dead' and jobs.kind = kinds.kind and run_at <= ${now})
  `.execute(db)
  return rows.map(({ kind }) => kind)
}

/** Skips jobs waiting for a retry: their lease has ended. */
export async function renewLeases(db: Db, ids: string[], now: number, leasedUntil: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ runAt: leasedUntil, plannedAt: now })
    .where('id', 'in', ids)
    .where('state', '=', 'running')
    .execute()
}

/** Makes every leased job due immediately, after the database's only hub crashed. */
export async function releaseLeases(db: Db, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'waiting', runAt: now, plannedAt: now })
    .where('state', '=', 'running')
    .execute()
}

export const deleteJob = prepareQuery((db, id: string) => db.deleteFrom('jobs').where('id', '=', id))

/** @param plan  The job's next run, and when it was planned. */
export function postponeJob(db: Db, job: JobRow, plan: Plan, lastError: string): Promise<void> {
  return updateClaimed(db, job, { state: 'waiting', ...plan, lastError })
}

/**
 * Reschedules a job as if it had not been claimed.
 * @param reason  Why it waits; `resumeJobs` matches it.
 */
export function releaseJob(db: Db, job: JobRow, plan: Plan, reason = job.lastError): Promise<void> {
  return updateClaimed(db, job, {
    state: 'waiting',
    ...plan,
    attempts: job.attempts - 1,
    lastError: reason,
  })
}

export function markJobDead(db: Db, job: JobRow, lastError: string): Promise<void> {
  return updateClaimed(db, job, { state: 'dead', lastError, dedupeKey: null })
}

/** Skips a job claimed by another hub meanwhile. */
async function updateClaimed(db: Db, { id, attempts }: JobRow, changes: Partial<JobRow>): Promise<void> {
  await db
    .updateTable('jobs')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempts)
    .execute()
}

/** Makes waiting jobs due when their reason is gone. */
export async function resumeJobs(db: Db, reason: string, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ runAt: now, plannedAt: now })
    .where('state', '=', 'waiting')
    .where('runAt', '>', now)
    .where('lastError', '=', reason)
    .execute()
}

/**
 * Restarts the delay of jobs and leases planned by a clock set back since. Otherwise they would wait for as long as the
 * clock was ahead.
 */
export async function rescheduleJobs(db: Db, now: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set((eb) => ({
      runAt: sql<number>`${eb.ref('runAt')} - ${eb.ref('plannedAt')} + ${now}`,
      plannedAt: now,
    }))
    .where('plannedAt', '>', now)
    .where('state', '<>', 'dead')
    .execute()
}

export async function countJobs(db: Db): Promise<Record<JobRow['state'], number>> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = { waiting: 0, running: 0, dead: 0 }
  for (const { state, count } of rows) counts[state] = Number(count)
  return counts
}

export type FailingJobs = { kind: string; count: number; lastError: string; oldestAt: number }

/** Kinds of jobs with at least three failures in a row and a retry ahead; dead jobs are listed elsewhere. */
export async function listFailingJobs(db: Db): Promise<FailingJobs[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(countFailures)
    // Matches the index: the running try counts as an attempt, too.
    .where('attempts', '>=', sql.lit(3))
    .where('state', '<>', sql.lit('dead'))
    .where((eb) => eb.or([eb('attempts', '>', 3), eb('state', '=', 'waiting')]))
    .where('lastError', 'is not', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map(toFailingJobs)
}

/**
 * Jobs of the kinds whose last try failed, dead ones included, by kind.
 * @param expected  An error that is none: the job waits as it should.
 */
export async function listFailedJobs(db: Db, kinds: string[], expected: string): Promise<FailingJobs[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(countFailures)
    .where('kind', 'in', toInList(kinds))
    .where('lastError', '<>', expected)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map(toFailingJobs)
}

const countFailures = ({ fn }: ExpressionBuilder<Tables, 'jobs'>) =>
  [
    'kind',
    fn.countAll<number>().as('count'),
    fn.max<string>('lastError').as('lastError'),
    fn.min<number>('createdAt').as('oldestAt'),
  ] as const

const toFailingJobs = (row: FailingJobs): FailingJobs => ({
  ...row,
  count: Number(row.count),
  oldestAt: Number(row.oldestAt),
})

export const jobMetrics = (db: Db, clock: Clock): GaugeSource[] => [
  {
    name: 'playhub_jobs',
    help: 'Jobs by state: waiting, running or dead',
    label: 'state',
    isClusterWide: true,
    count: () => countJobs(db),
  },
  {
    name: 'playhub_failing_jobs',
    help: 'Jobs that have failed at least three times in a row and are retried, by kind',
    label: 'kind',
    isClusterWide: true,
    count: async () =>
      Object.fromEntries((await listFailingJobs(db)).map(({ kind, count }) => [kind, count])),
  },
  {
    name: 'playhub_oldest_due_job_age_seconds',
    help: 'For how long the oldest job of a kind has been due without being run',
    label: 'kind',
    isClusterWide: true,
    count: () => oldestDueSeconds(db, clock.now()),
  },
]

/** Keyed by kind; jobs waiting for a retry are not due. */
async function oldestDueSeconds(db: Db, now: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.min<number>('runAt').as('dueAt')])
    .where('state', '=', 'waiting')
    .where('runAt', '<=', now)
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, dueAt }) => [kind, (now - dueAt) / SECOND_MS]))
}

/** Newest first. */
export function listDeadJobs(db: Db, limit: number): Promise<JobRow[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', 'dead')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Makes a dead job due and resets its attempts. False when the job is not dead. */
export async function reviveJob(db: Db, id: string, now: number): Promise<boolean> {
  const revived = await db
    .updateTable('jobs')
    .set({ state: 'waiting', attempts: 0, runAt: now })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning('id')
    .executeTakeFirst()
  return revived !== undefined
}

/** @returns  undefined when the job is not dead */
export function deleteDeadJob(db: Db, id: string): Promise<Pick<JobRow, 'kind' | 'attempts'> | undefined> {
  return db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning(['kind', 'attempts'])
    .executeTakeFirst()
}
