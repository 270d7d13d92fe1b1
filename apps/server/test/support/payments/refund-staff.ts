import { insertAttempt } from '../../../src/payments/records/attempt-store.ts'
import { insertOrder } from '../../../src/payments/records/order-store.ts'
import { grantPurchase } from '../../../src/payments/records/purchases.ts'
import type { OrderRow } from '../../../src/payments/records/tables.ts'
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

type Refunded = { amountMinor?: number; item?: 'keep' | 'take'; key?: string }

/** Refunds an order over HTTP. @returns  the outcome: `ok` or the refusal */
export async function refundAs(operator: Pick<OperatorClient, 'call'>, id: string, given: Refunded = {}) {
  const { amountMinor, item = 'keep', key = newId() } = given
  const response = await operator.call('POST /orders/{id}/refunds', {
    ...{ params: { id }, body: { amountMinor, item, reason: 'Goodwill' }, idempotencyKey: key },
  })
  return response.ok ? 'ok' : response.body.code
}
