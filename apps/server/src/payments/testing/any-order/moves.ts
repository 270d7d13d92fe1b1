import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'

declare module '../../../platform/database/database.ts' {
  interface Tables {
    testMoves: { subject: string; id: string; was: string; became: string }
  }
}

const watched = { orders: 'status', attempts: 'state', purchases: 'state', refunds: 'state' } as const

/** Every move that is right. What is paid stays so. */
const rightMoves: Record<keyof typeof watched, readonly string[]> = {
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

/** Has the database itself write down every change of a state, so that none goes unseen. */
export async function watchMoves(db: Db): Promise<void> {
  await sql`create table test_moves (subject text, id text, was text, became text)`.execute(db)
  for (const [table, column] of Object.entries(watched)) {
    const insert = `insert into test_moves values ('${table}', new.id, old.${column}, new.${column})`
    const statements =
      process.env.TEST_DIALECT === 'postgres'
        ? [
            `create function note_${table}() returns trigger language plpgsql as $$ begin ${insert}; return null; end $$`,
            `create trigger note_${table} after update on ${table} for each row
              when (old.${column} <> new.${column}) execute function note_${table}()`,
          ]
        : [
            `create trigger note_${table} after update on ${table} for each row
              when old.${column} <> new.${column} begin ${insert}; end`,
          ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

/** Moves that nothing may ever make; those that were right are forgotten. */
export async function takeWrongMoves(db: Db): Promise<string[]> {
  const moves = await db.deleteFrom('testMoves').returningAll().execute()
  const backAgain = await purchasesOfRefunds(
    db,
    moves.filter(({ became, was }) => was === 'succeeded' && became === 'failed').map(({ id }) => id),
  )
  return moves
    .filter(({ subject, id, was, became }) => {
      // The money came back, and with it what it had paid for.
      if (subject === 'purchases' && was === 'revoked') return !backAgain.has(id)
      return !rightMoves[subject as keyof typeof watched].includes(`${was}→${became}`)
    })
    .map(({ subject, id, was, became }) => `${subject} ${id}: ${was}→${became}`)
}

async function purchasesOfRefunds(db: Db, refundIds: string[]): Promise<Set<string>> {
  if (refundIds.length === 0) return new Set()
  const purchases = await db
    .selectFrom('purchases')
    .innerJoin('refunds', 'refunds.orderId', 'purchases.orderId')
    .select('purchases.id')
    .where('refunds.id', 'in', refundIds)
    .execute()
  return new Set(purchases.map(({ id }) => id))
}
