/** What goes wrong between a player, their tabs and a provider's form, with each of the three. */
import { describe, expect } from 'vitest'
import { test } from '../testing/hub-test.ts'
import { startTestHub } from '../testing/test-hub.ts'
import { cashierAt } from './testing/cashier.ts'
import { startCounter } from './testing/counter.ts'
import { sandboxControl } from './testing/sandbox-control.ts'
import { type Way, ways } from './testing/ways.ts'

const tabs = Array.from({ length: 20 })

describe.each(ways)('$provider', (way) => {
  test('twenty tabs that open one order at once share one payment, and one purchase comes of it', async () => {
    const { hub, player, till } = await startCounter(way)
    const orderId = await till.order(player)
    const handovers = await Promise.all(tabs.map(() => till.open(player, orderId)))
    expect(new Set(handovers).size).toBe(1)
    expect(await till.control.payments()).toHaveLength(1)
    const { id } = await till.paymentOf(orderId)
    await till.deliver(await till.payTold(id))
    await hub.runDueJobs()
    const refusals = await Promise.all(tabs.map(() => till.refusalOf(player, orderId)))
    expect(new Set(refusals)).toEqual(new Set(['PAYMENT_ALREADY_PAID']))
    await till.expectPaidOnce(orderId)
    expect(await till.control.payments()).toHaveLength(1)
  })

  test('a tab that pays what another tab has given up pays once or not at all', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    await hub.callOk('POST /payments/cancel', { as: player, body: { paymentId: orderId } })
    const isPaid = await till.pay(id).then(
      () => true,
      () => false,
    )
    hub.clock.advance(5 * 60_000)
    await hub.runDueJobs()
    if (isPaid) return till.expectPaidOnce(orderId)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'none' })
    expect(await till.purchases(player)).toEqual([])
  })

  test('a form that was closed and is paid in an app of a bank pays the order, whoever is still there', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
    hub.clock.advance(50 * 60_000)
    await hub.runDueJobs()
    expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
    await till.deliver(await till.payTold(id))
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })

  test('a webhook that comes after the browser has returned changes nothing more', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    const told = await till.payTold(id)
    expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
    await hub.runDueJobs()
    expect(await till.deliver(told, 3)).toEqual([200, 200, 200])
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })

  test('a form whose time is up is opened anew, and only the new one can be paid', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    const first = await till.open(player, orderId)
    await till.control.decide(id, { outcome: 'abandon' })
    expect(await till.open(player, orderId)).not.toBe(first)
    await expect(till.pay(id)).rejects.toThrow(/409/)
    const second = await till.paymentOf(orderId)
    expect(second.id).not.toBe(id)
    await till.deliver(await till.payTold(second.id))
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })

  test('a provider that knows nothing of a payment leaves the order as it is', async () => {
    const { hub, player, till } = await startCounter(way)
    const { orderId, id } = await till.opened(player)
    const { db } = hub.context
    await db
      .updateTable('attempts')
      .set({ providerId: `${id.slice(0, -1)}?` })
      .execute()
    expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
    hub.clock.advance(5 * 60_000)
    await hub.runDueJobs()
    expect(hub.logs()).toMatch(/A provider did not tell how a payment stands/)
    expect(
      await db.selectFrom('jobs').select('lastError').where('lastError', 'is not', null).execute(),
    ).toEqual([])

    await db.updateTable('attempts').set({ providerId: id }).execute()
    await till.pay(id)
    hub.clock.advance(5 * 60_000)
    await hub.runDueJobs()
    await till.expectPaidOnce(orderId)
  })
})

const lies = [
  { provider: 'yookassa', rig: { shop: 'other' }, reason: "it is another shop's" },
  { provider: 'yookassa', rig: { mode: 'live' }, reason: 'it is live money' },
  { provider: 'yookassa', rig: { currency: 'USD' }, reason: '9900 USD arrived instead of 9900 RUB' },
  { provider: 'yandex-pay', rig: { shop: 'other' }, reason: "it is another shop's" },
]

test.each(lies)('money that $provider tells of is held when $reason', async ({ provider, rig, reason }) => {
  const { hub, player, till } = await startCounter(ways.find((way) => way.provider === provider) as Way)
  const { orderId, id } = await till.opened(player)
  await till.control.rig(id, rig)
  await till.pay(id)
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  hub.clock.advance(5 * 60_000)
  await hub.runDueJobs()
  expect(await till.get(player, orderId)).toMatchObject({ status: 'pending' })
  expect(await till.purchases(player)).toEqual([])
  expect(hub.logs()).toContain(reason)
})

test('twenty tabs that choose between three providers leave one payment open, and one purchase comes of it', async ({
  hub,
}) => {
  const till = cashierAt(hub)
  const control = sandboxControl(hub.sandboxUrl)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  await Promise.all(tabs.map((_, place) => ways[place % ways.length]?.open(hub, player, orderId)))
  const open = await hub.context.db.selectFrom('attempts').selectAll().where('state', '=', 'open').execute()
  expect(open.length).toBeLessThanOrEqual(1)
  await till.open(player, orderId)

  // Every form that some tab still has is paid, where its provider lets it.
  for (const { id } of await control.payments()) await control.decide(id).catch(() => {})
  for (let round = 0; round < 4; round += 1) {
    hub.clock.advance(5 * 60_000)
    await hub.runDueJobs()
  }
  expect(await till.get(player, orderId)).toMatchObject({ status: 'paid' })
  expect(await till.purchases(player)).toHaveLength(1)
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

test('providers that are slow keep nobody waiting for more than their time limits', async () => {
  const hub = await startTestHub({ patience: { readMs: 300 } })
  const till = cashierAt(hub)
  const { fault } = sandboxControl(hub.sandboxUrl)
  const player = await hub.signIn()
  const asked = await Promise.all(
    ways.map(async (way) => {
      const orderId = await till.order(player)
      await way.open(hub, player, orderId)
      await fault(way.retrieve, 'timeout', 9)
      return till.get(player, orderId)
    }),
  )
  expect(asked.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
}, 20_000)
