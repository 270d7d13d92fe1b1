import { describe, expect } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { addCode, countUsed, listUses, readOrder, withOffers } from '../../../test/support/offers/offers.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { boosters, hints } from '../../../test/support/payments/stripe-checkout.ts'
import { readOnHub } from '../../../test/support/run-on-hub.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { countOrdersByDay } from '../operator/payers.ts'
import { releaseUses } from './reserve.ts'
import { deleteReleasedBefore } from './use-store.ts'

const start = '2030-01-01T00:00:00Z'
const now = Date.parse(start)
const at = (ms: number) => new Date(now + ms).toISOString()

const half = { id: 'half', kind: 'sale', items: 'all', percent: 50, from: start, until: at(3 * HOUR_MS) }

const order = (hub: TestHub, as: Player, body: object) =>
  hub.call('POST /payments/create', { as, body: { itemId: hints, ...body } })
const toOutcome = async (response: ReturnType<typeof order>) => {
  const { ok, body } = await response
  return ok ? 'ok' : body.code
}

/** An order as its page shows it to staff, and as its player reads it. */
async function readPages(hub: TestHub, operator: OperatorClient, as: Player, id: string) {
  const { data } = await operator.callOk('GET /orders/{id}', { params: { id } })
  const query = { paymentId: id }
  const { result } = (await hub.callOk('GET /payments/get-user-payment', { as, query })).data
  const { state, explanation, purchase, timeline } = data.result
  const listed = (await operator.callOk('GET /orders', { query: { state: [state] } })).data.result
  expect(listed.map((row) => row.id)).toContain(id)
  return {
    ...{ state, purchase, sentence: explanation.sentence, withdrawal: result.withdrawal?.state },
    ...{ playerSentence: result.explanation, timeline: timeline.map(({ says }) => says) },
  }
}

