import { providerTerms } from '@playhub/contract'
import { MINUTE_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { insertAttempt } from '../attempts/attempt-store.ts'
import type { PaidOrder } from '../refunds/books.ts'
import { insertRefund } from '../refunds/refund-store.ts'
import { newRefund } from '../refunds/refunds.ts'
import type { AttemptRow } from '../tables.ts'
import { moneyOf } from './order.ts'

/** The charge of an order of the demo's past that has gone back whole. No provider knows it, so none is ever asked. */
export async function insertReturn(tx: Tx, order: PaidOrder): Promise<void> {
  const attempt = pastAttempt(order)
  const returnedAt = order.paidAt + 30 * MINUTE_MS
  const why = { requestKey: 'game:demo', requestedBy: 'game', reason: 'The item did not arrive' } as const
  await insertAttempt(tx, attempt)
  await insertRefund(tx, {
    ...newRefund(attempt, moneyOf(attempt), why, returnedAt),
    state: 'succeeded',
    askedAt: returnedAt,
    settledAt: returnedAt,
    nextCheckAt: null,
  })
}

function pastAttempt(order: PaidOrder): AttemptRow {
  const { id: orderId, paidAttemptId: id, paidAt, startedAt, amountMinor } = order
  return {
    id,
    orderId,
    provider: 'stripe',
    providerId: `demo-${id}`,
    amountMinor,
    currency: providerTerms.stripe.currency,
    state: 'succeeded',
    receiptEmail: null,
    paidWith: null,
    heldReason: null,
    checkedAt: paidAt,
    nextCheckAt: paidAt,
    createdAt: startedAt ?? paidAt,
    closedAt: paidAt,
    supersededAt: null,
    nextAuditAt: null,
    reconciledAt: null,
  }
}
