/** Decided orders are not sold again. Decisions are made by command, as in the console. */
import { expect, vi } from 'vitest'
import { startHubOnHeldSandbox } from '../../../test/support/payments/held-sandbox.ts'
import { providerCases, stripeCase, yandexPayCase } from '../../../test/support/payments/provider-cases.ts'
import { sandboxControl } from '../../../test/support/payments/sandbox-control.ts'
import { hints, stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { type Player, startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const aurora = 'neuroarena-aurora'

async function decide(hub: TestHub, decision: 'grant' | 'revoke', orderId: string): Promise<void> {
  const why = ['--by', 'olga', '--reason', 'Goodwill']
  const { code, printed } = await runOnHub(hub, ['orders', decision, orderId, ...why])
  expect(code, printed).toBe(0)
}

/** Reconciliation, and refunds at the provider, some of which take two seconds there. */
async function finishPayments(hub: TestHub): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await hub.passTime(5 * MINUTE_MS)
  }
  await vi.waitFor(async () => {
    await hub.passTime(5 * MINUTE_MS)
    expect((await listRefunds(hub)).filter(({ state }) => state === 'pending')).toEqual([])
  }, 20_000)
}

const readOrder = ({ context: { db } }: TestHub, id: string) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const listPurchases = ({ context: { db } }: TestHub, orderId: string) =>
  db.selectFrom('purchases').select(['state']).where('orderId', '=', orderId).execute()

/** In the zone of the hub. */
const formatHour = ({ clock, context }: TestHub) =>
  new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    timeZone: context.catalogue.content().hub.timeZone,
  }).format(clock.now())

/** The hub's refunds by order. */
const listRefunds = ({ context: { db } }: TestHub) =>
  db.selectFrom('refunds').select(['orderId', 'state', 'requestedBy']).execute()

const screen = (hub: TestHub, as: Player, id: string) =>
  hub.callOk('GET /payments/process/{id}', { as, params: { id } })

const consumeAll = async (hub: TestHub, as: Player) => {
  const { data } = await hub.callOk('GET /purchases', { as, query: {} })
  for (const { id } of data.result) await hub.callOk('POST /purchases/{id}/consume', { as, params: { id } })
}

test('a gift that is used is bought again by another order, which gives the item again', async ({
  hub,
  player,
  checkout,
}) => {
  const gift = await checkout.order(player)
  await decide(hub, 'grant', gift)
  await consumeAll(hub, player)
  const { orderId } = await checkout.buy(player)
  expect(orderId).not.toBe(gift)
  expect(await checkout.purchases(player)).toMatchObject([{ paymentId: orderId, itemId: hints }])
  expect(await listRefunds(hub)).toEqual([])
})

test('an item that was given and taken back is bought by another order', async ({
  hub,
  player,
  checkout,
}) => {
  const gift = await checkout.order(player)
  await decide(hub, 'grant', gift)
  hub.clock.advance(60 * MINUTE_MS)
  await decide(hub, 'revoke', gift)
  await hub.runDueJobs()
  expect((await runOnHub(hub, ['orders', 'explain', gift])).printed).toContain(
    `An operator took the item back at ${formatHour(hub)}. Nothing is left to pay.`,
  )
  const { orderId } = await checkout.buy(player)
  expect(orderId).not.toBe(gift)
  expect(await checkout.purchases(player)).toMatchObject([{ paymentId: orderId }])
})

test.each(providerCases)('nothing opens a given order at $provider, and its screen says why', async (at) => {
  const hub = await startTestHub()
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  await decide(hub, 'grant', orderId)
  expect(await at.open(hub, player, orderId)).toEqual({ refusal: 'PAYMENT_CLOSED' })
  const pending = await hub.callOk('GET /payments/set-pending/{id}', { as: player, params: { id: orderId } })
  expect(pending.data).toMatchObject({ result: false, payload: { closed: 'granted' } })
  expect(await screen(hub, player, orderId)).toMatchObject({ status: 'none', closed: 'granted' })
  expect(await checkout.get(player, orderId)).toMatchObject({
    status: 'none',
    payload: { closed: 'granted' },
  })
  await decide(hub, 'revoke', orderId)
  expect(await at.open(hub, player, orderId)).toEqual({ refusal: 'PAYMENT_CLOSED' })
  expect(await screen(hub, player, orderId)).toMatchObject({ status: 'none', closed: 'revoked' })
  expect(await hub.context.db.selectFrom('attempts').select('id').execute()).toEqual([])
})

/** Decisions while a payment is open, and what the player has of the order then. */
const decisions = [
  { decisions: ['grant'], purchase: 'granted' },
  { decisions: ['grant', 'revoke'], purchase: 'revoked' },
  { decisions: ['grant', 'revoke', 'grant'], purchase: 'granted' },
] as const
const decidedCases = providerCases.flatMap((at) =>
  [hints, aurora].flatMap((item) => decisions.map((each) => ({ ...each, item, provider: at.provider, at }))),
)

test.each(decidedCases)(
  'money that arrives through $provider for $item after $decisions is returned',
  async ({ at, item, decisions, purchase }) => {
    const hub = await startTestHub()
    const checkout = stripeCheckout(hub)
    const player = await hub.logIn()
    const orderId = await checkout.order(player, item)
    await at.open(hub, player, orderId)
    for (const decision of decisions) await decide(hub, decision, orderId)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
    // The buyer's bank has confirmed before the provider hears of the decision.
    await checkout.decide(orderId)
    await finishPayments(hub)
    expect(await listRefunds(hub)).toEqual([{ orderId, state: 'succeeded', requestedBy: 'hub' }])
    expect(await readOrder(hub, orderId)).toMatchObject({ status: 'none', paidAttemptId: null })
    expect(await listPurchases(hub, orderId)).toEqual([{ state: purchase }])
    const types = await hub.context.db.selectFrom('webhooks').select('type').execute()
    expect(types.map(({ type }) => type)).not.toContain('payment.paid')
    const dead = await hub.context.db.selectFrom('jobs').select('id').where('state', '=', 'dead').execute()
    expect(dead).toEqual([])
  },
)