describe('a sale', () => {
  const test = withOffers([half])

  test('lowers the list, the order, the charge and the webhook', async ({ hub, player, checkout }) => {
    const prices = (await hub.callOk('GET /control/get-prices', { query: { project: 'islandm3' } })).data
      .result
    expect(prices.find(({ id }) => id === boosters)).toMatchObject({
      ...{ ruValue: 99.5, enValue: 1.25, listRuValue: 199, listEnValue: 2.49, endsAt: at(3 * HOUR_MS) },
      ...{ lowestRuValue: 199, lowestEnValue: 2.49 },
    })
    const { orderId, intentId } = await checkout.buy(player, boosters)
    expect((await checkout.stripe.paymentIntents.retrieve(intentId)).amount).toBe(125)
    expect(await readOrder(hub, orderId)).toMatchObject({
      ...{ amountMinor: 125, listUsdMinor: 249, listRubMinor: 19900, offerIds: '["half"]', lines: null },
    })
    const [webhook] = await checkout.webhooks()
    expect(webhook?.body.data).toMatchObject({
      ...{ amountMinor: 125, listAmount: 249, offers: ['half'], lines: [{ itemId: boosters, quantity: 1 }] },
    })
    expect(webhook?.body.data).not.toHaveProperty('code')
    const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
    expect(screen.paymentData).toMatchObject({ enAmountMinor: 125, listEnAmountMinor: 249 })
    expect(await listUses(hub)).toMatchObject([{ offerId: 'half', state: 'used' }])
  })

  test('refuses another price than the one that is expected, with the quote', async ({ hub, player }) => {
    const seen = { amountMinor: 125, currency: 'USD' as const }
    expect(await toOutcome(order(hub, player, { itemId: boosters, expected: seen }))).toBe('ok')
    hub.clock.advance(3 * HOUR_MS)
    const refused = await order(hub, player, { itemId: boosters, expected: seen })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'PRICE_CHANGED',
        details: {
          quote: {
            price: [
              { amountMinor: 19900, currency: 'RUB' },
              { amountMinor: 249, currency: 'USD' },
            ],
            offerIds: [],
          },
        },
      },
    })
  })

  test('keeps its price for an hour after its end, then the order takes the new one', async ({
    hub,
    player,
    checkout,
  }) => {
    const early = await checkout.order(player, boosters)
    hub.clock.advance(4 * HOUR_MS - 1)
    await checkout.open(player, early)
    expect(await readOrder(hub, early)).toMatchObject({ amountMinor: 125 })

    const late = await hub.logIn()
    hub.clock.advance(-2 * HOUR_MS)
    const kept = await checkout.order(late, boosters)
    hub.clock.advance(2 * HOUR_MS + 1)
    const refused = await hub.call('GET /payments/stripe/create/{id}', { as: late, params: { id: kept } })
    expect(refused.body).toMatchObject({ code: 'PRICE_CHANGED', details: { quote: { offerIds: [] } } })
    expect(await checkout.order(late, boosters)).toBe(kept)
    await checkout.open(late, kept)
    expect(await readOrder(hub, kept)).toMatchObject({ amountMinor: 249, listUsdMinor: null, offerIds: null })
  })

  test('that staff end or remove keeps the price of an order for an hour only', async ({ hub, checkout }) => {
    const island = hub.context.catalogue.project('islandm3')
    if (!island) throw new Error('The demo content has no island')
    const { offers } = island
    const changes = [offers.map((offer) => ({ ...offer, until: hub.clock.now() })), []]
    for (const changed of changes) {
      const player = await hub.logIn()
      const id = await checkout.order(player, boosters)
      island.offers = changed
      hub.clock.advance(HOUR_MS)
      const late = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id } })
      expect(late.body).toMatchObject({ code: 'PRICE_CHANGED' })
      hub.clock.advance(-HOUR_MS)
      island.offers = offers
    }
  })

  test('that starts or ends while a payment is open asks about the price of its order alone', async ({
    hub,
    player,
    checkout,
  }) => {
    const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' as const })
    const buy = (itemId: string, amountMinor: number) =>
      order(hub, player, { itemId, expected: usd(amountMinor) })
    hub.clock.advance(-MINUTE_MS)
    const before = await checkout.orderAndOpen(player, boosters)
    hub.clock.advance(MINUTE_MS)
    const during = await checkout.orderAndOpen(player, hints)
    const refused = { code: 'PRICE_CHANGED', details: { quote: { price: [{}, usd(249)], offerIds: [] } } }
    for (const amountMinor of [125, 100])
      expect((await buy(boosters, amountMinor)).body).toMatchObject(refused)
    expect((await buy(boosters, 249)).body).toMatchObject({ id: before.orderId })
    hub.clock.advance(3 * HOUR_MS)
    expect((await buy(hints, 99)).body).toMatchObject({ details: { quote: { price: [{}, usd(50)] } } })
    expect((await buy(hints, 50)).body).toMatchObject({ id: during.orderId })
  })

  test('of an open payment keeps its price', async ({ hub, player, checkout }) => {
    const { orderId, intentId } = await checkout.orderAndOpen(player, boosters)
    hub.clock.advance(10 * HOUR_MS)
    expect((await checkout.open(player, orderId)).id).toBe(intentId)
  })
})

describe('an offer for the first purchase', () => {
  const test = withOffers([{ ...half, for: 'first-purchase', until: undefined }])

  test('is no longer there after a payment', async ({ hub, player, checkout }) => {
    const own = async () =>
      (
        await hub.callOk('POST /offers/prices', { as: player, body: { project: 'islandm3' } })
      ).data.result.find(({ id }) => id === boosters)
    expect(await own()).toMatchObject({ enValue: 1.25, firstPurchase: true })
    await checkout.buy(player, boosters)
    expect(await own()).toMatchObject({ enValue: 2.49 })
    const id = await checkout.order(player, boosters)
    expect(await readOrder(hub, id)).toMatchObject({ priceUsdMinor: 249 })
  })

  test('is for one order at a time, and moves from a forgotten one', async ({ hub, player, checkout }) => {
    const forgotten = await checkout.order(player, boosters)
    const chest = await checkout.order(player, 'islandm3-chest')
    expect(await readOrder(hub, chest)).toMatchObject({ priceUsdMinor: 250 })
    await checkout.open(player, chest)
    const refused = await hub.call('GET /payments/stripe/create/{id}', {
      as: player,
      params: { id: forgotten },
    })
    expect(refused.body).toMatchObject({ code: 'PRICE_CHANGED', details: { quote: { offerIds: [] } } })
    expect(await toOutcome(order(hub, player, { itemId: boosters }))).toBe('ok')
    expect(await readOrder(hub, forgotten)).toMatchObject({ priceUsdMinor: 249 })
  })
})

