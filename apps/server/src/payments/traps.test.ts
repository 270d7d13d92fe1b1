/** What goes wrong between a hub and a provider, with each of the three. */
import { randomUUID } from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import { test } from '../testing/hub-test.ts'
import { cashierAt, hints } from './testing/cashier.ts'
import { startCounter } from './testing/counter.ts'
import { ways } from './testing/ways.ts'

const minutes = (count: number) => count * 60_000

describe.each(ways)('$provider', (way) => {
  test('the same webhook twice makes one purchase', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    const told = await till.payTold(id)
    expect(await till.deliver(told)).toEqual([200])
    await hub.runDueJobs()
    expect(await till.deliver(told)).toEqual([200])
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })

  test('ten webhooks at once, while the browser asks too, make one purchase', async () => {
    const { player, till } = await startCounter(way, { jobs: 'running' })
    const { orderId, id } = await till.opened(player)
    const told = await till.payTold(id)
    const [statuses] = await Promise.all([
      till.deliver(told, 10),
      till.get(player, orderId),
      till.refusalOf(player, orderId),
    ])
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
    await vi.waitFor(() => till.expectPaidOnce(orderId), 20_000)
  })

  test('a forged webhook changes nothing, and does not keep the genuine one out', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.control.decide(id, { webhook: 'forge' })
    const forged = await till.take(way.paidNews)
    expect(await till.deliver(forged)).toEqual([way.forgedStatus])
    await hub.runDueJobs()
    expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
    expect(await till.purchases(player)).toEqual([])

    expect(await till.deliver(await till.payTold(id))).toEqual([200])
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })

  test('a late word that it was given up does not take a payment back', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.control.decide(id, { outcome: 'abandon', webhook: 'forge' })
    const late = await till.take(way.abandonedNews)
    await till.deliver(await till.payTold(id))
    await hub.runDueJobs()
    await till.deliver(late)
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })

  test('a webhook that never comes is made up for by reconciliation', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.pay(id)
    hub.clock.advance(minutes(5))
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })

  test('a hub that was away looks at its open payments at once', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.pay(id)
    await hub.context.payments.start()
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })

  test('a provider in trouble during a round is asked again by the next ones', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.pay(id)
    await till.control.fault(way.provider, '500', 2)
    for (let round = 0; round < 2; round += 1) {
      hub.clock.advance(minutes(5))
      await hub.runDueJobs()
    }
    await till.expectPaidOnce(orderId)
  })

  test('a webhook that comes before the answer to the create call pays the order', async () => {
    const { hub, player, till } = await startCounter(way, { patience: { writeMs: 2000 } })
    const orderId = await till.order(player)
    await till.control.fault(way.create, 'timeout-after-commit')
    const opening = till.open(player, orderId)
    const { id } = await vi.waitFor(() => till.paymentOf(orderId), 5_000)
    expect(await till.deliver(await till.payTold(id))).toEqual([200])
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
    await opening.catch(() => {})
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
    expect(await till.control.payments()).toHaveLength(1)
  })

  test('a create call that was executed and never answered is found again by reconciliation', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    // The hub died between the provider's work and its own record of the answer.
    await hub.context.db.updateTable('attempts').set({ providerId: null }).execute()
    await till.pay(id)
    hub.clock.advance(minutes(5))
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
    expect(await till.control.payments()).toHaveLength(1)
  })

  test('a provider in trouble is a refusal that may be tried again, with the cause in the log', async () => {
    const { hub, player, till } = await startCounter(way)
    const orderId = await till.order(player)
    await till.control.fault(way.create, '500', 3)
    expect(await till.refusalOf(player, orderId)).toBe(way.openRefusal)
    expect(hub.logs()).toMatch(/A provider did not open a payment/)

    const handover = await till.open(player, orderId)
    expect(hub.logs()).not.toContain(handover)
    await till.pay((await till.paymentOf(orderId)).id)
    hub.clock.advance(1000)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
  })

  test('a payment that the provider will never open is closed', async () => {
    const { hub, player, till } = await startCounter(way)
    const orderId = await till.order(player)
    const tooMuch = 10 ** 15
    await hub.context.db
      .updateTable('orders')
      .set({ priceUsdMinor: tooMuch, priceRubMinor: tooMuch })
      .execute()
    expect(await till.refusalOf(player, orderId)).toBe(way.openRefusal)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'none' })
  })

  test('a provider that does not answer leaves the order as it is', async () => {
    const { player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await till.pay(id)
    await till.control.fault(way.retrieve, 'reset', 9)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  })

  test('another sum than ours is held, however often the provider says paid', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await way.changeSum(hub.sandboxUrl, id)
    await till.deliver(await till.payTold(id))
    await hub.runDueJobs()
    hub.clock.advance(1000)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
    expect(await till.purchases(player)).toEqual([])
    expect(hub.logs().match(/does not fit its attempt/g)).toHaveLength(1)
    const { currency, amountMinor } = way.price
    expect(hub.logs()).toContain(`50 ${currency} arrived instead of ${amountMinor} ${currency}`)
    expect(await till.refusalOf(player, orderId)).toBe('PAYMENT_IN_PROGRESS')
  })

  test('a price that changes meanwhile does not change the order', async () => {
    const { hub, player, till } = await startCounter(way)
    const orderId = await till.order(player)
    const item = hub.context.catalogue.item(hints)
    if (item) item.price = { RUB: 100_00, USD: 1_00 }
    await till.open(player, orderId)
    expect(await till.paymentOf(orderId)).toMatchObject({ amountMinor: way.price.amountMinor })
  })

  test('a second charge of one order is returned at once', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    // As if the first attempt had been closed here while its form stayed open in a browser.
    await hub.context.db.updateTable('attempts').set({ state: 'cancelled' }).execute()
    await till.open(player, orderId)
    const second = await till.paymentOf(orderId)
    expect(second.id).not.toBe(id)
    await till.deliver(await till.payTold(second.id))
    await hub.runDueJobs()
    await till.deliver(await till.payTold(id), 3)
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
    const refunds = await hub.context.db
      .selectFrom('refunds')
      .innerJoin('attempts', 'attempts.id', 'refunds.attemptId')
      .select(['providerId', 'requestedBy', 'refunds.amountMinor', 'providerRefundId'])
      .execute()
    const { amountMinor } = way.price
    expect(refunds).toEqual([
      { providerId: id, requestedBy: 'hub', amountMinor, providerRefundId: expect.any(String) },
    ])
  })

  test('an attempt nobody has paid for a day is closed where it can be', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId } = await till.opened(player)
    hub.clock.advance(minutes(25 * 60))
    await hub.runDueJobs()
    expect(await till.get(player, orderId)).toMatchObject({ status: way.afterADay })
  })

  test('a payment of somebody else at the same provider is filed and left alone', async () => {
    const { hub, till } = await startCounter(way)
    const id = await way.openElsewhere(hub.sandboxUrl, null)
    expect(await till.deliver(await till.payTold(id))).toEqual([200])
    await hub.runDueJobs()
    expect(await hub.context.db.selectFrom('deliveries').select('providerId').execute()).toEqual([
      { providerId: id },
    ])
    expect(await hub.context.db.selectFrom('purchases').selectAll().execute()).toEqual([])
  })

  test('a payment of ours that we do not know yet is asked for again', async () => {
    const { hub, till } = await startCounter(way)
    const id = await way.openElsewhere(hub.sandboxUrl, randomUUID())
    expect(await till.deliver(await till.payTold(id))).toEqual([404])
  })
})

