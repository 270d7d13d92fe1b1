import type { PaymentProvider } from '@playhub/contract'
import type { Db } from '../platform/database.ts'
import type { AttemptRow } from './tables.ts'

/** Opens an attempt, unless the order has an open one: the partial unique index is the lock. */
export async function insertAttempt(db: Db, attempt: AttemptRow): Promise<void> {
  await db
    .insertInto('attempts')
    .values(attempt)
    .onConflict((open) => open.doNothing())
    .execute()
}

export function findAttempt(db: Db, id: string): Promise<AttemptRow | undefined> {
  return db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findOpenAttempt(db: Db, orderId: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

export function findAttemptAt(
  db: Db,
  provider: PaymentProvider,
  providerId: string,
): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerId', '=', providerId)
    .executeTakeFirst()
}

export function findPayingAttempt(db: Db, orderId: string): Promise<AttemptRow | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('state', '=', 'succeeded')
    .where('refundId', 'is', null)
    .orderBy('closedAt')
    .limit(1)
    .executeTakeFirst()
}

/** Writes down the provider's id, the first time it is heard of. */
export async function bindAttempt(db: Db, id: string, providerId: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ providerId })
    .where('id', '=', id)
    .where('providerId', 'is', null)
    .execute()
}

/** The right to ask the provider about an attempt; false when somebody asked after `checkedBefore`. */
export async function claimCheck(db: Db, id: string, now: number, checkedBefore: number): Promise<boolean> {
  const claimed = await db
    .updateTable('attempts')
    .set({ checkedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('checkedAt', '<=', checkedBefore)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Money arrived: true the first time, whatever we thought of the attempt before. */
export async function succeedAttempt(
  db: Db,
  id: string,
  paidWith: string | null,
  closedAt: number,
): Promise<boolean> {
  const succeeded = await db
    .updateTable('attempts')
    .set({ state: 'succeeded', paidWith, closedAt, heldReason: null })
    .where('id', '=', id)
    .where('state', '<>', 'succeeded')
    .returning('id')
    .executeTakeFirst()
  return succeeded !== undefined
}

/** True when it was open. */
export async function closeAttempt(
  db: Db,
  id: string,
  state: 'cancelled' | 'failed',
  closedAt: number,
): Promise<boolean> {
  const closed = await db
    .updateTable('attempts')
    .set({ state, closedAt })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** True when it was not held for this reason before. */
export async function holdAttempt(db: Db, id: string, heldReason: string): Promise<boolean> {
  const held = await db
    .updateTable('attempts')
    .set({ heldReason })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('heldReason', 'is', null), eb('heldReason', '<>', heldReason)]))
    .returning('id')
    .executeTakeFirst()
  return held !== undefined
}

export function listAttemptsToCheck(db: Db, dueBy: number, limit: number): Promise<AttemptRow[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('state', '=', 'open')
    .where('nextCheckAt', '<=', dueBy)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

export async function planCheck(db: Db, id: string, nextCheckAt: number): Promise<void> {
  await db.updateTable('attempts').set({ nextCheckAt }).where('id', '=', id).execute()
}

export async function recordRefund(db: Db, id: string, refundId: string): Promise<void> {
  await db.updateTable('attempts').set({ refundId }).where('id', '=', id).execute()
}
