import type { Db } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    /** Created by the migration of accounts. */
    counters: CounterRow
  }
}

/** How often something happened lately. */
type CounterRow = {
  /** What is counted and whose, such as `failed login of somebody@example.org`. */
  subject: string
  count: number
  /** When this count began. */
  since: number
}

/** Adds one; a counter that began at or before `forgottenUpTo` begins anew. */
export function incrementCounter(
  db: Db,
  subject: string,
  now: number,
  forgottenUpTo: number,
): Promise<CounterRow> {
  return db
    .insertInto('counters')
    .values({ subject, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('counters.since', '<=', forgottenUpTo)
          .then(1)
          .else(eb('counters.count', '+', 1))
          .end(),
        since: eb
          .case()
          .when('counters.since', '<=', forgottenUpTo)
          .then(now)
          .else(eb.ref('counters.since'))
          .end(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Those that began after `forgottenUpTo`. */
export function findCounters(db: Db, subjects: string[], forgottenUpTo: number): Promise<CounterRow[]> {
  return db
    .selectFrom('counters')
    .selectAll()
    .where('subject', 'in', subjects)
    .where('since', '>', forgottenUpTo)
    .execute()
}

export async function resetCounter(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('counters').where('subject', '=', subject).execute()
}

export async function deleteCountersStartedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('counters').where('since', '<', instant).execute()
}
