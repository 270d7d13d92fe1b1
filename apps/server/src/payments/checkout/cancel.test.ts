import { expect } from 'vitest'
import { providerCases } from '../../../test/support/payments/provider-cases.ts'
import { stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import { type Player, startTestHub, type TestHub } from '../../../test/support/test-hub.ts'

const cancel = async (hub: TestHub, as: Player, paymentId: string) =>
  (await hub.callOk('POST /payments/cancel', { as, body: { paymentId } })).data
const none = { result: true, status: 'none' }

test.each(providerCases)(
  'a payment at $provider that is paid before it is cancelled pays the order',
  async (providerCase) => {
    const hub = await startTestHub()
    const checkout = stripeCheckout(hub)
    const player = await hub.logIn()
    const orderId = await checkout.order(player)
    await providerCase.open(hub, player, orderId)
    await checkout.decide(orderId)
    expect(await cancel(hub, player, orderId)).toEqual({ result: false, status: 'paid' })
    expect(await checkout.purchases(player)).toHaveLength(1)
  },
)

test('an order without an open payment can be cancelled, another player’s does not exist', async ({
  hub,
  checkout,
}) => {
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  await hub.callOk('GET /payments/set-pending/{id}', { as: player, params: { id: orderId } })
  const attacker = await hub.logIn()
  const refused = await hub.call('POST /payments/cancel', { as: attacker, body: { paymentId: orderId } })
  expect(refused.body).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
  expect(await cancel(hub, player, orderId)).toEqual(none)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
})
