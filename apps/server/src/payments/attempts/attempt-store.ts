import type { PaymentProvider } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import { nextAuditAt } from '../refunds/refund.ts'
import type { AttemptRow } from '../tables.ts'

/** Opens an attempt; false when the order has an open one already: the partial unique index is the lock. */
export async function insertAttempt(db: Db, attempt: AttemptRow): Promise<boolean> {
  const opened = await db
    .insertInto('attempts')
    .values(attempt)
    .onConflict((open) => open.doNothing())
    .returning('id')
    .executeTakeFirst()
  return opened !== undefined
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
    .set({
      state: 'succeeded',
      paidWith,
      closedAt,
      heldReason: null,
      supersededAt: null,
      nextAuditAt: nextAuditAt(closedAt, closedAt),
    })
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

/** Closes it here, to be looked at until its provider has ended it too. */
export async function supersedeAttempt(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ state: 'cancelled', closedAt: now, supersededAt: now, nextCheckAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** As `supersedeAttempt`, for whatever the order has open. */
export async function supersedeOpenAttempt(db: Db, orderId: string, now: number): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ state: 'cancelled', closedAt: now, supersededAt: now, nextCheckAt: now })
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .execute()
}

/** Its provider has ended it. */
export async function endWatch(db: Db, id: string): Promise<void> {
  await db.updateTable('attempts').set({ supersededAt: null }).where('id', '=', id).execute()
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

export function listSupersededToCheck(db: Db, dueBy: number, limit: number): Promise<AttemptRow[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('supersededAt', 'is not', null)
    .where('nextCheckAt', '<=', dueBy)
    .orderBy('nextCheckAt')
    .limit(limit)
    .execute()
}

export async function planCheck(db: Db, id: string, nextCheckAt: number): Promise<void> {
  await db.updateTable('attempts').set({ nextCheckAt }).where('id', '=', id).execute()
}

/** Reconciliation was the one who settled it. */
export async function markReconciled(db: Db, id: string, reconciledAt: number): Promise<void> {
  await db.updateTable('attempts').set({ reconciledAt }).where('id', '=', id).execute()
}

export function listAttemptsToAudit(db: Db, dueBy: number, limit: number): Promise<Pick<AttemptRow, 'id'>[]> {
  return db
    .selectFrom('attempts')
    .select('id')
    .where('nextAuditAt', '<=', dueBy)
    .orderBy('nextAuditAt')
    .limit(limit)
    .execute()
}

export async function planAudit(db: Db, id: string, nextAuditAt: number | null): Promise<void> {
  await db.updateTable('attempts').set({ nextAuditAt }).where('id', '=', id).execute()
}

/** What was doubted of a charge turned out right. */
export async function clearHold(db: Db, id: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ heldReason: null })
    .where('id', '=', id)
    .where('heldReason', 'is not', null)
    .execute()
}
