import { insertAttempt } from '../../../src/payments/records/attempt-store.ts'
import { toMoney } from '../../../src/payments/records/order.ts'
import { insertOrder } from '../../../src/payments/records/order-store.ts'
import { grantPurchase } from '../../../src/payments/records/purchases.ts'
import { insertRefund } from '../../../src/payments/records/refund-store.ts'
import type { OrderRow, RefundRow } from '../../../src/payments/records/tables.ts'
import { newRefund } from '../../../src/payments/refunds/refund-order.ts'
import { transact } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { OperatorClient } from '../operators/operator-client.ts'
import type { TestHub } from '../test-hub.ts'
import { paidOrder } from './paid-order.ts'

/** Stores a paid order with its purchase; its charge is unknown to the provider. @returns  its id */
export async function insertPaidOrder(
  { context: { db }, clock }: TestHub,
  changes: Partial<OrderRow> = {},
): Promise<string> {
  const now = clock.now()
  const attemptId = newId()
  const order = { ...paidOrder('anna', 'islandm3', now), paidAttemptId: attemptId, ...changes }
  await transact(db, async (tx) => {
    await insertOrder(tx, order)
    await insertAttempt(tx, {
      ...{ id: attemptId, orderId: order.id, provider: order.provider ?? 'stripe', state: 'succeeded' },
      ...{ providerPaymentId: `pi_${attemptId}`, amountMinor: order.amountMinor ?? 0 },
      ...{
        currency: order.currency ?? 'USD',
        receiptEmail: null,
        fiscalTerms: null,
        paidWith: null,
        reviewReason: null,
      },
      ...{ checkedAt: 0, nextCheckAt: 0, createdAt: now, closedAt: now, supersededAt: null },
      ...{
        cancelRequestedAt: null,
        nextTotalsCheckAt: null,
        reconciledAt: null,
        countryByNetwork: null,
        card: null,
      },
    })
    await grantPurchase(tx, order, now)
  })
  return order.id
}

/** Stores a second charge of a paid order, and the refund that returns all of it. */
export async function insertSurplusRefund(
  { context: { db }, clock }: TestHub,
  orderId: string,
  { requestedBy, state }: Pick<RefundRow, 'requestedBy' | 'state'>,
): Promise<RefundRow> {
  const now = clock.now()
  const attempts = db.selectFrom('attempts').selectAll().where('orderId', '=', orderId)
  const paid = await attempts.executeTakeFirstOrThrow()
  const surplus = { ...paid, id: newId(), providerPaymentId: `pi_${newId()}` }
  await insertAttempt(db, surplus)
  const origin = { requestKey: `hub:second-charge-${surplus.id}`, requestedBy, reason: 'Paid twice' }
  const refund = {
    ...newRefund(surplus, toMoney(surplus), origin, now),
    state,
    settledAt: now,
    nextCheckAt: null,
  }
  await insertRefund(db, refund)
  return refund
}

type Refunded = { amountMinor?: number; item?: 'keep' | 'take'; key?: string }

/** Refunds an order over HTTP. @returns  the outcome: `ok` or the refusal */
export async function refundAs(operator: Pick<OperatorClient, 'call'>, id: string, given: Refunded = {}) {
  const { amountMinor, item = 'keep', key = newId() } = given
  const response = await operator.call('POST /orders/{id}/refunds', {
    ...{ params: { id }, body: { amountMinor, item, reason: 'Goodwill' }, idempotencyKey: key },
  })
  return response.ok ? 'ok' : response.body.code
}
