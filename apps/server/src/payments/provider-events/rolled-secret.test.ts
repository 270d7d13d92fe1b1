import { expect } from 'vitest'
import { test } from '../../../test/support/payments/stripe-checkout.ts'

test('while the secret of Stripe is rolled, an event with both signatures is accepted', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await checkout.decide(intentId)
  const event = await checkout.fetchEvent(intentId, 'payment_intent.succeeded')
  expect(await checkout.deliver(event, { secrets: ['whsec_new'] })).toEqual([400])
  expect(await checkout.deliver(event, { secrets: ['whsec_new', 'whsec_sandbox_stripe'] })).toEqual([200])
  await hub.runDueJobs()
  expect((await checkout.get(player, orderId)).status).toBe('paid')
})
