import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { lockOrder } from '../orders/order-store.ts'
import { startCounter } from '../testing/counter.ts'
import { stripeWay } from '../testing/ways.ts'
import { findOpenAttempt, insertAttempt } from './attempt-store.ts'

test.each([
  { outcome: 'succeed', status: 'paid' },
  { outcome: 'abandon', status: 'none' },
] as const)(
  'an order that turns out $status while another tab opens a payment lets both of them finish',
  async ({ outcome, status }) => {
    const { hub, player, till } = await startCounter(stripeWay)
    const { db } = hub.context
    const { orderId, id } = await till.opened(player)
    const attempt = await findOpenAttempt(db, orderId)
    await till.control.decide(id, { outcome })
    const isHeld = Promise.withResolvers<void>()
    const otherTab = transact(db, async (tx) => {
      await lockOrder(tx, orderId)
      isHeld.resolve()
      // Long enough for PostgreSQL to see the one that settles wait for the order.
      await delay(200)
      return insertAttempt(tx, { ...(attempt ?? expect.unreachable()), id: newId(), providerId: null })
    })
    await isHeld.promise
    expect(await till.get(player, orderId)).toMatchObject({ status })
    expect(await otherTab).toBe(false)
  },
)
