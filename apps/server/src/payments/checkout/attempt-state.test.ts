/** An order's state reflects its latest attempt. */
import { describe, expect, test } from 'vitest'
import { providerCases } from '../../../test/support/payments/provider-cases.ts'
import { providerTest } from '../../../test/support/payments/provider-checkout.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'
import type { Provider, ProviderPayment } from '../provider.ts'

describe.each(providerCases)('an attempt at $provider', (providerCase) => {
  const { provider } = providerCase
  const test = providerTest(providerCase)

  test('is open, then paid', async ({ hub, player, checkout }) => {
    const orderId = await checkout.order(player)
    expect((await checkout.get(player, orderId)).payload.attempt).toBeNull()
    await checkout.open(player, orderId)
    const { id } = await checkout.getPayment(orderId)
    const opened = (await checkout.get(player, orderId)).payload.attempt
    expect(opened).toMatchObject({ provider, state: 'open' })
    await checkout.control.decide(id)
    hub.clock.advance(2_000)
    const paid = await checkout.get(player, orderId)
    expect(paid).toMatchObject({ status: 'paid', payload: { attempt: { id: opened?.id, state: 'paid' } } })
  })

  test('expires, which is neither a refusal of the bank nor a cancellation', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.control.decide(id, { outcome: 'abandon' })
    hub.clock.advance(2_000)
    expect(await checkout.get(player, orderId)).toMatchObject({
      status: 'none',
      payload: { attempt: { provider, state: 'expired' } },
    })
  })

  test('is cancelled by its player; the next attempt is another one', async ({ hub, player, checkout }) => {
    const { orderId } = await checkout.orderAndOpen(player)
    const first = (await checkout.get(player, orderId)).payload.attempt
    await hub.callOk('POST /payments/cancel', { as: player, body: { paymentId: orderId } })
    expect(await checkout.get(player, orderId)).toMatchObject({
      status: 'none',
      payload: { attempt: { id: first?.id, state: 'cancelled' } },
    })
    hub.clock.advance(1)
    await checkout.open(player, orderId)
    const second = (await checkout.get(player, orderId)).payload.attempt
    expect(second).toMatchObject({ state: 'open' })
    expect(second?.id).not.toBe(first?.id)
  })
})

test('a provider whose payments have all ended is asked for five of them at most', async () => {
  const opened: string[] = []
  const payment = (providerPaymentId: string): ProviderPayment => ({
    providerPaymentId,
    attemptId: opened.at(-1) ?? null,
    state: 'cancelled',
    received: { amountMinor: 0, currency: 'USD' },
    refundedMinor: 0,
    isOurs: true,
    isLive: false,
    paidWith: null,
    cardCountry: null,
    fiscal: 'none',
  })
  const stripe = {
    name: 'stripe',
    async startCheckout({ attemptId }) {
      opened.push(attemptId)
      return { providerPaymentId: `pi_${attemptId}`, clientToken: null }
    },
    resumeCheckout: async (id) => ({ providerPaymentId: id, clientToken: null, payment: payment(id) }),
  } as Partial<Provider> as Provider
  const hub = await startTestHub({ providers: { stripe } })
  const player = await hub.logIn()
  const orderId = await stripeCheckout(hub).order(player)
  const response = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id: orderId } })
  expect(response).toMatchObject({ ok: false, body: { code: 'PAYMENT_IN_PROGRESS' } })
  expect(new Set(opened).size).toBe(5)
})
