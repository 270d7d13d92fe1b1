import { describe, expect } from 'vitest'
import { providerCases } from '../../../test/support/payments/provider-cases.ts'
import { providerTest } from '../../../test/support/payments/provider-checkout.ts'
import { boosters, hints, test } from '../../../test/support/payments/stripe-checkout.ts'

test('an order has the catalogue price and the status none', async ({ hub, player }) => {
  const order = await hub.callOk('POST /payments/create', { as: player, body: { itemId: hints } })
  expect(order).toEqual({ id: order.id, url: `${hub.url}/payments/process/${order.id}`, status: 'none' })

  const screen = await hub.callOk('GET /payments/process/{id}', {
    as: player,
    params: { id: order.id },
    headers: { 'frontend-language': 'ru' },
  })
  expect(screen).toMatchObject({
    provider: null,
    providerId: null,
    status: 'none',
    paymentData: {
      cardBackgroundColor: '#0D5468',
      projectName: 'Остров сокровищ M3',
      ruPrice: 99,
      enPrice: 0.99,
      ruName: 'Пять подсказок',
    },
    profileData: { mailToReceiveCheck: player.email },
    paymentsMethods: [
      { provider: 'stripe', methods: ['card'] },
      { provider: 'yookassa', methods: ['card', 'yooMoney'] },
      { provider: 'yandex-pay', methods: ['card'] },
    ],
  })
})

test('an unknown item cannot be ordered', async ({ hub }) => {
  const response = await hub.call('POST /payments/create', {
    as: await hub.logIn(),
    body: { itemId: 'moon' },
  })
  expect(response.body).toMatchObject({ code: 'ITEM_NOT_FOUND', status: 404 })
})

describe.each(providerCases)('$provider', (providerCase) => {
  const test = providerTest(providerCase)

  test('the screen of an open payment shows the provider and the payment id there', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
    expect(screen).toMatchObject({ provider: providerCase.provider, providerId: id, status: 'pending' })
  })

  test('a status request syncs the payment, and checks the provider once a second at most', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    await checkout.pay(id)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    hub.clock.advance(1000)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid', payload: providerCase.price })
  })

  test('a failed payment can be retried', async ({ hub, player, checkout }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.control.decide(id, { outcome: 'decline' })
    hub.clock.advance(1000)
    const status = providerCase.afterDecline
    expect(await checkout.get(player, orderId)).toMatchObject({
      status,
      payload: { attempt: { state: status === 'fail' ? 'declined' : 'open' } },
    })
    await checkout.open(player, orderId)
    await checkout.pay((await checkout.getPayment(orderId)).id)
    hub.clock.advance(1000)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
  })

  test('a paid order cannot be opened again, and opening applies a payment that was not recorded yet', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.pay(id)
    expect(await checkout.findRefusal(player, orderId)).toBe('PAYMENT_ALREADY_PAID')
    expect(await checkout.findRefusal(player, orderId)).toBe('PAYMENT_ALREADY_PAID')
    expect(await checkout.purchases(player)).toHaveLength(1)
    const pending = await hub.callOk('GET /payments/set-pending/{id}', {
      as: player,
      params: { id: orderId },
    })
    expect(pending.data.result).toBe(false)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
  })
})

test('a payment at Stripe carries our order id, our attempt id and an amount in cents', async ({
  player,
  checkout,
}) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player, boosters)
  const intent = await checkout.stripe.paymentIntents.retrieve(intentId)
  expect(intent).toMatchObject({
    amount: 249,
    currency: 'usd',
    receipt_email: player.email,
    metadata: { orderId, attemptId: expect.any(String) },
    automatic_payment_methods: { enabled: true },
  })
})

test('a declined card leaves the payment open for the next card', async ({ hub, player, checkout }) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await checkout.decide(intentId, { outcome: 'decline' })
  await checkout.deliver(await checkout.fetchEvent(intentId, 'payment_intent.payment_failed'))
  await hub.runDueJobs()
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
  expect((await checkout.open(player, orderId)).id).toBe(intentId)

  await checkout.decide(intentId)
  hub.clock.advance(1000)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
})

test('a cancelled payment is not charged, and the order can be opened again', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  expect(await checkout.cancel(player, orderId, intentId)).toEqual({ result: true, status: 'none' })
  expect(await checkout.cancel(player, orderId, intentId)).toEqual({ result: true, status: 'none' })
  expect((await checkout.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')

  const again = await checkout.open(player, orderId)
  expect(again.id).not.toBe(intentId)
  await checkout.decide(again.id)
  hub.clock.advance(1000)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
})

test('cancelling a payment that was just paid returns the status paid', async ({ player, checkout }) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await checkout.decide(intentId)
  expect(await checkout.cancel(player, orderId, intentId)).toEqual({ result: false, status: 'paid' })
  expect(await checkout.purchases(player)).toHaveLength(1)
})

test("a player cannot cancel another's payment, nor under an order of their own", async ({
  hub,
  checkout,
}) => {
  const [owner, attacker] = [await hub.logIn(), await hub.logIn()]
  const { orderId, intentId } = await checkout.orderAndOpen(owner)
  for (const paymentId of [orderId, await checkout.order(attacker)]) {
    const response = await hub.call('POST /payments/stripe/cancellation-payment', {
      as: attacker,
      body: { paymentId, stripePaymentId: intentId },
    })
    expect(response.body).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
  }
})

test('a receipt email changed during the payment is used', async ({ hub, player, checkout }) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await hub.callOk('POST /payments/update-mail-to-receive-check', {
    as: player,
    body: { email: 'home@example.org' },
  })
  expect((await checkout.open(player, orderId)).id).toBe(intentId)
  await checkout.decide(intentId)
  hub.clock.advance(1000)
  await checkout.get(player, orderId)
  await hub.runDueJobs()
  expect(await checkout.emails('home@example.org')).toHaveLength(1)
  expect(await checkout.emails(player.email)).toHaveLength(0)
})
