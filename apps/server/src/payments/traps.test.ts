import { expect, test, vi } from 'vitest'
import { startTestHub, type TestHub } from '../testing/test-hub.ts'
import { cashierAt } from './testing/cashier.ts'

const succeeded = 'payment_intent.succeeded'

/** What must be true of a paid order after any of these traps. */
async function expectPaidOnce(hub: TestHub, orderId: string): Promise<void> {
  const { db } = hub.context
  const of = { where: orderId }
  const orders = await db.selectFrom('orders').selectAll().where('id', '=', of.where).execute()
  expect(orders).toMatchObject([{ status: 'paid', provider: 'stripe', currency: 'USD', amountMinor: 99 }])
  expect(await db.selectFrom('purchases').select('state').where('orderId', '=', of.where).execute()).toEqual([
    { state: 'granted' },
  ])
  const notices = await db
    .selectFrom('notices')
    .select(['id', 'state'])
    .where('orderId', '=', of.where)
    .execute()
  expect(notices).toEqual([{ id: expect.any(String), state: 'delivered' }])
  expect(await cashierAt(hub).notices()).toMatchObject([{ id: notices[0]?.id, verified: true }])
  expect(await db.selectFrom('receipts').select('id').where('orderId', '=', of.where).execute()).toHaveLength(
    1,
  )
  expect(await db.selectFrom('jobs').selectAll().where('state', '=', 'dead').execute()).toEqual([])
}

test('the same webhook twice makes one purchase', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(await hub.signIn())
  await till.decide(intentId)
  const event = await till.eventOf(intentId, succeeded)
  expect(await till.deliver(event)).toEqual([200])
  await hub.settle()
  expect(await till.deliver(event)).toEqual([200])
  await hub.settle()
  await expectPaidOnce(hub, orderId)
})

test('ten webhooks at once, while the browser asks too, make one purchase', async () => {
  const hub = await startTestHub({ jobs: 'running' })
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  await till.decide(intentId)
  const event = await till.eventOf(intentId, succeeded)
  const events = [event, { ...event, id: 'evt_another_of_the_same_change' }]
  const [first, second] = await Promise.all([
    ...events.map((one) => till.deliver(one, { times: 5 })),
    till.get(player, orderId),
    till.open(player, orderId).catch(() => {}),
  ])
  expect([first, second].flat()).toEqual(Array.from({ length: 10 }, () => 200))
  await vi.waitFor(() => expectPaidOnce(hub, orderId), 20_000)
})

test('a forged webhook is refused and changes nothing', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  const intent = await till.stripe.paymentIntents.retrieve(intentId)
  const event = {
    id: 'evt_forged',
    object: 'event',
    type: succeeded,
    data: { object: { ...intent, status: 'succeeded', amount_received: 99 } },
  }
  expect(await till.deliver(event, { secret: 'whsec_somebody_else' })).toEqual([400])
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600
  expect(await till.deliver(event, { signedAt: anHourAgo })).toEqual([400])
  await hub.settle()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  expect(await till.purchases(player)).toEqual([])
})

test('a webhook that is signed but lies is checked at Stripe, and changes nothing', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  const intent = await till.stripe.paymentIntents.retrieve(intentId)
  const object = { ...intent, status: 'succeeded', amount_received: 99 }
  expect(await till.deliver({ id: 'evt_lie', object: 'event', type: succeeded, data: { object } })).toEqual([
    200,
  ])
  await hub.settle()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test('webhooks out of order do not take a payment back', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(await hub.signIn())
  await till.decide(intentId, { outcome: 'decline' })
  await till.decide(intentId)
  await till.deliver(await till.eventOf(intentId, succeeded))
  await hub.settle()
  await till.deliver(await till.eventOf(intentId, 'payment_intent.payment_failed'))
  await till.deliver(await till.eventOf(intentId, 'payment_intent.created'))
  const { data } = await till.eventOf(intentId, succeeded)
  await till.deliver({ id: 'evt_late_cancel', object: 'event', type: 'payment_intent.canceled', data })
  await hub.settle()
  await expectPaidOnce(hub, orderId)
})

test('a webhook that never comes is made up for by reconciliation', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(await hub.signIn())
  await till.decide(intentId)
  hub.clock.advance(5 * 60_000)
  await hub.settle()
  await expectPaidOnce(hub, orderId)
})

test('a hub that was away looks at its open payments at once', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(await hub.signIn())
  await till.decide(intentId)
  await hub.context.payments.start()
  await hub.settle()
  await expectPaidOnce(hub, orderId)
})

test('Stripe in trouble during a round is asked again by the next ones', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(await hub.signIn())
  await till.decide(intentId)
  await till.onSandbox('/control/faults', { target: 'stripe', kind: '500', times: 2 })
  for (let round = 0; round < 2; round += 1) {
    hub.clock.advance(5 * 60_000)
    await hub.settle()
  }
  await expectPaidOnce(hub, orderId)
})

test('rounds of reconciliation go on, one at a time', async () => {
  const hub = await startTestHub()
  for (let round = 0; round < 5; round += 1) {
    hub.clock.advance(7 * 60_000)
    await hub.settle()
    const rounds = hub.context.db.selectFrom('jobs').select('runAt').where('kind', '=', 'payments.reconcile')
    expect(await rounds.execute()).toHaveLength(1)
  }
})

