/** Failures between the hub and each of the three providers. */

import { randomUUID } from 'node:crypto'
import { formatMoney } from '@playhub/contract'
import { describe, expect, vi } from 'vitest'
import { providerCases } from '../../../test/support/payments/provider-cases.ts'
import { providerTest, startProviderCheckout } from '../../../test/support/payments/provider-checkout.ts'
import { hints, test } from '../../../test/support/payments/stripe-checkout.ts'

const minutes = (count: number) => count * 60_000

describe.each(providerCases)('$provider', (providerCase) => {
  const test = providerTest(providerCase)

  test('receiving the same event twice creates one purchase', async ({ hub, player, checkout }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    const event = await checkout.payAndCapture(id)
    expect(await checkout.deliver(event)).toEqual([200])
    await hub.runDueJobs()
    expect(await checkout.deliver(event)).toEqual([200])
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
  })

  test('ten concurrent events and a status request create one purchase', async () => {
    const { player, checkout } = await startProviderCheckout(providerCase, { jobs: 'running' })
    const { orderId, id } = await checkout.orderAndOpen(player)
    const event = await checkout.payAndCapture(id)
    const [statuses] = await Promise.all([
      checkout.deliver(event, 10),
      checkout.get(player, orderId),
      checkout.findRefusal(player, orderId),
    ])
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 200))
    await vi.waitFor(() => checkout.expectPaidOnce(orderId), 20_000)
  })

  test('a forged event changes nothing and does not block the genuine one', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.control.decide(id, { webhook: 'forge' })
    const forged = await checkout.take(providerCase.paidEvent)
    expect(await checkout.deliver(forged)).toEqual([providerCase.forgedStatus])
    await hub.runDueJobs()
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    expect(await checkout.purchases(player)).toEqual([])

    expect(await checkout.deliver(await checkout.payAndCapture(id))).toEqual([200])
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
  })

  test('a late event of an expired payment does not undo a paid order', async ({ hub, player, checkout }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.control.decide(id, { outcome: 'abandon', webhook: 'forge' })
    const late = await checkout.take(providerCase.abandonedEvent)
    await checkout.deliver(await checkout.payAndCapture(id))
    await hub.runDueJobs()
    await checkout.deliver(late)
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
  })

  test('a hub that was down checks its open payments at startup', async ({ hub, player, checkout }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.pay(id)
    await hub.context.payments.start()
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
  })

  test('a provider that fails during a round is checked again by the next ones', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.pay(id)
    await checkout.control.fault(providerCase.provider, '500', 2)
    for (let round = 0; round < 2; round += 1) {
      await hub.passTime(minutes(5))
    }
    await checkout.expectPaidOnce(orderId)
  })

  test('an event that arrives before the response to the create call pays the order', async () => {
    const { hub, player, checkout } = await startProviderCheckout(providerCase, {
      timeouts: { writeTimeoutMs: 2000 },
    })
    const orderId = await checkout.order(player)
    await checkout.control.fault(providerCase.createCall, 'timeout-after-commit')
    const opening = checkout.open(player, orderId)
    const { id } = await vi.waitFor(() => checkout.getPayment(orderId), 5_000)
    expect(await checkout.deliver(await checkout.payAndCapture(id))).toEqual([200])
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
    await opening.catch(() => {})
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    expect(await checkout.control.payments()).toHaveLength(1)
  })

  test('reconciliation recovers a payment whose create response was lost', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    // The hub crashed between the provider's response and its own commit.
    await hub.context.db.updateTable('attempts').set({ providerPaymentId: null }).execute()
    await checkout.pay(id)
    await hub.passTime(minutes(5))
    await checkout.expectPaidOnce(orderId)
    expect(await checkout.control.payments()).toHaveLength(1)
  })

  test('an error at the provider is a refusal that can be retried, with its cause in the log', async ({
    hub,
    player,
    checkout,
  }) => {
    const orderId = await checkout.order(player)
    await checkout.control.fault(providerCase.createCall, '500', 3)
    expect(await checkout.findRefusal(player, orderId)).toBe(providerCase.openRefusal)
    expect(hub.logs()).toMatch(/Payment not opened by the provider/)

    const clientToken = await checkout.open(player, orderId)
    expect(hub.logs()).not.toContain(clientToken)
    await checkout.pay((await checkout.getPayment(orderId)).id)
    hub.clock.advance(1000)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
  })

  test('an attempt that the provider refuses to open is closed', async ({ hub, player, checkout }) => {
    const orderId = await checkout.order(player)
    const tooMuch = 10 ** 15
    await hub.context.db
      .updateTable('orders')
      .set({ priceUsdMinor: tooMuch, priceRubMinor: tooMuch })
      .execute()
    expect(await checkout.findRefusal(player, orderId)).toBe(providerCase.openRefusal)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
  })

  test('a provider that does not respond leaves the order as it is', async ({ player, checkout }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.pay(id)
    await checkout.control.fault(providerCase.fetchCall, 'reset', 9)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
  })

  test('a payment of another amount is flagged for review once and grants nothing', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await providerCase.changeAmount(hub.sandboxUrl, id)
    await checkout.deliver(await checkout.payAndCapture(id))
    await hub.runDueJobs()
    hub.clock.advance(1000)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    expect(await checkout.purchases(player)).toEqual([])
    expect(hub.logs().match(/does not match its attempt/g)).toHaveLength(1)
    const { price } = providerCase
    const arrived = formatMoney({ ...price, amountMinor: 50 }, 'en')
    expect(hub.logs()).toContain(`${arrived} arrived instead of ${formatMoney(price, 'en')}`)
    expect(await checkout.findRefusal(player, orderId)).toBe('PAYMENT_IN_PROGRESS')
  })

  test('a later price change does not change the order', async ({ hub, player, checkout }) => {
    const orderId = await checkout.order(player)
    const item = hub.context.catalogue.item(hints)
    if (item) item.price = { RUB: 100_00, USD: 1_00 }
    await checkout.open(player, orderId)
    expect(await checkout.getPayment(orderId)).toMatchObject({ amountMinor: providerCase.price.amountMinor })
  })

  test('a second charge of one order is refunded at once', async ({ hub, player, checkout }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    // The first attempt is closed here while its form stays open in a browser.
    await hub.context.db.updateTable('attempts').set({ state: 'cancelled' }).execute()
    await checkout.open(player, orderId)
    const second = await checkout.getPayment(orderId)
    expect(second.id).not.toBe(id)
    await checkout.deliver(await checkout.payAndCapture(second.id))
    await hub.runDueJobs()
    await checkout.deliver(await checkout.payAndCapture(id), 3)
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
    const refunds = await hub.context.db
      .selectFrom('refunds')
      .innerJoin('attempts', 'attempts.id', 'refunds.attemptId')
      .select(['providerPaymentId', 'requestedBy', 'refunds.amountMinor', 'providerRefundId'])
      .execute()
    const { amountMinor } = providerCase.price
    expect(refunds).toEqual([
      { providerPaymentId: id, requestedBy: 'hub', amountMinor, providerRefundId: expect.any(String) },
    ])
  })

  test('an attempt that is unpaid for a day is cancelled where that is possible', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId } = await checkout.orderAndOpen(player)
    await hub.passTime(minutes(25 * 60))
    expect(await checkout.get(player, orderId)).toMatchObject({ status: providerCase.afterADay })
  })

  test('an event of a payment that is not ours is filed and not processed', async ({ hub, checkout }) => {
    const id = await providerCase.openElsewhere(hub.sandboxUrl, null)
    expect(await checkout.deliver(await checkout.payAndCapture(id))).toEqual([200])
    await hub.runDueJobs()
    expect(await hub.context.db.selectFrom('providerEvents').select('providerPaymentId').execute()).toEqual([
      { providerPaymentId: id },
    ])
    expect(await hub.context.db.selectFrom('purchases').selectAll().execute()).toEqual([])
  })

  test('an event of an unknown attempt is refused so that it is sent again', async ({ hub, checkout }) => {
    const id = await providerCase.openElsewhere(hub.sandboxUrl, randomUUID())
    expect(await checkout.deliver(await checkout.payAndCapture(id))).toEqual([404])
  })
})

