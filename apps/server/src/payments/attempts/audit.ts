import { HOUR_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { moneyOf } from '../orders/order.ts'
import { lockOrder } from '../orders/order-store.ts'
import { type ProviderRefund, ProviderUnavailable } from '../providers/provider.ts'
import { settlementQueue } from '../queues.ts'
import { isPaid, recount } from '../refunds/books.ts'
import { findDisputes } from '../refunds/disputes.ts'
import { nextAuditAt, nextLookAt, returnedMinor, unknownMinor } from '../refunds/refund.ts'
import { tellOf } from '../refunds/refund-record.ts'
import { insertRefund, listRefundsOfAttempt } from '../refunds/refund-store.ts'
import type { RefundRow } from '../refunds/refund-tables.ts'
import { newRefund } from '../refunds/refunds.ts'
import type { AttemptRow, OrderRow } from '../tables.ts'
import { clearHold, holdAttempt, listAttemptsToAudit, planAudit } from './attempt-store.ts'
import { type ChargedAttempt, chargedAttempt } from './charged-attempt.ts'
import { providerOf } from './provider-of.ts'

const auditJob = 'payments.audit-attempt'

export function defineAuditJobs(deps: Deps): void {
  deps.jobs.define(auditJob, {
    queue: settlementQueue,
    run: (payload) => audit(deps, (payload as { attemptId: string }).attemptId),
  })
}

/** Plans an audit of every charge that is due by then. */
export async function planAudits({ db, jobs }: Deps, dueBy: number, limit: number): Promise<void> {
  for (const { id } of await listAttemptsToAudit(db, dueBy, limit)) {
    await jobs.enqueue(db, { kind: auditJob, payload: { attemptId: id }, dedupeKey: `${auditJob}:${id}` })
  }
}

/** Compares a charge and its disputes with the provider's books; a provider in trouble is asked an hour later. */
async function audit(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await chargedAttempt(deps, attemptId)
  if (!attempt) return
  const now = deps.clock.now()
  await planAudit(deps.db, attempt.id, now + HOUR_MS)
  try {
    await compareBooks(deps, attempt)
    await findDisputes(deps, attempt)
    await planAudit(deps.db, attempt.id, nextAuditAt(attempt.closedAt ?? attempt.createdAt, now))
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ attempt: attempt.id, reason: error.message }, 'A provider did not show its books')
  }
}

/**
 * Asks the provider how much of a charge it has returned, and writes down what we did not know of: somebody did it at
 * the provider's own desk. Where we know of more than it does, an operator must look.
 * @param told  The refund of its that the provider has told us of, if it has.
 */
export async function compareBooks(
  deps: Deps,
  attempt: ChargedAttempt,
  told?: ProviderRefund,
): Promise<void> {
  const before = await listRefundsOfAttempt(deps.db, attempt.id)
  const { refundedMinor } = await providerOf(deps, attempt).fetchPayment(attempt.providerId)
  const returned = await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, attempt.orderId)
    if (!order) throw new Error(`Attempt ${attempt.id} has no order`)
    const now = await listRefundsOfAttempt(tx, attempt.id)
    const unknown = unknownMinor(refundedMinor, before, now)
    if (unknown > 0) await recordFound(deps, tx, order, attempt, unknown, told)
    const settledBefore = new Set(before.filter(({ state }) => state === 'succeeded').map(({ id }) => id))
    return returnedMinor(now.filter(({ id }) => settledBefore.has(id)))
  })
  await recordAgreement(deps, attempt, returned, refundedMinor)
}

/** A refund that nobody here asked for. Told by its name it is followed to its end; without one it has been counted. */
async function recordFound(
  deps: Deps,
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  unknownMinor: number,
  told: ProviderRefund | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const amountMinor = told ? Math.min(told.amountMinor, unknownMinor) : unknownMinor
  const name = told?.refundId ?? `${now}-${unknownMinor}`
  const asked = newRefund(
    attempt,
    { ...moneyOf(attempt), amountMinor },
    {
      requestKey: `provider:${name}`,
      reason: "Returned at the provider's own desk",
      requestedBy: 'provider',
    },
    now,
  )
  const state = told?.state ?? 'succeeded'
  const settledAt = state === 'pending' ? null : now
  const found: RefundRow = {
    ...asked,
    state,
    providerRefundId: told?.refundId ?? null,
    askedAt: now,
    settledAt,
  }
  const nextCheckAt = told ? nextLookAt(found, now) : null
  await insertRefund(tx, { ...found, nextCheckAt })
  deps.log.warn({ refund: found.id, order: order.id }, "A refund was made at the provider's own desk")
  if (state === 'succeeded') return tellOf(deps, tx, order, found, { state: 'pending' })
  if (isPaid(order) && order.paidAttemptId === attempt.id) await recount(tx, order)
}

/** @param returned  What we know to have been returned, also by the time the provider was asked. */
async function recordAgreement(
  { db, log }: Deps,
  { id, orderId }: AttemptRow,
  returned: number,
  toldMinor: number,
): Promise<void> {
  if (returned <= toldMinor) return clearHold(db, id)
  const reason = `${toldMinor} was returned at the provider, ${returned} here`
  if (await holdAttempt(db, id, reason)) {
    log.error({ order: orderId, attempt: id, reason }, "Our books and the provider's disagree")
  }
}