test('rounds of reconciliation go on, one at a time', async ({ hub }) => {
  for (let round = 0; round < 5; round += 1) {
    hub.clock.advance(minutes(7))
    await hub.runDueJobs()
    const rounds = hub.context.db.selectFrom('jobs').select('runAt').where('kind', '=', 'payments.reconcile')
    expect(await rounds.execute()).toHaveLength(1)
  }
})

test('an order said to be pending, for which no provider was asked, is let go', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const orderId = await till.order(player)
  const { data } = await hub.callOk('GET /payments/set-pending/{id}', { as: player, params: { id: orderId } })
  expect(data).toMatchObject({ result: true, payload: { paymentId: orderId, currency: null } })
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  hub.clock.advance(minutes(40))
  await hub.runDueJobs()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'none' })
})

const succeeded = 'payment_intent.succeeded'

test('a webhook of Stripe that is signed but lies is checked at Stripe, and changes nothing', async ({
  hub,
}) => {
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId, intentId } = await till.opened(player)
  const intent = await till.stripe.paymentIntents.retrieve(intentId)
  const object = { ...intent, status: 'succeeded', amount_received: 99 }
  expect(await till.deliver({ id: 'evt_lie', object: 'event', type: succeeded, data: { object } })).toEqual([
    200,
  ])
  await hub.runDueJobs()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test('webhooks of Stripe out of order do not take a payment back', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  await till.decide(intentId, { outcome: 'decline' })
  await till.decide(intentId)
  await till.deliver(await till.eventOf(intentId, succeeded))
  await hub.runDueJobs()
  await till.deliver(await till.eventOf(intentId, 'payment_intent.payment_failed'))
  await till.deliver(await till.eventOf(intentId, 'payment_intent.created'))
  const { data } = await till.eventOf(intentId, succeeded)
  await till.deliver({ id: 'evt_late_cancel', object: 'event', type: 'payment_intent.canceled', data })
  await hub.runDueJobs()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
  expect(await till.purchases(player)).toHaveLength(1)
})

test('Stripe in trouble does not cancel a payment, and the player may try again', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  await till.onSandbox('/control/faults', { target: 'stripe:payment_intents', kind: 'reset', times: 9 })
  const cancelled = await hub.call('POST /payments/stripe/cancellation-payment', {
    as: player,
    body: { paymentId: orderId, stripePaymentId: intentId },
  })
  expect(cancelled.body).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', status: 502 })
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
})
