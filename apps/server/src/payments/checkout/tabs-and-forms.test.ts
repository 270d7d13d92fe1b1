/** Concurrent tabs and expired forms, at each of the three providers. */
import { describe, expect } from 'vitest'
import { type ProviderCase, providerCases } from '../../../test/support/payments/provider-cases.ts'
import { providerTest, startProviderCheckout } from '../../../test/support/payments/provider-checkout.ts'
import { sandboxControl } from '../../../test/support/payments/sandbox-control.ts'
import { stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

const tabs = Array.from({ length: 20 })

describe.each(providerCases)('$provider', (providerCase) => {
  const test = providerTest(providerCase)

  test('twenty tabs that open one order concurrently share one payment and one purchase', async ({
    hub,
    player,
    checkout,
  }) => {
    const orderId = await checkout.order(player)
    const clientTokens = await Promise.all(tabs.map(() => checkout.open(player, orderId)))
    expect(new Set(clientTokens).size).toBe(1)
    expect(await checkout.control.payments()).toHaveLength(1)
    const { id } = await checkout.getPayment(orderId)
    await checkout.deliver(await checkout.payAndCapture(id))
    await hub.runDueJobs()
    const refusals = await Promise.all(tabs.map(() => checkout.findRefusal(player, orderId)))
    expect(new Set(refusals)).toEqual(new Set(['PAYMENT_ALREADY_PAID']))
    await checkout.expectPaidOnce(orderId)
    expect(await checkout.control.payments()).toHaveLength(1)
  })

  test('a payment that one tab cancels and another pays is charged once or not at all', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    await hub.callOk('POST /payments/cancel', { as: player, body: { paymentId: orderId } })
    const isPaid = await checkout.pay(id).then(
      () => true,
      () => false,
    )
    await hub.passTime(5 * 60_000)
    if (isPaid) return checkout.expectPaidOnce(orderId)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
    expect(await checkout.purchases(player)).toEqual([])
  })

  test('a payment completed in a banking app after its form was closed pays the order', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    await hub.passTime(50 * 60_000)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    await checkout.deliver(await checkout.payAndCapture(id))
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
  })

  test('an event that arrives after the browser has finished the payment changes nothing', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    const event = await checkout.payAndCapture(id)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    await hub.runDueJobs()
    expect(await checkout.deliver(event, 3)).toEqual([200, 200, 200])
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
  })

  test('an expired form is replaced, and only the replacement can be paid', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    const first = await checkout.open(player, orderId)
    await checkout.control.decide(id, { outcome: 'abandon' })
    expect(await checkout.open(player, orderId)).not.toBe(first)
    await expect(checkout.pay(id)).rejects.toThrow(/409/)
    const second = await checkout.getPayment(orderId)
    expect(second.id).not.toBe(id)
    await checkout.deliver(await checkout.payAndCapture(second.id))
    await hub.runDueJobs()
    await checkout.expectPaidOnce(orderId)
  })

  test('a payment that the provider does not find leaves the order as it is', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, id } = await checkout.orderAndOpen(player)
    const { db } = hub.context
    await db
      .updateTable('attempts')
      .set({ providerPaymentId: `${id.slice(0, -1)}?` })
      .execute()
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    await hub.passTime(5 * 60_000)
    expect(hub.logs()).toMatch(/Payment status not available from the provider/)
    expect(
      await db.selectFrom('jobs').select('lastError').where('lastError', 'is not', null).execute(),
    ).toEqual([])

    await db.updateTable('attempts').set({ providerPaymentId: id }).execute()
    await checkout.pay(id)
    await hub.passTime(5 * 60_000)
    await checkout.expectPaidOnce(orderId)
  })
})

const mismatches = [
  { provider: 'yookassa', rig: { shop: 'other' }, reason: "it is another shop's" },
  { provider: 'yookassa', rig: { mode: 'live' }, reason: 'it is live money' },
  { provider: 'yookassa', rig: { currency: 'USD' }, reason: '$99 arrived instead of ₽99' },
  { provider: 'yandex-pay', rig: { shop: 'other' }, reason: "it is another shop's" },
]

test.each(mismatches)(
  'a payment at $provider is flagged for review when $reason',
  async ({ provider, rig, reason }) => {
    const { hub, player, checkout } = await startProviderCheckout(
      providerCases.find(({ provider: name }) => name === provider) as ProviderCase,
    )
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.control.rig(id, rig)
    await checkout.pay(id)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    await hub.passTime(5 * 60_000)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    expect(await checkout.purchases(player)).toEqual([])
    expect(hub.logs()).toContain(reason)
  },
)

test('twenty tabs that open three providers concurrently lead to one open payment and one purchase', async ({
  hub,
  checkout,
}) => {
  const control = sandboxControl(hub.sandboxUrl)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  await Promise.all(
    tabs.map((_, place) => providerCases[place % providerCases.length]?.open(hub, player, orderId)),
  )
  const open = await hub.context.db.selectFrom('attempts').selectAll().where('state', '=', 'open').execute()
  expect(open.length).toBeLessThanOrEqual(1)
  await checkout.open(player, orderId)

  // Pay every form a tab may still show, where its provider allows it.
  for (const { id } of await control.payments()) await control.decide(id).catch(() => {})
  for (let round = 0; round < 4; round += 1) {
    await hub.passTime(5 * 60_000)
  }
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
  expect(await checkout.purchases(player)).toHaveLength(1)
  const kept = await hub.context.db
    .selectFrom('attempts')
    .select('id')
    .where('state', '=', 'succeeded')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refunds').select('id').whereRef('attemptId', '=', 'attempts.id'))),
    )
    .execute()
  expect(kept).toHaveLength(1)
})

test('slow providers delay a request no longer than their timeouts', async () => {
  const hub = await startTestHub({ timeouts: { readTimeoutMs: 300 } })
  const checkout = stripeCheckout(hub)
  const { fault } = sandboxControl(hub.sandboxUrl)
  const player = await hub.logIn()
  const requested = await Promise.all(
    providerCases.map(async (providerCase) => {
      const orderId = await checkout.order(player)
      await providerCase.open(hub, player, orderId)
      await fault(providerCase.fetchCall, 'timeout', 9)
      return checkout.get(player, orderId)
    }),
  )
  expect(requested.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
}, 20_000)
