import { describe, expect, vi } from 'vitest'
import { test } from '../testing/hub-test.ts'
import { startTestHub } from '../testing/test-hub.ts'
import { boosters, cashierAt, hints } from './testing/cashier.ts'
import { startCounter } from './testing/counter.ts'
import { ways } from './testing/ways.ts'

test('an order has the price of the price list and is not begun', async ({ hub, player }) => {
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
    paymentData: { projectName: 'Остров сокровищ M3', ruPrice: 99, enPrice: 0.99, ruName: 'Пять подсказок' },
    profileData: { mailToReceiveCheck: player.email },
    paymentsMethods: [
      { provider: 'stripe', methods: ['card'] },
      { provider: 'yookassa', methods: ['card', 'yooMoney'] },
      { provider: 'yandex-pay', methods: ['card'] },
    ],
  })
})

test('an item nobody sells cannot be ordered', async ({ hub }) => {
  const answer = await hub.call('POST /payments/create', { as: await hub.signIn(), body: { itemId: 'moon' } })
  expect(answer.body).toMatchObject({ code: 'ITEM_NOT_FOUND', status: 404 })
})

describe.each(ways)('$provider', (way) => {
  test('asking to pay again gives the same payment, also from two tabs at once', async () => {
    const { player, till } = await startCounter(way)
    const orderId = await till.order(player)
    const opened = await Promise.all([1, 2, 3, 4].map(() => till.open(player, orderId)))
    expect(new Set([...opened, await till.open(player, orderId)]).size).toBe(1)
    expect(await till.control.payments()).toMatchObject([
      { provider: way.provider, hubPaymentId: orderId, ...way.price },
    ])
  })

  test('the screen of a begun payment names the provider and its id', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
    expect(screen).toMatchObject({ provider: way.provider, providerId: id, status: 'pending' })
  })

  test('the browser that comes back first settles the payment, and is asked once a second at most', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
    await till.pay(id)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
    hub.clock.advance(1000)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid', payload: way.price })
  })

  test('a payment whose time was up is opened anew, and may be paid', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.control.decide(id, { outcome: 'abandon' })
    await till.open(player, orderId)
    const again = await till.paymentOf(orderId)
    expect(again.id).not.toBe(id)
    await till.pay(again.id)
    hub.clock.advance(1000)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
  })

  test('a payment that failed may be tried again', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.control.decide(id, { outcome: 'decline' })
    hub.clock.advance(1000)
    expect(await till.get(player, orderId)).toMatchObject({ status: way.afterDecline })
    await till.open(player, orderId)
    await till.pay((await till.paymentOf(orderId)).id)
    hub.clock.advance(1000)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
  })

  test('a paid order cannot be paid again, and what was paid unnoticed is settled by trying', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.pay(id)
    expect(await till.refusalOf(player, orderId)).toBe('PAYMENT_ALREADY_PAID')
    expect(await till.refusalOf(player, orderId)).toBe('PAYMENT_ALREADY_PAID')
    expect(await till.purchases(player)).toHaveLength(1)
    const pending = await hub.callOk('GET /payments/set-pending/{id}', {
      as: player,
      params: { id: orderId },
    })
    expect(pending.data.result).toBe(false)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
  })
})

test('paid at Stripe, told by its webhook: one purchase, one verified webhook, one receipt', async () => {
  const hub = await startTestHub({ jobs: 'running' })
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  await till.decide(intentId, { webhook: 'send' })

  await vi.waitFor(async () => {
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
    expect(await till.webhooks()).toHaveLength(1)
    expect(await till.letters(player.email)).toHaveLength(1)
  }, 20_000)
  const { payload } = await till.get(player, orderId)
  expect(payload).toMatchObject({ currency: 'USD', amountMinor: 99, itemId: hints, paidAt: hub.clock.now() })
  expect(await till.purchases(player)).toMatchObject([
    { id: payload.purchaseId, itemId: hints, paymentId: orderId, state: 'granted' },
  ])
})

test('Stripe is told our order, our attempt and a sum in cents', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player, boosters)
  const intent = await till.stripe.paymentIntents.retrieve(intentId)
  expect(intent).toMatchObject({
    amount: 249,
    currency: 'usd',
    receipt_email: player.email,
    metadata: { orderId, attemptId: expect.any(String) },
    automatic_payment_methods: { enabled: true },
  })
})

test('a declined card fails nothing: the same payment takes the next card', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  await till.decide(intentId, { outcome: 'decline' })
  await till.deliver(await till.eventOf(intentId, 'payment_intent.payment_failed'))
  await hub.runDueJobs()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  expect((await till.open(player, orderId)).id).toBe(intentId)

  await till.decide(intentId)
  hub.clock.advance(1000)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
})

test('a cancelled payment is not paid, and may be tried again', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  expect(await till.cancel(player, orderId, intentId)).toEqual({ result: true, status: 'none' })
  expect(await till.cancel(player, orderId, intentId)).toEqual({ result: true, status: 'none' })
  expect((await till.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')

  const again = await till.open(player, orderId)
  expect(again.id).not.toBe(intentId)
  await till.decide(again.id)
  hub.clock.advance(1000)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
})

test('cancelling what was paid a moment ago tells that it is paid', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  await till.decide(intentId)
  expect(await till.cancel(player, orderId, intentId)).toEqual({ result: false, status: 'paid' })
  expect(await till.purchases(player)).toHaveLength(1)
})

test("another player's order does not exist", async ({ hub }) => {
  const till = cashierAt(hub)
  const [owner, stranger] = [await hub.signIn(), await hub.signIn()]
  const { orderId, intentId } = await till.opened(owner)
  const params = { id: orderId }
  const answers = [
    await hub.call('GET /payments/process/{id}', { as: stranger, params }),
    await hub.call('GET /payments/get/{id}', { as: stranger, params }),
    await hub.call('GET /payments/set-pending/{id}', { as: stranger, params }),
    await hub.call('GET /payments/stripe/create/{id}', { as: stranger, params }),
    await hub.call('POST /payments/stripe/cancellation-payment', {
      as: stranger,
      body: { paymentId: orderId, stripePaymentId: intentId },
    }),
    await hub.call('GET /payments/get-user-payment', { as: stranger, query: { paymentId: orderId } }),
    await hub.call('GET /user/get-receipt-link', { as: stranger, query: { privatePaymentId: orderId } }),
  ]
  for (const answer of answers) expect(answer.body).toMatchObject({ code: 'PAYMENT_NOT_FOUND', status: 404 })
})

test("a player cannot cancel another's payment under an order of their own", async ({ hub }) => {
  const till = cashierAt(hub)
  const [owner, stranger] = [await hub.signIn(), await hub.signIn()]
  const { intentId } = await till.opened(owner)
  const paymentId = await till.order(stranger)
  const answer = await hub.call('POST /payments/stripe/cancellation-payment', {
    as: stranger,
    body: { paymentId, stripePaymentId: intentId },
  })
  expect(answer.body).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
})

test('payments need a signed-in player', async ({ hub }) => {
  const answer = await hub.call('POST /payments/create', { body: { itemId: hints } })
  expect(answer.body).toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
})

test('the receipt email may be changed while paying, and counts', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  await hub.callOk('POST /payments/update-mail-to-receive-check', {
    as: player,
    body: { email: 'home@example.org' },
  })
  expect((await till.open(player, orderId)).id).toBe(intentId)
  await till.decide(intentId)
  hub.clock.advance(1000)
  await till.get(player, orderId)
  await hub.runDueJobs()
  expect(await till.letters('home@example.org')).toHaveLength(1)
  expect(await till.letters(player.email)).toHaveLength(0)
})