describe('a bundle with a bonus', () => {
  const test = withOffers(
    [{ id: 'more', kind: 'bonus', items: ['islandm3-chest'], adds: [{ item: boosters, quantity: 1 }] }],
    { 'islandm3-chest': { contains: [{ item: hints, quantity: 2 }, { item: boosters }] } },
  )
  const chest = 'islandm3-chest'

  test('gives one purchase a unit, and each is consumed by itself', async ({ hub, player, checkout }) => {
    const { orderId } = await checkout.buy(player, chest)
    const purchases = await checkout.purchases(player)
    expect(purchases.map(({ itemId }) => itemId).sort()).toEqual([boosters, boosters, hints, hints])
    expect(new Set(purchases.map(({ paymentId }) => paymentId))).toEqual(new Set([orderId]))
    for (const { id } of purchases)
      expect(
        (await hub.callOk('POST /purchases/{id}/consume', { as: player, params: { id } })).data.result,
      ).toMatchObject({ state: 'consumed', alreadyConsumed: false })
    expect(await checkout.purchases(player)).toEqual([])
    const [webhook] = await checkout.webhooks()
    expect(webhook?.body.data).toMatchObject({
      lines: [
        { itemId: hints, quantity: 2 },
        { itemId: boosters, quantity: 2 },
      ],
      offers: ['more'],
    })
    expect(webhook?.body.data.purchases).toHaveLength(4)
  })

  test('that the game has consumed in part offers no withdrawal, and says how much is consumed', async ({
    hub,
    player,
    checkout,
  }) => {
    hub.context.catalogue.content().hub.legal.withdrawal = 'refund'
    const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
    const { orderId } = await checkout.buy(player, chest)
    await hub.runDueJobs()
    const purchases = await checkout.purchases(player)
    const consume = async (count: number) => {
      for (const { id } of purchases.splice(0, count)) {
        hub.clock.advance(MINUTE_MS)
        await hub.callOk('POST /purchases/{id}/consume', { as: player, params: { id } })
      }
    }
    expect(await readPages(hub, operator, player, orderId)).toMatchObject({ withdrawal: 'open' })
    await consume(3)
    const partly = await readPages(hub, operator, player, orderId)
    expect(partly).toMatchObject({
      ...{ state: 'paid', withdrawal: 'consumed', purchase: { place: 'partly-consumed', consumedAt: null } },
      sentence: 'Paid at 1 Jan, 00:00, and the player has the items. The game has consumed 3 of 4.',
    })
    const declared = await hub.call('POST /payments/withdraw', {
      ...{ as: player, body: { paymentId: orderId, step: 'declare' } },
    })
    expect(declared.body).toMatchObject({ code: 'WITHDRAWAL_NEEDS_SUPPORT' })
    await consume(1)
    expect(await readPages(hub, operator, player, orderId)).toMatchObject({
      purchase: { place: 'consumed', consumedAt: hub.clock.now() },
      sentence: 'Paid at 1 Jan, 00:00. The game gave the item to the player at 1 Jan, 00:04.',
      timeline: expect.arrayContaining([
        `Purchase of ${hints} consumed by the game`,
        `Purchase of ${boosters} consumed by the game`,
      ]),
    })
  })

  test('is taken back as a whole by a refund', async ({ hub, player, checkout }) => {
    const { orderId } = await checkout.buy(player, chest)
    const [used] = await checkout.purchases(player)
    await hub.callOk('POST /purchases/{id}/consume', { as: player, params: { id: used?.id ?? '' } })
    await hub.context.payments.refundOrder({ orderId, reason: 'A mistake', requestedBy: 'game', key: 'one' })
    await hub.runDueJobs()
    const { db } = hub.context
    const states = await db
      .selectFrom('allPurchases')
      .select('state')
      .where('orderId', '=', orderId)
      .execute()
    expect(states).toEqual(Array.from({ length: 4 }, () => ({ state: 'revoked' })))
    expect(await checkout.purchases(player)).toEqual([])
  })

  test('shows on the list what it holds and what that costs', async ({ hub }) => {
    const { data } = await hub.callOk('GET /control/get-prices', { query: { project: 'islandm3' } })
    expect(data.result.find(({ id }) => id === chest)).toMatchObject({
      contains: [
        { id: hints, quantity: 2 },
        { id: boosters, quantity: 1 },
      ],
      adds: [{ id: boosters, quantity: 1 }],
      worthRuValue: 397,
      worthEnValue: 4.47,
    })
  })
})

