import type { Db, Tx } from '../platform/database/database.ts'
import type { OperatorRow } from './tables.ts'

/** False when the email is taken. */
export async function insertOperator(
  db: Db,
  operator: Omit<OperatorRow, 'hasWeeklyReport'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('operators')
    .values({ ...operator, hasWeeklyReport: 0 })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findOperator(db: Db, id: string): Promise<OperatorRow | undefined> {
  return db.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @param email  Canonical. */
export function findOperatorByEmail(db: Db, email: string): Promise<OperatorRow | undefined> {
  return db.selectFrom('operators').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Oldest first. */
export function listOperatorRows(db: Db): Promise<OperatorRow[]> {
  return db.selectFrom('operators').selectAll().orderBy('id').execute()
}

export async function updateOperator(
  db: Db,
  id: string,
  change: Partial<Omit<OperatorRow, 'id' | 'email'>>,
): Promise<void> {
  await db.updateTable('operators').set(change).where('id', '=', id).execute()
}

/** Locks an operator's row until the transaction ends, and reads it. */
export function lockOperator(tx: Tx, id: string): Promise<OperatorRow | undefined> {
  return tx
    .updateTable('operators')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Serializes changes of operators by locking the oldest one: two owners who suspend each other at the same time would
 * both pass the check for another active owner.
 */
export async function lockOperatorChanges(tx: Tx): Promise<void> {
  await tx
    .updateTable('operators')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', (eb) => eb.selectFrom('operators').select((of) => of.fn.min('id').as('id')))
    .execute()
}