test('one reconciliation round is scheduled at a time', async ({ hub }) => {
  for (let round = 0; round < 5; round += 1) {
    await hub.passTime(minutes(7))
    const runs = hub.context.db.selectFrom('jobs').select('runAt').where('kind', '=', 'payments.reconcile')
    expect(await runs.execute()).toHaveLength(1)
  }
})

test('a pending order without an attempt is reset', async ({ hub, player, checkout }) => {
  const orderId = await checkout.order(player)
  const { data } = await hub.callOk('GET /payments/set-pending/{id}', { as: player, params: { id: orderId } })
  expect(data).toMatchObject({ result: true, payload: { paymentId: orderId, currency: null } })
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
  await hub.passTime(minutes(40))
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
})

const succeeded = 'payment_intent.succeeded'

test("a signed event that contradicts Stripe's API changes nothing", async ({ hub, checkout }) => {
  const player = await hub.logIn()
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  const intent = await checkout.stripe.paymentIntents.retrieve(intentId)
  const object = { ...intent, status: 'succeeded', amount_received: 99 }
  expect(
    await checkout.deliver({ id: 'evt_lie', object: 'event', type: succeeded, data: { object } }),
  ).toEqual([200])
  await hub.runDueJobs()
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
})

test('events of Stripe out of order do not undo a paid order', async ({ hub, player, checkout }) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await checkout.decide(intentId, { outcome: 'decline' })
  await checkout.decide(intentId)
  await checkout.deliver(await checkout.fetchEvent(intentId, succeeded))
  await hub.runDueJobs()
  await checkout.deliver(await checkout.fetchEvent(intentId, 'payment_intent.payment_failed'))
  await checkout.deliver(await checkout.fetchEvent(intentId, 'payment_intent.created'))
  const { data } = await checkout.fetchEvent(intentId, succeeded)
  await checkout.deliver({ id: 'evt_late_cancel', object: 'event', type: 'payment_intent.canceled', data })
  await hub.runDueJobs()
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
  expect(await checkout.purchases(player)).toHaveLength(1)
})

test('an error at Stripe leaves a payment uncancelled, and the player can retry', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await checkout.control.fault('stripe:payment_intents', 'reset', 9)
  const cancelled = await hub.call('POST /payments/stripe/cancellation-payment', {
    as: player,
    body: { paymentId: orderId, stripePaymentId: intentId },
  })
  expect(cancelled.body).toMatchObject({ code: 'PROVIDER_UNAVAILABLE', status: 502 })
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
})
