import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/database.ts'

declare module '../../src/platform/database/database.ts' {
  interface Tables {
    testTransitions: { subject: string; id: string; was: string; became: string }
  }
}

const watched = { orders: 'status', attempts: 'state', purchases: 'state', refunds: 'state' } as const

/** All allowed state changes. `paid` is final. */
const validTransitions: Record<keyof typeof watched, readonly string[]> = {
  orders: [
    'none→pending',
    'pending→none',
    'pending→fail',
    'pending→paid',
    'none→paid',
    'fail→pending',
    'fail→paid',
  ],
  attempts: ['open→succeeded', 'open→cancelled', 'open→failed', 'cancelled→succeeded', 'failed→succeeded'],
  purchases: [
    'granted→consumed',
    'granted→frozen',
    'frozen→granted',
    'frozen→revoked',
    'granted→revoked',
    'consumed→revoked',
  ],
  refunds: ['pending→succeeded', 'pending→failed', 'succeeded→failed'],
}

/** Records every state change by database triggers, so none is missed. */
export async function watchTransitions(db: Db): Promise<void> {
  await sql`create table test_transitions (subject text, id text, was text, became text)`.execute(db)
  for (const [table, column] of Object.entries(watched)) {
    const insert = `insert into test_transitions values ('${table}', new.id, old.${column}, new.${column})`
    const statements =
      process.env.TEST_DIALECT === 'postgres'
        ? [
            `create function log_${table}() returns trigger language plpgsql as $$ begin ${insert}; return null; end $$`,
            `create trigger log_${table} after update on ${table} for each row
              when (old.${column} <> new.${column}) execute function log_${table}()`,
          ]
        : [
            `create trigger log_${table} after update on ${table} for each row
              when old.${column} <> new.${column} begin ${insert}; end`,
          ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

/** Returns the invalid state changes since the last call. */
export async function takeInvalidTransitions(db: Db): Promise<string[]> {
  const transitions = await db.deleteFrom('testTransitions').returningAll().execute()
  const restorable = new Set([
    ...(await listRefundedPurchaseIds(
      db,
      transitions.filter(({ became, was }) => was === 'succeeded' && became === 'failed').map(({ id }) => id),
    )),
    ...(await listDecidedPurchaseIds(db)),
  ])
  return transitions
    .filter(({ subject, id, was, became }) => {
      // A failed refund and an operator restore a purchase.
      if (subject === 'purchases' && was === 'revoked') return !restorable.has(id)
      return !validTransitions[subject as keyof typeof watched].includes(`${was}→${became}`)
    })
    .map(({ subject, id, was, became }) => `${subject} ${id}: ${was}→${became}`)
}

async function listDecidedPurchaseIds(db: Db): Promise<string[]> {
  const purchases = await db
    .selectFrom('purchases')
    .select('id')
    .where('decidedState', 'is not', null)
    .execute()
  return purchases.map(({ id }) => id)
}

async function listRefundedPurchaseIds(db: Db, refundIds: string[]): Promise<Set<string>> {
  if (refundIds.length === 0) return new Set()
  const purchases = await db
    .selectFrom('purchases')
    .innerJoin('refunds', 'refunds.orderId', 'purchases.orderId')
    .select('purchases.id')
    .where('refunds.id', 'in', refundIds)
    .execute()
  return new Set(purchases.map(({ id }) => id))
}
