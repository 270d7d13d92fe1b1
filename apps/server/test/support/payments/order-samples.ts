import { insertUse } from '../../../src/payments/offers/use-store.ts'
import { insertAttempt } from '../../../src/payments/records/attempt-store.ts'
import { insertDispute } from '../../../src/payments/records/dispute-store.ts'
import { insertOrder } from '../../../src/payments/records/order-store.ts'
import { insertFurtherPurchases, insertPurchase } from '../../../src/payments/records/purchase-store.ts'
import { insertClosingReceipt, newClosingReceipt } from '../../../src/payments/records/receipt-store.ts'
import { insertRefund } from '../../../src/payments/records/refund-store.ts'
import type {
  AttemptRow,
  ClosingReceiptRow,
  DisputeRow,
  OrderRow,
  PurchaseRow,
  RefundRow,
  WebhookRow,
} from '../../../src/payments/records/tables.ts'
import { insertWebhook } from '../../../src/payments/records/webhook-store.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { paidOrder } from './paid-order.ts'

/** Columns that differ from those of an order for $0.99 that was paid at Stripe. */
export type OrderSample = {
  order?: Partial<OrderRow>
  attempt?: Partial<AttemptRow> | null
  purchase?: Partial<PurchaseRow> | null
  /** Units of a bundle behind the first one. */
  furtherUnits?: Partial<PurchaseRow>[]
  /** The order is a gift that the player has claimed. */
  isGift?: boolean
  webhooks?: Partial<WebhookRow>[]
  refunds?: Partial<RefundRow>[]
  disputes?: Partial<DisputeRow>[]
  closingReceipt?: Partial<ClosingReceiptRow>
}

/** Inserts an order with its records. @returns  the order's id */
export async function insertOrderSample(
  tx: Tx,
  { now, playerId, project }: { now: number; playerId: string; project: string },
  {
    order: changes,
    attempt,
    purchase,
    closingReceipt,
    isGift,
    furtherUnits = [],
    webhooks = [],
    refunds = [],
    disputes = [],
  }: OrderSample,
): Promise<string> {
  const attemptId = newId()
  const order = { ...paidOrder(playerId, project, now), paidAttemptId: attemptId, ...changes }
  const orderId = order.id
  await insertOrder(tx, { ...order, paidAttemptId: order.paidAt === null ? null : order.paidAttemptId })
  if (attempt !== null)
    await insertAttempt(tx, {
      ...{ id: attemptId, orderId, provider: 'stripe', providerPaymentId: `pi_${orderId}` },
      ...{
        amountMinor: 99,
        currency: 'USD',
        state: 'succeeded',
        receiptEmail: null,
        fiscalTerms: null,
        paidWith: null,
      },
      ...{ reviewReason: null, checkedAt: now, nextCheckAt: now, createdAt: now, closedAt: now },
      ...{
        supersededAt: null,
        cancelRequestedAt: null,
        nextTotalsCheckAt: null,
        reconciledAt: null,
        countryByNetwork: null,
        card: null,
      },
      ...attempt,
    })
  if (purchase !== null)
    await insertPurchase(tx, {
      ...{ id: newId(), orderId, playerId, project, itemId: order.itemId, state: 'granted', createdAt: now },
      ...{ consumedAt: null, decidedState: null },
      ...purchase,
    })
  if (furtherUnits.length > 0)
    await insertFurtherPurchases(
      tx,
      furtherUnits.map((unit, index) => ({
        ...{
          id: newId(),
          orderId,
          playerId,
          project,
          itemId: order.itemId,
          state: 'granted',
          createdAt: now,
        },
        ...{ consumedAt: null, decidedState: null, unit: index + 1 },
        ...unit,
      })),
    )
  if (isGift)
    await insertUse(tx, {
      ...{ id: newId(), project, offerId: 'daily', codeId: null, playerId, slot: orderId, orderId },
      ...{ state: 'used', createdAt: now },
    })
  if (closingReceipt)
    await insertClosingReceipt(tx, { ...newClosingReceipt(orderId, now), ...closingReceipt })
  const common = { orderId, attemptId, amountMinor: 99, currency: 'USD' } as const
  for (const refund of refunds) {
    const id = newId()
    await insertRefund(tx, {
      ...{ ...common, id, requestKey: `operator:${id}`, reason: 'asked', requestedBy: 'operator' },
      ...{ state: 'succeeded', providerRefundId: null, error: null, createdAt: now, sentAt: now },
      ...{ nextCheckAt: null, settledAt: now, mailedAt: null, operator: null, operatorId: null },
      ...{ heldUntil: null, heldItem: null, undoneAt: null, declaredAt: null, confirmedAt: null },
      ...refund,
    })
  }
  for (const dispute of disputes) {
    const id = newId()
    await insertDispute(tx, {
      ...{ ...common, id, providerDisputeId: `dp_${id}`, reason: 'fraudulent', state: 'open' },
      ...{ openedAt: now, dueBy: null, settledAt: null, nextCheckAt: null },
      ...dispute,
    })
  }
  for (const [place, webhook] of webhooks.entries())
    await insertWebhook(tx, {
      ...{
        id: newId(),
        orderId,
        project,
        playerId,
        type: 'payment.paid',
        subject: String(place),
        body: '{}',
      },
      ...{ state: 'waiting', attempts: 0, lastError: null, nextTryAt: 0, leasedUntil: 0, createdAt: now },
      ...{ deliveredAt: null, resentBy: null },
      ...webhook,
    })
  return orderId
}
