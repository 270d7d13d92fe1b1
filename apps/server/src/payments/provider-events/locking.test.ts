import { expect, test } from 'vitest'
import { stripeCase } from '../../../test/support/payments/provider-cases.ts'
import { startProviderCheckout } from '../../../test/support/payments/provider-checkout.ts'
import { untilAnotherWaits } from '../../../test/support/test-database.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { findOpenAttempt, insertAttempt } from '../records/attempt-store.ts'
import { lockOrder } from '../records/order-store.ts'

test.each([
  { outcome: 'succeed', status: 'paid' },
  { outcome: 'abandon', status: 'none' },
] as const)(
  'deciding an order as $status while another tab opens a payment deadlocks neither',
  async ({ outcome, status }) => {
    const { hub, player, checkout } = await startProviderCheckout(stripeCase)
    const { db } = hub.context
    const { orderId, id } = await checkout.orderAndOpen(player)
    const attempt = await findOpenAttempt(db, orderId)
    await checkout.control.decide(id, { outcome })
    const isHeld = Promise.withResolvers<void>()
    const otherTab = transact(db, async (tx) => {
      await lockOrder(tx, orderId)
      isHeld.resolve()
      // The deciding transaction.
      await untilAnotherWaits(tx)
      return insertAttempt(tx, { ...(attempt ?? expect.unreachable()), id: newId(), providerPaymentId: null })
    })
    await isHeld.promise
    expect(await checkout.get(player, orderId)).toMatchObject({ status })
    expect(await otherTab).toBe(false)
  },
)
