/** Orderable items: those for sale, and non-consumable ones. */
import { describe, expect } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { hints, stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'

const aurora = 'neuroarena-aurora'

const orderAs = (hub: TestHub, as: Player, itemId = aurora) =>
  hub.call('POST /payments/create', { as, body: { itemId } })

async function toOutcome(response: ReturnType<typeof orderAs>): Promise<string> {
  const { ok, body } = await response
  return ok ? 'ok' : body.code
}

const ownedBy = async (hub: TestHub, as: Player, project?: string) =>
  (await hub.callOk('GET /purchases/owned', { as, query: project ? { project } : {} })).data.result

describe('an item that is bought once', () => {
  test('cannot be ordered again once it is paid, also after the game has consumed it', async ({
    hub,
    player,
    checkout,
  }) => {
    await checkout.buy(player, aurora)
    expect(await toOutcome(orderAs(hub, player))).toBe('ITEM_ALREADY_OWNED')
    const [purchase] = await checkout.purchases(player)
    await hub.callOk('POST /purchases/{id}/consume', { as: player, params: { id: purchase?.id ?? '' } })
    expect(await toOutcome(orderAs(hub, player))).toBe('ITEM_ALREADY_OWNED')
    expect(await toOutcome(orderAs(hub, await hub.logIn()))).toBe('ok')
  })

  test('has one order in any number of tabs, which is charged once', async ({ hub, player, checkout }) => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => checkout.order(player, aurora)))
    expect(new Set(orders).size).toBe(1)
    const [orderId = ''] = orders
    const { id } = await checkout.open(player, orderId)
    expect(await checkout.order(player, aurora)).toBe(orderId)
    await checkout.decide(id)
    hub.clock.advance(1000)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    expect(await checkout.purchases(player)).toHaveLength(1)
    const tooLate = await hub.call('GET /payments/stripe/create/{id}', {
      as: player,
      params: { id: orderId },
    })
    expect(tooLate.body).toMatchObject({ code: 'PAYMENT_ALREADY_PAID' })
  })

  test('can be ordered again after it was refunded', async ({ hub, player, checkout }) => {
    const { orderId } = await checkout.buy(player, aurora)
    await hub.context.payments.refundOrder({
      orderId,
      reason: 'A mistake',
      requestedBy: 'game',
      key: 'first',
    })
    expect(await toOutcome(orderAs(hub, player))).toBe('ITEM_ALREADY_OWNED')
    for (let round = 0; round < 3; round += 1) {
      await hub.passTime(10_000)
    }
    expect(await ownedBy(hub, player)).toEqual([])
    const again = await checkout.buy(player, aurora)
    expect(again.orderId).not.toBe(orderId)
    expect(await ownedBy(hub, player)).toEqual([aurora])
  })

  test('that was bought before the operator marked it so is owned, and its open orders cannot be paid', async ({
    hub,
    player,
    checkout,
  }) => {
    await checkout.buy(player)
    const unpaid = await checkout.order(player)
    const item = hub.context.catalogue.item(hints)
    if (!item) expect.unreachable()
    expect(await toOutcome(orderAs(hub, player, hints))).toBe('ok')
    item.once = true
    expect(await toOutcome(orderAs(hub, player, hints))).toBe('ITEM_ALREADY_OWNED')
    expect(await ownedBy(hub, player)).toEqual([hints])
    const opened = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id: unpaid } })
    expect(opened.body).toMatchObject({ code: 'ITEM_ALREADY_OWNED', status: 409 })
  })

  test('is ordered at the price of today, unless its payment is open', async ({ hub, player, checkout }) => {
    const item = hub.context.catalogue.item(aurora)
    if (!item) expect.unreachable()
    const fetchPrice = async (id: string) =>
      (await hub.callOk('GET /payments/process/{id}', { as: player, params: { id } })).paymentData.enPrice
    const orderId = await checkout.order(player, aurora)
    item.price.USD = 199
    expect(await fetchPrice(await checkout.order(player, aurora))).toBe(1.99)
    await checkout.open(player, orderId)
    item.price.USD = 999
    expect(await checkout.order(player, aurora)).toBe(orderId)
    expect(await fetchPrice(orderId)).toBe(1.99)
  })

  test('is listed as owned to its player only, by project', async ({ hub, player, checkout }) => {
    await checkout.buy(player, aurora)
    await checkout.buy(player)
    expect(await ownedBy(hub, player)).toEqual([aurora])
    expect(await ownedBy(hub, player, 'neuroarena')).toEqual([aurora])
    expect(await ownedBy(hub, player, 'islandm3')).toEqual([])
    expect(await ownedBy(hub, await hub.logIn())).toEqual([])
  })
})

