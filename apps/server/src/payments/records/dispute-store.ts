import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { DisputeRow } from './tables.ts'

const maxReported = 100

export async function insertDispute(db: Db, dispute: DisputeRow): Promise<void> {
  await db.insertInto('disputes').values(dispute).execute()
}

export async function updateDispute(
  db: Db,
  {
    id,
    state,
    amountMinor,
    dueBy,
    settledAt,
    nextCheckAt,
  }: Pick<DisputeRow, 'id' | 'state' | 'amountMinor' | 'dueBy' | 'settledAt' | 'nextCheckAt'>,
): Promise<void> {
  await db
    .updateTable('disputes')
    .set({ state, amountMinor, dueBy, settledAt, nextCheckAt })
    .where('id', '=', id)
    .execute()
}

export function findDisputeAt(
  db: Db,
  attemptId: string,
  providerDisputeId: string,
): Promise<DisputeRow | undefined> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('attemptId', '=', attemptId)
    .where('providerDisputeId', '=', providerDisputeId)
    .executeTakeFirst()
}

export function listDisputesByAttempt(db: Db, attemptId: string): Promise<DisputeRow[]> {
  return db.selectFrom('disputes').selectAll().where('attemptId', '=', attemptId).orderBy('id').execute()
}

/** Oldest first. */
export function listDisputesByOrders(db: Db, orderIds: string[]): Promise<DisputeRow[]> {
  return db.selectFrom('disputes').selectAll().where('orderId', 'in', orderIds).orderBy('id').execute()
}

export function listDisputesToCheck(db: Db, dueBy: number, limit: number): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('nextCheckAt', '<=', dueBy)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

export function listOpenDisputes(db: Db): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .selectAll()
    .where('state', '=', sql.lit('open'))
    .orderBy('id')
    .limit(maxReported)
    .execute()
}
