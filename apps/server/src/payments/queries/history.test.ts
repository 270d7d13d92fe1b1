import { expect } from 'vitest'
import { boosters, hints, test } from '../../../test/support/payments/stripe-checkout.ts'
import { newId } from '../../platform/ids.ts'
import { revokeItem } from '../operator/orders.ts'

test("the history shows started orders, newest first, in the player's language", async ({
  hub,
  player,
  checkout,
}) => {
  const paid = await checkout.buy(player)
  hub.clock.advance(60_000)
  const open = await checkout.orderAndOpen(player, boosters)
  await checkout.order(player)

  const { data } = await hub.callOk('GET /payments/get-user-payments', {
    as: player,
    query: {},
    headers: { 'frontend-language': 'ru' },
  })
  const shared = {
    currency: 'USD',
    project: 'islandm3',
    projectName: 'Остров сокровищ M3',
    provider: 'stripe',
    cardBackgroundColor: expect.stringMatching(/^#/),
  }
  expect(data.result).toMatchObject([
    { ...shared, uuid: open.orderId, title: 'Три кокосовые бомбы', price: 2.49, status: 'pending' },
    { ...shared, uuid: paid.orderId, title: 'Пять подсказок', price: 0.99, status: 'paid', refundedMinor: 0 },
  ])
  const items = (await hub.callOk('GET /control/get-prices', { query: { project: 'islandm3' } })).data.result
  const getImage = (id: string) => items.find((item) => item.id === id)?.logoName
  expect(data.result.map(({ itemImage }) => itemImage)).toEqual([getImage(boosters), getImage(hints)])
  const one = await hub.callOk('GET /payments/get-user-payment', {
    as: player,
    query: { paymentId: paid.orderId },
  })
  expect(one.data.result).toMatchObject({ title: 'Five hints', status: 'paid' })
})

test('an order that is not simply finished is explained, without what only staff may know', async ({
  hub,
  player,
  checkout,
}) => {
  const { db } = hub.context
  const open = await checkout.orderAndOpen(player, boosters)
  const [finished, failing, revoked] = [
    await checkout.buy(player),
    await checkout.buy(player),
    await checkout.buy(player),
  ]
  await hub.runDueJobs()
  await db
    .updateTable('webhooks')
    .set({ state: 'waiting', attempts: 2, lastError: 'HTTP 500', nextTryAt: Date.UTC(2031, 5, 1, 22, 30) })
    .where('orderId', '=', failing.orderId)
    .execute()
  const operation = { operator: 'Olga', reason: 'fraud' }
  await revokeItem(hub.context, revoked.orderId, operation)
  await hub.runDueJobs()

  const ask = async (language: string, timeZone?: string) => {
    const { data } = await hub.callOk('GET /payments/get-user-payments', {
      as: player,
      query: { timeZone },
      headers: { 'frontend-language': language },
    })
    return new Map(data.result.map(({ uuid, explanation }) => [uuid, explanation]))
  }
  const english = await ask('en', 'Europe/Moscow')
  expect(english.get(finished.orderId)).toBeUndefined()
  expect(english.get(open.orderId)).toMatch(/^You started to pay at .+ still being confirmed\.$/)
  expect(english.get(failing.orderId)).toMatch(/does not respond; the next try is at 2 Jun, 01:30\./)
  expect(english.get(revoked.orderId)).toContain('Support has taken the item back')
  expect([...english.values()].join(' ')).not.toMatch(/500|Olga|fraud|Stripe/)
  expect((await ask('ru', 'Nowhere')).get(failing.orderId)).toMatch(/^Вы заплатили .+ 1 июн/)
  const one = { as: player, query: { paymentId: open.orderId, timeZone: 'Europe/Moscow' } }
  const { data } = await hub.callOk('GET /payments/get-user-payment', one)
  expect(data.result.explanation).toBe(english.get(open.orderId))
})

test('the history pages by id and filters by project', async ({ hub, player, checkout }) => {
  const ids = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await checkout.buy(player)).orderId)
  const ask = async (query: Record<string, unknown>) => {
    const { data } = await hub.callOk('GET /payments/get-user-payments', { as: player, query })
    return data.result.map(({ uuid }) => uuid)
  }
  expect(await ask({ limit: 2 })).toEqual(ids.slice(0, 2))
  expect(await ask({ limit: 2, before: ids[1] })).toEqual(ids.slice(2, 4))
  expect(await ask({ limit: 2, before: ids[4] })).toEqual([])
  expect(await ask({ project: 'islandm3' })).toEqual(ids)
  expect(await ask({ project: 'familytown' })).toEqual([])
})

test('a purchase is consumed once, by its owner only', async ({ hub, checkout }) => {
  const [player, attacker] = [await hub.logIn(), await hub.logIn()]
  await checkout.buy(player)
  const [purchase] = await checkout.purchases(player)
  const params = { id: purchase?.id ?? '' }
  const theft = await hub.call('POST /purchases/{id}/consume', { as: attacker, params })
  expect(theft.body).toMatchObject({ code: 'PURCHASE_NOT_FOUND', status: 404 })
  const missing = await hub.call('POST /purchases/{id}/consume', { as: player, params: { id: newId() } })
  expect(missing.body).toMatchObject({ code: 'PURCHASE_NOT_FOUND' })

  const uses = await Promise.all(
    [1, 2, 3].map(() => hub.callOk('POST /purchases/{id}/consume', { as: player, params })),
  )
  for (const { data } of uses)
    expect(data.result).toMatchObject({ id: params.id, itemId: hints, state: 'consumed' })
  const firsts = uses.filter(({ data }) => !data.result.alreadyConsumed)
  expect(firsts).toHaveLength(1)
  expect(await checkout.purchases(player)).toEqual([])
})

test('purchases can be filtered by project', async ({ hub, player, checkout }) => {
  await checkout.buy(player)
  const ask = async (project: string) =>
    (await hub.callOk('GET /purchases', { as: player, query: { project } })).data.result.length
  expect([await ask('islandm3'), await ask('familytown')]).toEqual([1, 0])
})

test('the demo player has orders of every final status, a refund and receipts, without emails and webhooks', async ({
  hub,
  checkout,
}) => {
  const player = await hub.logIn()
  await hub.context.payments.seedHistory(player.userId)
  await hub.context.payments.seedHistory(player.userId)
  await hub.runDueJobs()
  const { data } = await hub.callOk('GET /payments/get-user-payments', { as: player, query: {} })
  expect(data.result).toHaveLength(8)
  expect(new Set(data.result.map(({ status }) => status))).toEqual(new Set(['paid', 'none', 'fail']))
  const returned = data.result.filter(({ refundedMinor }) => refundedMinor > 0)
  expect(returned).toMatchObject([{ status: 'paid', refundedMinor: returned[0]?.amountMinor }])
  const instants = data.result.map(({ createTs }) => createTs)
  expect(instants).toEqual(instants.toSorted((a, b) => b - a))
  for (const { uuid } of data.result.filter(({ status }) => status === 'paid')) {
    const link = await hub.callOk('GET /user/get-receipt-link', {
      as: player,
      query: { privatePaymentId: uuid },
    })
    expect((await fetch(`${hub.url}${link.data.result}`)).status).toBe(200)
  }
  expect(await checkout.webhooks()).toEqual([])
  expect(await checkout.emails(player.email)).toEqual([])
})