describe('a bundle with a one-time item', () => {
  const chest = 'islandm3-chest'
  const test = withOffers([], {
    [boosters]: { once: true },
    [chest]: { contains: [{ item: hints, quantity: 2 }, { item: boosters }] },
  })
  const listOrders = (hub: TestHub) =>
    hub.context.db.selectFrom('orders').select('id').where('itemId', '=', chest).execute()

  test('is not sold to the owner of the item', async ({ hub, player, checkout }) => {
    await checkout.buy(player, boosters)
    await openGame(hub, player)
    expect(await toOutcome(order(hub, player, { itemId: chest }))).toBe('ITEM_ALREADY_OWNED')
    const byGame = await gameServerClient(hub).call('POST /payments', {
      body: { playerId: player.userId, itemId: chest },
    })
    expect(byGame.body).toMatchObject({ code: 'ITEM_ALREADY_OWNED' })
    expect(await listOrders(hub)).toEqual([])
    expect(await toOutcome(order(hub, await hub.logIn(), { itemId: chest }))).toBe('ok')
  })

  test('opens no payment, at any provider, once the player owns the item', async ({
    hub,
    player,
    checkout,
  }) => {
    const id = await checkout.order(player, chest)
    const other = await hub.logIn()
    const begun = await checkout.orderAndOpen(other, chest)
    for (const as of [player, other]) await checkout.buy(as, boosters)
    const open = { as: player, params: { id } }
    const resume = { as: other, params: { id: begun.orderId } }
    for (const refused of [
      await hub.call('GET /payments/stripe/create/{id}', open),
      await hub.call('GET /payments/yookassa/create/{id}', open),
      await hub.call('GET /payments/stripe/create/{id}', resume),
      await hub.call('GET /payments/yookassa/create/{id}', resume),
    ])
      expect(refused.body).toMatchObject({ code: 'ITEM_ALREADY_OWNED' })
    const attempts = hub.context.db.selectFrom('attempts').select('id').where('orderId', '=', id)
    expect(await attempts.execute()).toEqual([])
  })

  test('paid after all is refunded', async ({ hub, player, checkout }) => {
    const { intentId, orderId } = await checkout.orderAndOpen(player, chest)
    await checkout.decide(intentId)
    await checkout.buy(player, boosters)
    await checkout.deliver(await checkout.fetchEvent(intentId, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    expect((await checkout.purchases(player)).map(({ itemId }) => itemId)).toEqual([boosters])
    const refunds = hub.context.db.selectFrom('refunds').select('amountMinor').where('orderId', '=', orderId)
    expect(await refunds.execute()).toEqual([{ amountMinor: 499 }])
  })
})

describe('a bonus with a one-time item', () => {
  const test = withOffers([{ id: 'weekend', kind: 'bonus', items: [hints], adds: [{ item: boosters }] }], {
    [boosters]: { once: true },
  })
  const readRow = async (hub: TestHub, as: Player) =>
    (await hub.callOk('POST /offers/prices', { as, body: { project: 'islandm3' } })).data.result.find(
      ({ id }) => id === hints,
    )
  const listItems = async (purchases: Promise<{ itemId: string }[]>) =>
    (await purchases).map(({ itemId }) => itemId).sort()

  test('is left out for the owner of the item, who buys without it', async ({ hub, player, checkout }) => {
    expect(await readRow(hub, player)).toMatchObject({ adds: [{ id: boosters, quantity: 1 }] })
    await checkout.buy(player)
    expect(await listItems(checkout.purchases(player))).toEqual([boosters, hints])
    expect(await readRow(hub, player)).not.toHaveProperty('adds')
    const { orderId } = await checkout.buy(player)
    expect(await listItems(checkout.purchases(player))).toEqual([boosters, hints, hints])
    expect(await readOrder(hub, orderId)).toMatchObject({ lines: null, offerIds: null })
  })

  test('is quoted anew when the player has got the item since the order', async ({
    hub,
    player,
    checkout,
  }) => {
    const id = await checkout.order(player)
    await checkout.buy(player, boosters)
    const refused = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id } })
    expect(refused.body).toMatchObject({
      code: 'PRICE_CHANGED',
      details: { quote: { lines: [{ itemId: hints, quantity: 1 }], offerIds: [] } },
    })
    expect(await checkout.order(player)).toBe(id)
    await checkout.open(player, id)
    expect(await readOrder(hub, id)).toMatchObject({ status: 'pending', lines: null, offerIds: null })
  })

  test('is left out of a payment that was open when the player got the item', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, intentId } = await checkout.orderAndOpen(player)
    await checkout.buy(player, boosters)
    expect((await checkout.open(player, orderId)).id).toBe(intentId)
    await checkout.decide(intentId)
    await checkout.deliver(await checkout.fetchEvent(intentId, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    expect(await listItems(checkout.purchases(player))).toEqual([boosters, hints])
    expect(await readOrder(hub, orderId)).toMatchObject({ lines: null, refundedMinor: 0 })
    const webhook = (await checkout.webhooks()).find(({ body }) => body.data.paymentId === orderId)
    expect(webhook?.body.data).toMatchObject({ lines: [{ itemId: hints, quantity: 1 }] })
  })
})

