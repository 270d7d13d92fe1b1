import { describe, expect } from 'vitest'
import { readOrder, withOffers } from '../../../test/support/offers/offers.ts'
import { boosters, hints } from '../../../test/support/payments/stripe-checkout.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'

const start = '2030-01-01T00:00:00Z'
const now = Date.parse(start)
const at = (ms: number) => new Date(now + ms).toISOString()
const chest = 'islandm3-chest'

const open = (hub: TestHub, as: Player, id: string) =>
  hub.call('GET /payments/stripe/create/{id}', { as, params: { id } })
const refused = { code: 'PRICE_CHANGED', details: { quote: { offerIds: [] } } }

describe('an offer for the first purchase', () => {
  const test = withOffers([
    { id: 'one', kind: 'sale', items: [boosters], percent: 50, for: 'first-purchase' },
    { id: 'other', kind: 'sale', items: [chest], percent: 50, for: 'first-purchase' },
  ])

  test('is over for an order once its player has paid for something else', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId, intentId } = await checkout.orderAndOpen(player, boosters)
    await checkout.cancel(player, orderId, intentId)
    await checkout.buy(player, hints)
    hub.clock.advance(20 * DAY_MS)
    expect((await open(hub, player, orderId)).body).toMatchObject(refused)
    expect(await checkout.order(player, boosters)).toBe(orderId)
    await checkout.open(player, orderId)
    expect(await readOrder(hub, orderId)).toMatchObject({ amountMinor: 249, offerIds: null })
  })

  test('lowers the price of one of two orders', async ({ hub, player, checkout }) => {
    const second = await checkout.order(player, chest)
    await checkout.buy(player, boosters)
    expect((await open(hub, player, second)).body).toMatchObject(refused)
  })
})

describe('an offer for players who return', () => {
  const test = withOffers([
    { id: 'back', kind: 'sale', items: 'all', percent: 50, for: { returning: { days: 3 } } },
  ])
  const play = (hub: TestHub, as: Player) =>
    hub.callOk('POST /me/library/played', { as, body: { project: 'islandm3' } })

  test('is not for a new account whose browser reports an old play', async ({ hub, player }) => {
    const games = [{ project: 'islandm3', favouriteAt: null, playedAt: hub.clock.now() - 60 * DAY_MS }]
    await hub.callOk('POST /me/library/merge', { as: player, body: { games } })
    const { data } = await hub.callOk('POST /offers/prices', { as: player, body: { project: 'islandm3' } })
    expect(data.result.find(({ id }) => id === boosters)).toMatchObject({ enAmountMinor: 249 })
  })

  test('keeps the price of an order for an hour after it is over', async ({ hub, player, checkout }) => {
    await play(hub, player)
    hub.clock.advance(3 * DAY_MS)
    await play(hub, player)
    hub.clock.advance(MINUTE_MS)
    const { orderId, intentId } = await checkout.orderAndOpen(player, boosters)
    await checkout.cancel(player, orderId, intentId)
    hub.clock.advance(DAY_MS + HOUR_MS - 2 * MINUTE_MS)
    const again = await checkout.open(player, orderId)
    expect((await checkout.stripe.paymentIntents.retrieve(again.id)).amount).toBe(125)
    await checkout.cancel(player, orderId, again.id)
    hub.clock.advance(2 * MINUTE_MS)
    expect((await open(hub, player, orderId)).body).toMatchObject(refused)
  })
})

describe('a sale', () => {
  const test = withOffers([{ id: 'half', kind: 'sale', items: [boosters], percent: 50, until: at(HOUR_MS) }])

  function changeOffer(hub: TestHub, change: object): void {
    const island = hub.context.catalogue.project('islandm3')
    if (!island) throw new Error('The demo content has no island')
    island.offers = island.offers.map((offer) => ({ ...offer, ...change }))
  }

  test('that staff extend keeps the price of an order as long', async ({ hub, player, checkout }) => {
    const id = await checkout.order(player, boosters)
    changeOffer(hub, { until: now + DAY_MS })
    hub.clock.advance(3 * HOUR_MS)
    await checkout.open(player, id)
    expect(await readOrder(hub, id)).toMatchObject({ amountMinor: 125, priceUntil: now + DAY_MS + HOUR_MS })
  })

  test('that staff extend at another price asks about that price', async ({ hub, player, checkout }) => {
    const id = await checkout.order(player, boosters)
    changeOffer(hub, { until: now + DAY_MS, percent: 40 })
    hub.clock.advance(3 * HOUR_MS)
    expect((await open(hub, player, id)).body).toMatchObject({
      ...{ code: 'PRICE_CHANGED', details: { quote: { price: [{}, { amountMinor: 149 }] } } },
    })
  })

  test('that no longer names the item keeps the price of an order for an hour', async ({
    hub,
    player,
    checkout,
  }) => {
    const id = await checkout.order(player, boosters)
    changeOffer(hub, { items: [hints], until: now + DAY_MS })
    hub.clock.advance(HOUR_MS)
    expect((await open(hub, player, id)).body).toMatchObject(refused)
    hub.clock.advance(-1)
    await checkout.open(player, id)
    expect(await readOrder(hub, id)).toMatchObject({ amountMinor: 125 })
  })
})
