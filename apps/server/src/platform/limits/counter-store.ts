import { createHash } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { prepareQuery, prepareRowQuery } from '../database/prepared-query.ts'

declare module '../database/database.ts' {
  interface Tables {
    /** Created by the migration of accounts. */
    counters: CounterRow
  }
}

/** Counts events within a time window. */
type CounterRow = {
  /** Event and subject, such as `failed login of somebody@example.org`. */
  subject: string
  count: number
  /** Window start. */
  since: number
}

/** Adds one. A counter whose window started at or before `expiredBefore` restarts. */
export async function incrementCounter(
  db: Db,
  subject: string,
  now: number,
  expiredBefore: number,
): Promise<CounterRow> {
  return (await addOne(db, subject, now, expiredBefore)) as CounterRow
}

const addOne = prepareRowQuery((db, subject: string, now: number, expiredBefore: number) =>
  db
    .insertInto('counters')
    .values({ subject, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('counters.since', '<=', expiredBefore)
          .then(1)
          .else(eb('counters.count', '+', 1))
          .end(),
        since: eb
          .case()
          .when('counters.since', '<=', expiredBefore)
          .then(now)
          .else(eb.ref('counters.since'))
          .end(),
      })),
    )
    .returningAll(),
)

/** The counter if its window started after `expiredBefore`. */
export const findCounter = prepareRowQuery((db, subject: string, expiredBefore: number) =>
  db.selectFrom('counters').selectAll().where('subject', '=', subject).where('since', '>', expiredBefore),
)

/** Two counters, without those whose window started at or before `expiredBefore`. */
export const findTwoCounters = prepareQuery((db, one: string, other: string, expiredBefore: number) =>
  db
    .selectFrom('counters')
    .selectAll()
    .where('subject', 'in', [one, other])
    .where('since', '>', expiredBefore),
)

export async function resetCounter(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('counters').where('subject', '=', subject).execute()
}

export async function deleteCountersStartedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('counters').where('since', '<', instant).execute()
}

/** Adds to several counters. @returns  their new counts by subject */
export async function addToCounters(db: Db, added: CounterRow[]): Promise<Map<string, number>> {
  const rows = await db
    .insertInto('counters')
    // Fixed order, so two hubs do not wait for each other.
    .values(added.toSorted((one, other) => (one.subject < other.subject ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        count: eb('counters.count', '+', eb.ref('excluded.count')),
      })),
    )
    .returning(['subject', 'count'])
    .execute()
  return new Map(rows.map(({ subject, count }) => [subject, count]))
}

/** Hashed email for counter subjects, so none remains when its account is erased. */
export function hashEmail(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22)
}