describe('a limit', () => {
  const test = withOffers([], { [boosters]: { limit: { count: 2, per: 'day' } } })

  test('lets a player buy so many a day', async ({ hub, player, checkout }) => {
    await checkout.buy(player, boosters)
    await checkout.buy(player, boosters)
    const refused = await order(hub, player, { itemId: boosters })
    expect(refused.body).toMatchObject({ code: 'LIMIT_REACHED', details: { availableAt: now + DAY_MS } })
    const { data } = await hub.callOk('POST /offers/prices', { as: player, body: { project: 'islandm3' } })
    expect(data.result.find(({ id }) => id === boosters)).toMatchObject({ availableAt: now + DAY_MS })
    expect(await toOutcome(order(hub, await hub.logIn(), { itemId: boosters }))).toBe('ok')
    hub.clock.advance(DAY_MS)
    expect(await toOutcome(order(hub, player, { itemId: boosters }))).toBe('ok')
  })
})

describe('a code', () => {
  const test = withOffers([
    { id: 'code', kind: 'code', items: [boosters], percent: 20, perPlayer: 1, uses: 1 },
    { id: 'ended', kind: 'code', items: 'all', percent: 20, until: at(-1) },
  ])

  test('lowers the price, whatever its case and spaces', async ({ hub, player, checkout }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const code = ' zyxwv-tsrpn '
    const prices = await hub.callOk('POST /offers/prices', {
      as: player,
      body: { project: 'islandm3', code },
    })
    expect(prices.data.result.find(({ id }) => id === boosters)).toMatchObject({
      enValue: 1.99,
      takesCode: true,
    })
    const { body } = await order(hub, player, { itemId: boosters, code })
    const id = 'id' in body ? body.id : ''
    const { id: intent } = await checkout.open(player, id)
    expect((await checkout.stripe.paymentIntents.retrieve(intent)).amount).toBe(199)
    await checkout.decide(intent)
    await checkout.deliver(await checkout.fetchEvent(intent, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    expect(await listUses(hub)).toMatchObject([{ offerId: 'code', state: 'used', orderId: id }])
    const other = await hub.logIn()
    expect(await toOutcome(order(hub, other, { itemId: boosters, code }))).toBe('CODE_USED')
    const list = await hub.call('POST /offers/prices', { as: other, body: { project: 'islandm3', code } })
    expect(list.body).toMatchObject({ code: 'CODE_USED' })
    expect((await checkout.webhooks())[0]?.body.data).toMatchObject({ code: 'code', offers: ['code'] })
    expect(JSON.stringify(await checkout.webhooks())).not.toMatch(/zyxwv/i)
    expect(hub.logs()).not.toMatch(/zyxwv/i)
  })

  test('asks nothing of a player who has seen the price without it, once its price is known', async ({
    hub,
    player,
  }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const buy = (amountMinor: number) =>
      order(hub, player, { ...code, expected: { amountMinor, currency: 'USD' } })
    const code = { itemId: boosters, code: 'ZYXWVTSRPN' }
    expect((await buy(249)).body).toMatchObject({
      details: { quote: { price: [{}, { amountMinor: 199 }], offerIds: ['code'] } },
    })
    expect((await buy(199)).ok).toBe(true)
  })

  test('that lowered the price of an open payment is not needed to order the item again', async ({
    hub,
    player,
    checkout,
  }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const code = { itemId: boosters, code: 'ZYXWVTSRPN' }
    const { body } = await order(hub, player, code)
    const id = 'id' in body ? body.id : ''
    await checkout.open(player, id)
    const buy = (amountMinor: number) =>
      order(hub, player, { itemId: boosters, expected: { amountMinor, currency: 'USD' } })
    expect((await buy(249)).body).toMatchObject({
      details: { quote: { price: [{}, { amountMinor: 199 }], offerIds: ['code'] } },
    })
    expect((await buy(199)).body).toMatchObject({ id })
  })

  test('counts beside a dearer open payment, which is cancelled', async ({ hub, player, checkout }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const before = await checkout.orderAndOpen(player, boosters)
    const buy = (amountMinor: number) =>
      order(hub, player, {
        ...{ itemId: boosters, code: 'ZYXWVTSRPN' },
        expected: { amountMinor, currency: 'USD' },
      })
    expect((await buy(249)).body).toMatchObject({
      details: { quote: { price: [{}, { amountMinor: 199 }], offerIds: ['code'] } },
    })
    expect((await checkout.stripe.paymentIntents.retrieve(before.intentId)).status).not.toBe('canceled')
    expect((await buy(199)).body).toMatchObject({ id: before.orderId, status: 'none' })
    expect((await checkout.stripe.paymentIntents.retrieve(before.intentId)).status).toBe('canceled')
    const { id: intent } = await checkout.open(player, before.orderId)
    expect((await checkout.stripe.paymentIntents.retrieve(intent)).amount).toBe(199)
    expect(await countUsed(hub)).toBe(1)
  })

  test('charges nobody again whose open payment has been paid meanwhile', async ({
    hub,
    player,
    checkout,
  }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const { orderId, intentId } = await checkout.orderAndOpen(player, boosters)
    await checkout.decide(intentId)
    const code = { itemId: boosters, code: 'ZYXWVTSRPN' }
    expect(await toOutcome(order(hub, player, code))).toBe('PAYMENT_ALREADY_PAID')
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    expect(await checkout.purchases(player)).toHaveLength(1)
    expect(await countUsed(hub)).toBe(0)
  })

  test('that is used up leaves the open payment alone', async ({ hub, player, checkout }) => {
    await addCode(hub, 'ZYXWVTSRPN', { useLimit: 0 })
    const { orderId, intentId } = await checkout.orderAndOpen(player, boosters)
    const code = { itemId: boosters, code: 'ZYXWVTSRPN' }
    expect(await toOutcome(order(hub, player, code))).toBe('CODE_USED')
    expect((await checkout.open(player, orderId)).id).toBe(intentId)
  })

  test('that does not exist, is revoked, or has ended is refused alike', async ({ hub, player }) => {
    await addCode(hub, 'REVOKEDXXX')
    await hub.context.db.updateTable('offerCodes').set({ revokedAt: now }).execute()
    await addCode(hub, 'ENDEDXXXXX', { offerId: 'ended' })
    for (const code of ['NONEXXXXXX', 'REVOKEDXXX', 'ENDEDXXXXX'])
      expect(await toOutcome(order(hub, player, { itemId: boosters, code }))).toBe('CODE_NOT_FOUND')
  })

  test('that has ended is no guess', async ({ hub, player }) => {
    await addCode(hub, 'ENDEDXXXXX', { offerId: 'ended' })
    for (let request = 0; request < 12; request++)
      expect(await toOutcome(order(hub, player, { itemId: boosters, code: 'ENDEDXXXXX' }))).toBe(
        'CODE_NOT_FOUND',
      )
  })

  test('for other items is refused', async ({ hub, player }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    expect(await toOutcome(order(hub, player, { itemId: hints, code: 'ZYXWVTSRPN' }))).toBe('CODE_NOT_FOUND')
    expect(await countUsed(hub)).toBe(0)
  })

  test('is guessed ten times an hour', async ({ hub, player }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    for (let guess = 0; guess < 10; guess++)
      expect(await toOutcome(order(hub, player, { itemId: boosters, code: `GUESS${guess}` }))).toBe(
        'CODE_NOT_FOUND',
      )
    const guess = { itemId: boosters, code: 'ZYXWVTSRPN' }
    expect(await toOutcome(order(hub, player, guess))).toBe('TOO_MANY_REQUESTS')
    hub.clock.advance(HOUR_MS)
    expect(await toOutcome(order(hub, player, guess))).toBe('ok')
  })

  test('with one use is reserved by one of 50 players', async ({ hub }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const players = await Promise.all(Array.from({ length: 50 }, () => hub.logIn()))
    const outcomes = await Promise.all(
      players.map((player) => toOutcome(order(hub, player, { itemId: boosters, code: 'ZYXWVTSRPN' }))),
    )
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'CODE_USED')).toHaveLength(49)
    expect((await listUses(hub)).filter(({ state }) => state === 'reserved')).toHaveLength(1)
  })

  test('of a cancelled or forgotten order is free again', async ({ hub, player, checkout }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const code = { itemId: boosters, code: 'ZYXWVTSRPN' }
    const { body } = await order(hub, player, code)
    const id = 'id' in body ? body.id : ''
    const other = await hub.logIn()
    expect(await toOutcome(order(hub, other, code))).toBe('CODE_USED')
    await checkout.open(player, id)
    await hub.callOk('POST /payments/cancel', { as: player, body: { paymentId: id } })
    expect(await countUsed(hub)).toBe(0)
    expect(await toOutcome(order(hub, other, code))).toBe('ok')
    const third = await hub.logIn()
    hub.clock.advance(HOUR_MS + MINUTE_MS)
    expect(await toOutcome(order(hub, third, code))).toBe('ok')
    // The first order opens at the price of its code only if the code is still there.
    const late = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id } })
    expect(late.body).toMatchObject({ code: 'PRICE_CHANGED', details: { quote: { offerIds: [] } } })
  })

  test('does not lower the price of an order whose reservation was forgotten long ago', async ({
    hub,
    player,
  }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const code = { itemId: boosters, code: 'ZYXWVTSRPN' }
    const { body } = await order(hub, player, code)
    const id = 'id' in body ? body.id : ''
    await transact(hub.context.db, (tx) => releaseUses(tx, id))
    await hub.context.db.deleteFrom('offerUses').execute()
    expect(await toOutcome(order(hub, await hub.logIn(), code))).toBe('ok')
    const late = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id } })
    expect(late.body).toMatchObject({ code: 'PRICE_CHANGED', details: { quote: { offerIds: [] } } })
  })

  test('paid late after its reservation was given away counts as over the limit', async ({
    hub,
    player,
    checkout,
  }) => {
    await addCode(hub, 'ZYXWVTSRPN')
    const { body } = await order(hub, player, { itemId: boosters, code: 'ZYXWVTSRPN' })
    const id = 'id' in body ? body.id : ''
    const { id: intent } = await checkout.open(player, id)
    await checkout.decide(intent)
    await transact(hub.context.db, (tx) => releaseUses(tx, id))
    await deleteReleasedBefore(hub.context.db, hub.clock.now() + HOUR_MS)
    await checkout.deliver(await checkout.fetchEvent(intent, 'payment_intent.succeeded'))
    await hub.runDueJobs()
    expect(await checkout.get(player, id)).toMatchObject({ status: 'paid' })
    expect(await listUses(hub)).toMatchObject([{ state: 'over' }])
  })
})

