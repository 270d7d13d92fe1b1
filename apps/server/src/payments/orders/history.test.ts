import { expect } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { test } from '../../testing/hub-test.ts'
import { boosters, cashierAt, hints } from '../testing/cashier.ts'

test('the history shows what was begun, newest first, in the language of the reader', async ({
  hub,
  player,
}) => {
  const till = cashierAt(hub)
  const paid = await till.bought(player)
  hub.clock.advance(60_000)
  const open = await till.opened(player, boosters)
  await till.order(player)

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
  }
  expect(data.result).toMatchObject([
    { ...shared, uuid: open.orderId, title: 'Три кокосовые бомбы', price: 2.49, status: 'pending' },
    { ...shared, uuid: paid.orderId, title: 'Пять подсказок', price: 0.99, status: 'paid', refundedMinor: 0 },
  ])
  const one = await hub.callOk('GET /payments/get-user-payment', {
    as: player,
    query: { paymentId: paid.orderId },
  })
  expect(one.data.result).toMatchObject({ title: 'Five hints', status: 'paid' })
})

test('the history pages by key and keeps to a project', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const ids = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await till.opened(player)).orderId)
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

test('a purchase is consumed once and by its owner only', async ({ hub }) => {
  const till = cashierAt(hub)
  const [player, stranger] = [await hub.signIn(), await hub.signIn()]
  await till.bought(player)
  const [purchase] = await till.purchases(player)
  const params = { id: purchase?.id ?? '' }
  const theft = await hub.call('POST /purchases/{id}/consume', { as: stranger, params })
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
  expect(await till.purchases(player)).toEqual([])
})

test('purchases may be asked for by project', async ({ hub, player }) => {
  const till = cashierAt(hub)
  await till.bought(player)
  const ask = async (project: string) =>
    (await hub.callOk('GET /purchases', { as: player, query: { project } })).data.result.length
  expect([await ask('islandm3'), await ask('familytown')]).toEqual([1, 0])
})

test('the demo player has a history with every status and a refund, receipts included, and nobody is told', async ({
  hub,
}) => {
  const till = cashierAt(hub)
  const player = await hub.signIn()
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
  expect(await till.webhooks()).toEqual([])
  expect(await till.letters(player.email)).toEqual([])
})