test.each([stripeCase, yandexPayCase])(
  'an open payment at $provider is cancelled there as soon as its item is given',
  async (at) => {
    const hub = await startTestHub()
    const checkout = stripeCheckout(hub)
    const player = await hub.logIn()
    const orderId = await checkout.order(player)
    await at.open(hub, player, orderId)
    await decide(hub, 'grant', orderId)
    await hub.runDueJobs()
    const statuses = (await checkout.control.payments()).map(({ status }) => status.toLowerCase())
    expect(statuses).toEqual([at === stripeCase ? 'canceled' : 'failed'])
    expect(await checkout.get(player, orderId)).toMatchObject({
      status: 'none',
      payload: { closed: 'granted', attempt: { state: 'cancelled' } },
    })
  },
)

test.each(providerCases)(
  'a payment whose item is given while $provider creates it gets no form',
  async (providerCase) => {
    const { hub, hold } = await startHubOnHeldSandbox()
    const player = await hub.logIn()
    const orderId = await stripeCheckout(hub).order(player)
    const creation = hold(providerCase.createRequest)
    const opening = providerCase.open(hub, player, orderId)
    await creation.isArrived
    await decide(hub, 'grant', orderId)
    creation.release()
    expect(await opening).toEqual({ refusal: 'PAYMENT_CLOSED' })
    const [payment] = await sandboxControl(hub.sandboxUrl).payments()
    expect(payment?.status).toBe(providerCase.cancelledStatus)
  },
)

test('a payment that was recorded before the gift pays its order, and the next purchase is another order', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId } = await checkout.buy(player)
  await decide(hub, 'grant', orderId)
  expect(await readOrder(hub, orderId)).toMatchObject({ status: 'paid', closedAt: null })
  const next = await checkout.buy(player)
  expect(next.orderId).not.toBe(orderId)
  expect(await checkout.purchases(player)).toHaveLength(2)
  expect(await listRefunds(hub)).toEqual([])
})

test('a one-time item that is given back closes the order that replaced it', async ({
  hub,
  player,
  checkout,
}) => {
  const first = await checkout.order(player, aurora)
  await decide(hub, 'grant', first)
  expect(
    (await hub.call('POST /payments/create', { as: player, body: { itemId: aurora } })).body,
  ).toMatchObject({
    code: 'ITEM_ALREADY_OWNED',
  })
  await decide(hub, 'revoke', first)
  const { orderId: second, intentId } = await checkout.orderAndOpen(player, aurora)
  expect(second).not.toBe(first)
  await decide(hub, 'grant', first)
  expect(await stripeCase.open(hub, player, second)).toMatchObject({ refusal: expect.any(String) })
  await checkout.decide(intentId)
  await finishPayments(hub)
  expect(await listRefunds(hub)).toEqual([{ orderId: second, state: 'succeeded', requestedBy: 'hub' }])
  expect(await listPurchases(hub, second)).toEqual([])
  expect(await screen(hub, player, second)).toMatchObject({ closed: 'revoked' })
  await decide(hub, 'revoke', first)
  const { orderId: third } = await checkout.buy(player, aurora)
  expect([first, second]).not.toContain(third)
  expect(await listPurchases(hub, third)).toEqual([{ state: 'granted' }])
})

test('money for a one-time item that the player owns by another order is returned', async ({
  hub,
  player,
  checkout,
}) => {
  const item = hub.context.catalogue.item(hints)
  if (!item) expect.unreachable()
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  // A payment form opened before the operator made the item non-consumable.
  await hub.context.db.updateTable('orders').set({ openItem: null }).where('id', '=', orderId).execute()
  await checkout.buy(player)
  item.once = true
  try {
    await checkout.decide(intentId)
    await finishPayments(hub)
    expect(await listRefunds(hub)).toEqual([{ orderId, state: 'succeeded', requestedBy: 'hub' }])
    expect(await checkout.purchases(player)).toHaveLength(1)
    const query = { paymentId: orderId }
    const read = await hub.callOk('GET /payments/get-user-payment', { as: player, query })
    expect(read.data.result.explanation).toMatch(
      /^You paid \$0\.99 at .+ for something you already had; \$0\.99 went back to you at .+\.$/,
    )
    expect((await runOnHub(hub, ['orders', 'explain', orderId])).printed).toMatch(
      /^The player paid \$0\.99 at .+ although they already owned the item or part of it; \$0\.99 went back at/,
    )
  } finally {
    item.once = false
  }
})

test('twenty gifts at the moment of payment keep each charge with a purchase of its own, or return it', async ({
  hub,
  player,
  checkout,
}) => {
  const opened = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const order = await checkout.order(player)
      await hub.context.db.updateTable('orders').set({ openItem: null }).where('id', '=', order).execute()
      return { order, intent: (await checkout.open(player, order)).id }
    }),
  )
  await Promise.all(opened.map(({ intent }) => checkout.decide(intent)))
  hub.clock.advance(1000)
  await Promise.all(opened.flatMap(({ order }) => [decide(hub, 'grant', order), checkout.get(player, order)]))
  await finishPayments(hub)
  const refunded = new Set((await listRefunds(hub)).map(({ orderId }) => orderId))
  for (const { order } of opened) {
    const { status } = await readOrder(hub, order)
    expect([order, status === 'paid']).toEqual([order, !refunded.has(order)])
    expect(await listPurchases(hub, order)).toEqual([{ state: 'granted' }])
  }
})
