import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Migrations } from '../database/migrations.ts'
import { padInList } from '../database/pad-in-list.ts'
import type { GaugeSource } from '../observability/metrics.ts'

declare module '../database/database.ts' {
  interface Tables {
    jobs: JobRow
  }
}

export type JobRow = {
  id: string
  kind: string
  /** JSON, as text. */
  payload: string
  /** `running` becomes due again when its `runAt`, the end of its lease, has passed. `dead` waits for a person. */
  state: 'waiting' | 'running' | 'dead'
  runAt: number
  attempts: number
  lastError: string | null
  /** At most one waiting job has it. */
  dedupeKey: string | null
  createdAt: number
}

export const jobMigrations: Migrations = {
  '2026-11-21-01-jobs': {
    up: async (db) => {
      await db.schema
        .createTable('jobs')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('payload', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) =>
          column.notNull().check(sql`state in ('waiting', 'running', 'dead')`),
        )
        .addColumn('run_at', 'bigint', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('last_error', 'text')
        .addColumn('dedupe_key', 'text', (column) => column.unique())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'run_at']).execute()
    },
  },
  // A queue looks for its own kinds only, and must not read its way through what waits in the others.
  '2026-11-21-40-jobs-by-kind': {
    up: async (db) => {
      await db.schema.dropIndex('jobs_due').execute()
      await db.schema
        .createIndex('jobs_due_of_kind')
        .on('jobs')
        .columns(['kind', 'run_at'])
        .where(sql.ref('state'), '<>', sql.lit('dead'))
        .execute()
    },
  },
}

/** Leaves out a job whose key another one that waits already has. */
export async function insertJobs(db: Db, jobs: JobRow[]): Promise<void> {
  await db
    .insertInto('jobs')
    .values(jobs)
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .execute()
}

/**
 * Takes due jobs, oldest first, and pushes their `runAt` to the end of the lease, so that no other worker sees them before. The
 * outer condition is what a rival on PostgreSQL re-reads after it waited for the row.
 */
export async function claimDueJobs(
  db: Db,
  kinds: string[],
  now: number,
  leasedUntil: number,
  limit: number,
): Promise<JobRow[]> {
  const jobs = await db
    .updateTable('jobs')
    .set((eb) => ({ state: 'running', runAt: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('state', '<>', sql.lit('dead'))
    .where('runAt', '<=', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs')
        .select('id')
        .where('state', '<>', sql.lit('dead'))
        .where('runAt', '<=', now)
        .where('kind', 'in', kinds)
        .orderBy('runAt')
        .limit(limit),
    )
    .returningAll()
    .execute()
  // An update tells its rows in any order.
  return jobs.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** Only of jobs that still run: one that waits for another try is nobody's. */
export async function renewLeases(db: Db, ids: string[], leasedUntil: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ runAt: leasedUntil })
    .where('id', 'in', padInList(ids))
    .where('state', '=', 'running')
    .execute()
}

/** Makes every leased job due at once, for the one hub of a database after it died. */
export async function releaseLeases(db: Db, now: number): Promise<void> {
  await db.updateTable('jobs').set({ state: 'waiting', runAt: now }).where('state', '=', 'running').execute()
}

export async function deleteJobs(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('jobs').where('id', 'in', padInList(ids)).execute()
}

export async function postponeJob(db: Db, id: string, runAt: number, lastError: string): Promise<void> {
  await db.updateTable('jobs').set({ state: 'waiting', runAt, lastError }).where('id', '=', id).execute()
}

export async function buryJob(db: Db, id: string, lastError: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'dead', lastError, dedupeKey: null })
    .where('id', '=', id)
    .execute()
}

/** What stands in the table, for an operator. */
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

/** For an operator's metrics. */
export const jobMetrics = (db: Db): GaugeSource => ({
  name: 'playhub_jobs',
  help: 'Work of the hub that waits, runs, or was given up',
  label: 'state',
  count: () => countJobs(db),
})

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

/** Lets a dead job run again with all its tries before it. False when it is not dead. */
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