describe('a gift', () => {
  const test = withOffers([
    { id: 'daily', kind: 'gift', items: [hints, hints, boosters], every: 'day' },
    { id: 'thanks', kind: 'gift', items: [hints], every: 'once', for: 'paying' },
    { id: 'cheap', kind: 'sale', items: ['islandm3-chest'], percent: 80 },
  ])
  const claim = (hub: TestHub, as: Player, offerId: string) =>
    hub.call('POST /offers/gifts/claim', { as, body: { project: 'islandm3', offerId } })

  test('is given once a day, however often it is claimed at once', async ({ hub, player, checkout }) => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(hub, player, 'daily')))
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1)
    expect(claims.find(({ ok }) => !ok)?.body).toMatchObject({
      ...{ code: 'LIMIT_REACHED', details: { availableAt: now + DAY_MS } },
    })
    expect((await checkout.purchases(player)).map(({ itemId }) => itemId).sort()).toEqual([
      ...[boosters, hints, hints],
    ])
    const { data } = await hub.callOk('GET /offers/gifts', { as: player, query: { project: 'islandm3' } })
    expect(data.result).toMatchObject([{ offerId: 'daily', availableAt: now + DAY_MS }])
    await hub.runDueJobs()
    expect(await checkout.webhooks()).toMatchObject([
      { body: { type: 'purchase.granted', data: { offers: ['daily'] } } },
    ])
    hub.clock.advance(DAY_MS)
    expect((await claim(hub, player, 'daily')).ok).toBe(true)
  })

  test('is not for players outside its audience', async ({ hub, player, checkout }) => {
    expect((await claim(hub, player, 'thanks')).body).toMatchObject({ code: 'OFFER_NOT_FOUND' })
    expect((await claim(hub, player, 'nothing')).body).toMatchObject({ code: 'OFFER_NOT_FOUND' })
    await checkout.buy(player)
    expect((await claim(hub, player, 'thanks')).ok).toBe(true)
    hub.clock.advance(2 * DAY_MS)
    expect((await claim(hub, player, 'thanks')).body).toMatchObject({
      ...{ code: 'LIMIT_REACHED', details: { availableAt: null } },
    })
  })

  test('is called a gift, until staff take it back or give it again', async ({ hub, player, checkout }) => {
    const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
    await claim(hub, player, 'daily')
    const { id } = await hub.context.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    await hub.runDueJobs()
    const claimed = await readPages(hub, operator, player, id)
    expect(claimed).toMatchObject({
      ...{ state: 'claimed', sentence: 'The player claimed a gift at 1 Jan, 00:00.' },
      playerSentence: 'You got this as a gift at 1 Jan, 00:00.',
    })
    expect(claimed.timeline).toContain('The player claimed the gift "Five hints" of islandm3')
    expect(claimed.timeline.join()).not.toMatch(/Ordered|\$/)
    expect(await readOnHub(hub, `orders show ${id}`)).toMatchObject({ state: 'claimed' })

    for (const purchase of await checkout.purchases(player))
      await hub.callOk('POST /purchases/{id}/consume', { as: player, params: { id: purchase.id } })
    await hub.context.db
      .updateTable('webhooks')
      .set({ state: 'dead', attempts: 5, lastError: 'The game server answered 500' })
      .execute()
    expect((await readPages(hub, operator, player, id)).sentence).toMatch(
      /^The game does not know that the player claimed a gift:/,
    )
    await hub.context.db.updateTable('webhooks').set({ state: 'delivered' }).execute()

    const why = '--by olga --reason Cheating'
    hub.clock.advance(MINUTE_MS)
    await readOnHub(hub, `orders revoke ${id} ${why}`)
    await hub.runDueJobs()
    expect(await readPages(hub, operator, player, id)).toMatchObject({
      ...{ state: 'closed', sentence: 'An operator took the gift back at 1 Jan, 00:01.' },
      playerSentence: 'Support took this gift back at 1 Jan, 00:01; write to support if you have questions.',
    })
    hub.clock.advance(MINUTE_MS)
    await readOnHub(hub, `orders grant ${id} ${why}`)
    await hub.runDueJobs()
    expect(await readPages(hub, operator, player, id)).toMatchObject({
      ...{
        state: 'given',
        sentence: 'An operator gave the player the item at 1 Jan, 00:02. Nothing is left to pay.',
      },
    })
  })

  test('is no order of a sale that staff give in the same millisecond', async ({ hub, player }) => {
    const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
    const created = await order(hub, player, { itemId: 'islandm3-chest' })
    const { id } = created.ok ? created.body : expect.unreachable()
    await readOnHub(hub, `orders grant ${id} --by olga --reason Goodwill`)
    await hub.runDueJobs()
    expect(await readPages(hub, operator, player, id)).toMatchObject({
      ...{
        state: 'given',
        sentence: 'An operator gave the player the item at 1 Jan, 00:00. Nothing is left to pay.',
      },
    })
    await claim(hub, player, 'daily')
    // Ids have the time of the machine.
    const period = { from: 0, until: now + DAY_MS, zone: 'UTC', projects: undefined }
    expect(await countOrdersByDay(hub.context.db, period)).toMatchObject([{ checkouts: 1 }])
  })

  test('costs nothing, and is no order in the history', async ({ hub, player }) => {
    await claim(hub, player, 'daily')
    const history = await hub.callOk('GET /payments/get-user-payments', { as: player, query: {} })
    expect(history.data.result).toEqual([])
    const { id: paymentId } = await hub.context.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    const one = await hub.callOk('GET /payments/get-user-payment', { as: player, query: { paymentId } })
    expect(one.data.result).toMatchObject({ uuid: paymentId, price: 0, amountMinor: 0, currency: 'USD' })
  })
})