describe('an item that is bought often', () => {
  test('is ordered anew once it is paid', async ({ player, checkout }) => {
    const first = await checkout.buy(player)
    const second = await checkout.buy(player)
    expect(second.orderId).not.toBe(first.orderId)
    expect(await checkout.purchases(player)).toHaveLength(2)
  })

  test('is ordered anew when a hub of the previous version has recorded the payment', async ({
    hub,
    player,
    checkout,
  }) => {
    const { orderId } = await checkout.buy(player)
    await hub.context.db.updateTable('orders').set({ openItem: hints }).where('id', '=', orderId).execute()
    expect(await checkout.order(player)).not.toBe(orderId)
  })

  test('is ordered at the price of today', async ({ hub, player, checkout }) => {
    const item = hub.context.catalogue.item(hints)
    if (!item) expect.unreachable()
    const orderId = await checkout.order(player)
    item.price.USD = 199
    expect(await checkout.order(player)).toBe(orderId)
    const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
    expect(screen.paymentData.enPrice).toBe(1.99)
  })

  test('has an order for each call of a game server, which the player does not take over', async ({
    hub,
    player,
    checkout,
  }) => {
    await openGame(hub, player)
    const game = gameServerClient(hub)
    const body = { playerId: player.userId, itemId: hints, metadata: { slot: '1' } }
    const orders = [
      await game.callOk('POST /payments', { body }),
      await game.callOk('POST /payments', { body }),
      { id: await checkout.order(player) },
    ]
    expect(new Set(orders.map(({ id }) => id)).size).toBe(3)
    const kept = await game.callOk('GET /payments/{id}', { params: { id: orders[0]?.id ?? '' } })
    expect(kept.metadata).toEqual({ slot: '1' })
  })
})

test('an item that is switched off, or whose game is inactive, cannot be ordered', async ({
  hub,
  player,
}) => {
  const item = hub.context.catalogue.item(hints)
  const game = hub.context.catalogue.project('neuroarena')?.game
  if (!item || !game) expect.unreachable()
  item.isActive = false
  game.isActive = false
  expect(await toOutcome(orderAs(hub, player, hints))).toBe('ITEM_NOT_FOR_SALE')
  expect(await toOutcome(orderAs(hub, player, aurora))).toBe('ITEM_NOT_FOR_SALE')
  const { data } = await hub.callOk('GET /control/get-prices', { query: { project: 'islandm3' } })
  expect(data.result.map(({ saleState }) => saleState)).toEqual(['notForSale', 'onSale', 'onSale'])
})

test('an item that no provider can charge is listed as such, and cannot be ordered', async ({
  hub,
  player,
}) => {
  const project = hub.context.catalogue.project('islandm3')
  if (!project) expect.unreachable()
  project.paymentsMethods = []
  const { data } = await hub.callOk('GET /control/get-prices', { query: { project: 'islandm3' } })
  expect(new Set(data.result.map(({ saleState }) => saleState))).toEqual(new Set(['noPayments']))
  expect(await toOutcome(orderAs(hub, player, hints))).toBe('PAYMENTS_METHODS_NOT_EXIST')
  expect(await hub.context.db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('items of a game in development are listed as such, and its team can order them', async ({
  hub,
  player,
}) => {
  const { data } = await hub.callOk('GET /control/get-prices', { query: { project: 'skyport' } })
  expect(new Set(data.result.map(({ saleState }) => saleState))).toEqual(new Set(['inDevelopment']))
  expect(await toOutcome(orderAs(hub, player, 'skyport-fuel'))).toBe('ok')
})

test('a game server receives the same refusals', async ({ hub, player }) => {
  await stripeCheckout(hub).buy(player, aurora)
  const response = await fetch(`${hub.url}/api/server/v1/payments`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox_neuroarena', 'content-type': 'application/json' },
    body: JSON.stringify({ playerId: player.userId, itemId: aurora }),
  })
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'ITEM_ALREADY_OWNED' })
})
