import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Migrations } from './migrations.ts'

declare module './database.ts' {
  interface Tables {
    jobs: JobRow
  }
}

export type JobRow = {
  id: string
  kind: string
  /** JSON, as text. */
  payload: string
  /** `waiting` also while leased: a lease is a `runAt` pushed ahead. `dead` waits for a person. */
  state: 'waiting' | 'dead'
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
        .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('waiting', 'dead')`))
        .addColumn('run_at', 'bigint', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('last_error', 'text')
        .addColumn('dedupe_key', 'text', (column) => column.unique())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('jobs_due').on('jobs').columns(['state', 'run_at']).execute()
    },
  },
}

/** False when a job with the same key waits already. */
export async function insertJob(db: Db, job: JobRow): Promise<boolean> {
  const inserted = await db
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Takes due jobs and pushes their `runAt` to the end of the lease, so that no other worker sees them before. The
 * outer condition is what a rival on PostgreSQL re-reads after it waited for the row.
 */
export function claimDueJobs(
  db: Db,
  kinds: string[],
  now: number,
  leasedUntil: number,
  limit: number,
): Promise<JobRow[]> {
  return db
    .updateTable('jobs')
    .set((eb) => ({ runAt: leasedUntil, attempts: eb('attempts', '+', 1) }))
    .where('state', '=', 'waiting')
    .where('runAt', '<=', now)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs')
        .select('id')
        .where('state', '=', 'waiting')
        .where('runAt', '<=', now)
        .where('kind', 'in', kinds)
        .orderBy('runAt')
        .limit(limit),
    )
    .returningAll()
    .execute()
}

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
}

export async function postponeJob(db: Db, id: string, runAt: number, lastError: string): Promise<void> {
  await db.updateTable('jobs').set({ runAt, lastError }).where('id', '=', id).execute()
}

export async function buryJob(db: Db, id: string, lastError: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'dead', lastError, dedupeKey: null })
    .where('id', '=', id)
    .execute()
}

export async function nextRunAt(db: Db, kinds: string[]): Promise<number | undefined> {
  const next = await db
    .selectFrom('jobs')
    .select('runAt')
    .where('state', '=', 'waiting')
    .where('kind', 'in', kinds)
    .orderBy('runAt')
    .limit(1)
    .executeTakeFirst()
  return next?.runAt
}
