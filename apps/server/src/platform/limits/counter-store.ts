import type { Db } from '../database/database.ts'

declare module '../database/database.ts' {
  interface Tables {
    /** Made by a step of accounts, who counted first. */
    tallies: TallyRow
  }
}

/** How often something happened lately. */
type TallyRow = {
  /** What is counted and whose, such as `failed login of somebody@example.org`. */
  subject: string
  count: number
  /** When this count began. */
  since: number
}

/** Adds one; a tally that began at or before `forgottenUpTo` begins anew. */
export function incrementCounter(
  db: Db,
  subject: string,
  now: number,
  forgottenUpTo: number,
): Promise<TallyRow> {
  return db
    .insertInto('tallies')
    .values({ subject, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('tallies.since', '<=', forgottenUpTo)
          .then(1)
          .else(eb('tallies.count', '+', 1))
          .end(),
        since: eb
          .case()
          .when('tallies.since', '<=', forgottenUpTo)
          .then(now)
          .else(eb.ref('tallies.since'))
          .end(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Those that began after `forgottenUpTo`. */
export function findCounters(db: Db, subjects: string[], forgottenUpTo: number): Promise<TallyRow[]> {
  return db
    .selectFrom('tallies')
    .selectAll()
    .where('subject', 'in', subjects)
    .where('since', '>', forgottenUpTo)
    .execute()
}

export async function resetCounter(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('tallies').where('subject', '=', subject).execute()
}

export async function deleteCountersStartedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('tallies').where('since', '<', instant).execute()
}