test('a webhook that comes before the answer to the create call pays the order', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  await till.onSandbox('/control/faults', {
    target: 'stripe:payment_intents.create',
    kind: 'timeout-after-commit',
  })
  const opening = till.open(player, orderId)
  await vi.waitFor(() => till.decide(orderId), 5_000)
  const { id } = (await till.stripe.paymentIntents.list({ limit: 1 })).data[0] as { id: string }
  expect(await till.deliver(await till.eventOf(id, succeeded))).toEqual([200])
  await hub.settle()
  await expectPaidOnce(hub, orderId)
  expect((await opening).id).toBe(id)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
})

test('a create call that was executed and never answered is found again by reconciliation', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  // The hub died between Stripe's work and its own record of the answer.
  await hub.context.db.updateTable('attempts').set({ providerId: null }).execute()
  await till.decide(intentId)
  hub.clock.advance(5 * 60_000)
  await hub.settle()
  await expectPaidOnce(hub, orderId)
  expect(await till.onSandbox('/control/payments')).toHaveLength(1)
})

test('Stripe in trouble is a refusal that may be tried again, with the cause in the log', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  await till.onSandbox('/control/faults', { target: 'stripe:payment_intents.create', kind: '500', times: 3 })
  const answer = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id: orderId } })
  expect(answer.body).toMatchObject({ code: 'CREATE_PAYMENT_STRIPE_ERROR', status: 502 })
  expect(hub.logged()).toMatch(/A provider did not open a payment/)
  expect(hub.logged()).not.toMatch(/_secret_/)

  const { id } = await till.open(player, orderId)
  await till.decide(id)
  hub.clock.advance(1000)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
})

test('a payment that Stripe will never open is closed', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  const tooMuch = 10 ** 10
  await hub.context.db.updateTable('orders').set({ priceUsdMinor: tooMuch }).execute()
  const answer = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id: orderId } })
  expect(answer.body).toMatchObject({ code: 'CREATE_PAYMENT_STRIPE_ERROR' })
  expect(await till.get(player, orderId)).toMatchObject({ status: 'none' })
})

test('a provider that does not answer leaves the order as it is', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  await till.decide(intentId)
  await till.onSandbox('/control/faults', {
    target: 'stripe:payment_intents.retrieve',
    kind: 'reset',
    times: 9,
  })
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  const cancelled = await hub.call('POST /payments/stripe/cancellation-payment', {
    as: player,
    body: { paymentId: orderId, stripePaymentId: intentId },
  })
  expect(cancelled.body).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', status: 502 })
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test('another sum than ours is held, however often Stripe says paid', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  await till.stripe.paymentIntents.update(intentId, { amount: 50 })
  await till.decide(intentId)
  await till.deliver(await till.eventOf(intentId, succeeded))
  await hub.settle()
  hub.clock.advance(1000)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  expect(await till.purchases(player)).toEqual([])
  expect(hub.logged().match(/does not fit its attempt/g)).toHaveLength(1)
  expect(hub.logged()).toMatch(/50 USD arrived instead of 99 USD/)
  const again = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id: orderId } })
  expect(again.body).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
})

test('a price that changes meanwhile does not change the order', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  const item = hub.context.catalogue.item('islandm3-hints')
  if (item) item.price = { RUB: 100_00, USD: 1_00 }
  const { id } = await till.open(player, orderId)
  expect((await till.stripe.paymentIntents.retrieve(id)).amount).toBe(99)
})

test('a second charge of one order is returned at once', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  // As if the first attempt had been closed here while its form stayed open in a browser.
  await hub.context.db.updateTable('attempts').set({ state: 'cancelled' }).execute()
  const second = await till.open(player, orderId)
  await till.decide(second.id)
  await till.deliver(await till.eventOf(second.id, succeeded))
  await hub.settle()
  await till.decide(intentId)
  await till.deliver(await till.eventOf(intentId, succeeded), { times: 3 })
  await hub.settle()
  await expectPaidOnce(hub, orderId)
  const refunds = await till.stripe.refunds.list({ limit: 10 })
  expect(refunds.data).toMatchObject([{ payment_intent: intentId, amount: 99 }])
})

test('an attempt nobody has paid for a day is closed at Stripe', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  hub.clock.advance(25 * 3_600_000)
  await hub.settle()
  expect((await till.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  expect(await till.get(player, orderId)).toMatchObject({ status: 'none' })
})

test('an order said to be pending, for which no provider was asked, is let go', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  const { data } = await hub.ask('GET /payments/set-pending/{id}', { as: player, params: { id: orderId } })
  expect(data).toMatchObject({ result: true, payload: { paymentId: orderId, currency: null } })
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  hub.clock.advance(40 * 60_000)
  await hub.settle()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'none' })
})

test('a payment of somebody else at the same Stripe account is filed and left alone', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const { id } = await till.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  await till.decide(id)
  expect(await till.deliver(await till.eventOf(id, succeeded))).toEqual([200])
  await hub.settle()
  expect(await hub.context.db.selectFrom('purchases').selectAll().execute()).toEqual([])
})

test('a payment of ours that we do not know yet is asked for again', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const metadata = { orderId: 'order-of-a-backup', attemptId: 'attempt-of-a-backup' }
  const { id } = await till.stripe.paymentIntents.create({ amount: 500, currency: 'usd', metadata })
  await till.decide(id)
  expect(await till.deliver(await till.eventOf(id, succeeded))).toEqual([404])
})
