import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { transact } from '../../platform/database/database.ts'
import { insertAttempt } from '../records/attempt-store.ts'
import { insertOrder } from '../records/order-store.ts'
import { findPurchaseByOrder } from '../records/purchase-store.ts'
import { grantPurchase } from '../records/purchases.ts'
import { listRefundsByOrders } from '../records/refund-store.ts'
import { refundByOperator } from './refunds.ts'

test('a refund keeps or takes the item, and one of too much changes nothing', async ({ hub }) => {
  const { db, clock } = hub.context
  const now = clock.now()
  const operation = { operator: 'Olga', reason: 'asked' }
  const order = { ...paidOrder('anna', 'islandm3', now), paidAttemptId: 'attempt' }
  await transact(db, async (tx) => {
    await insertOrder(tx, order)
    await insertAttempt(tx, {
      ...{ id: 'attempt', orderId: order.id, provider: 'stripe', providerPaymentId: 'pi_1' },
      ...{
        amountMinor: 99,
        currency: 'USD',
        state: 'succeeded',
        receiptEmail: null,
        fiscalTerms: null,
        paidWith: null,
      },
      ...{ reviewReason: null, checkedAt: 0, nextCheckAt: 0, createdAt: now, closedAt: now },
      ...{
        supersededAt: null,
        cancelRequestedAt: null,
        nextTotalsCheckAt: null,
        reconciledAt: null,
        countryByNetwork: null,
        card: null,
      },
    })
    await grantPurchase(tx, order, now)
  })
  const refund = (item: 'keep' | 'take', amountMinor: number) =>
    refundByOperator(
      hub.context,
      { orderId: order.id, reason: 'asked', key: item, item, amountMinor },
      operation,
    )
  await expect(refund('keep', 100)).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_PAID' })
  expect(await listRefundsByOrders(db, [order.id])).toEqual([])
  expect((await findPurchaseByOrder(db, order.id))?.decidedState).toBeNull()
  expect(await refund('keep', 50)).toMatchObject({ orderId: order.id, amountMinor: 50 })
  expect(await findPurchaseByOrder(db, order.id)).toMatchObject({ state: 'granted', decidedState: 'granted' })
  await refund('take', 49)
  expect(await findPurchaseByOrder(db, order.id)).toMatchObject({ state: 'revoked' })
})
