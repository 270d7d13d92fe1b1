/** Attacks on remembered cards: a card is charged by its own player's press for an own order, and by nothing else. */
import { expect } from 'vitest'
import { deletePlayer } from '../../src/accounts/operator/players.ts'
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.ts'
import { gameServerClient, openGame } from '../support/game-server-client.ts'
import { addTestOperator } from '../support/operators/operator-client.ts'
import { rememberedCards, test } from '../support/payments/remembering.ts'
import { test as plainTest } from '../support/payments/stripe-checkout.ts'
import type { TestHub } from '../support/test-hub.ts'

const erase = async (hub: TestHub, playerId: string) => {
  await deletePlayer(hub.context, playerId, { operator: 'olga', reason: 'Asked', isAtOnce: true })
  await hub.runDueJobs()
}

test('nobody else can charge or remove a card, nor a player charge it for an order of another', async ({
  hub,
  player,
  cards,
}) => {
  const { card } = await cards.remember('yookassa', player)
  const attacker = await hub.logIn()
  const [own, foreign] = [await cards.order(player), await cards.order(attacker)]
  expect(await cards.press(attacker, foreign, card.id)).toBe('CARD_NOT_FOUND')
  expect(await cards.press(attacker, own, card.id)).toBe('PAYMENT_NOT_FOUND')
  expect(await cards.press(player, foreign, card.id)).toBe('PAYMENT_NOT_FOUND')
  expect(await cards.press(undefined, own, card.id)).toBe('UNAUTHORIZED')
  expect(await cards.press(player, own, 'remember')).toBe('CARD_NOT_FOUND')
  expect(await cards.press(player, own, await cards.readMethodId())).toBe('CARD_NOT_FOUND')
  expect(await cards.remove(attacker, card.id)).toBe('CARD_NOT_FOUND')
  expect(await cards.list(attacker)).toEqual([])
  expect([...(await cards.payments(own)), ...(await cards.payments(foreign))]).toEqual([])
  expect(await cards.list(player)).toEqual([card])
})

test('a page of another site cannot press Pay', async ({ hub, player, cards }) => {
  const { card } = await cards.remember('yookassa', player)
  const orderId = await cards.order(player)
  for (const from of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://games.example' }])
    expect(await cards.press(player, orderId, card.id, from)).toBe('CROSS_SITE_REQUEST')
  const planted = { cookie: 'XSRF-TOKEN=one', 'x-xsrf-token': 'two' }
  expect(await cards.press(player, orderId, card.id, planted)).toBe('XSRF_TOKEN_MISMATCH')
  const request = { as: player, body: { project: 'islandm3' } }
  const { token } = (await hub.callOk('POST /play/token', request)).data.result
  const gameToken = { authorization: `Bearer ${token}` }
  expect(await cards.press(undefined, orderId, card.id, gameToken)).toBe('UNAUTHORIZED')
  expect(await cards.payments(orderId)).toEqual([])
})

test('an order of a game server is not charged by anything but the press', async ({ hub, player, cards }) => {
  await cards.remember('yookassa', player)
  const body = { playerId: player.userId, itemId: 'islandm3-hints' }
  await openGame(hub, player)
  const { id } = await gameServerClient(hub).callOk('POST /payments', { body })
  await hub.passTime(DAY_MS)
  expect(await cards.payments(id)).toEqual([])
})

test('a removed card charges nothing, in an open payment neither', async ({ player, cards }) => {
  const { card } = await cards.remember('yookassa', player)
  const orderId = await cards.order(player)
  await cards.control.fault('yookassa:payments.create', '500', 10)
  expect(await cards.press(player, orderId, card.id)).toBe('PROVIDER_UNAVAILABLE')
  await cards.control.clearFaults()
  await cards.remove(player, card.id)
  expect(await cards.press(player, orderId, card.id)).toBe('CARD_NOT_FOUND')
  expect(await cards.remove(player, card.id)).toBe('CARD_NOT_FOUND')
  expect(await cards.payments(orderId)).toEqual([])
})

test('no job charges a card whose press got no response', async ({ hub, player, cards }) => {
  const { card } = await cards.remember('yookassa', player)
  const [lost, charged] = [await cards.order(player), await cards.order(player, 'islandm3-boosters')]
  await cards.control.fault('yookassa:payments.create', '500', 10)
  expect(await cards.press(player, lost, card.id)).toBe('PROVIDER_UNAVAILABLE')
  await cards.control.clearFaults()
  await cards.control.fault('yookassa:payments.create', '500-after-commit', 10)
  expect(await cards.press(player, charged, card.id)).toBe('PROVIDER_UNAVAILABLE')
  await cards.control.clearFaults()
  for (let hours = 0; hours < 3; hours += 1) await hub.passTime(HOUR_MS)
  expect(await cards.payments(lost)).toEqual([])
  expect(await cards.payments(charged)).toMatchObject([{ status: 'succeeded' }])
  expect((await cards.checkout.get(player, charged)).status).toBe('paid')
})

test('a player has ten presses an hour that charge nothing', async ({ hub, player, cards }) => {
  const { card, orderId: saving } = await cards.remember('yookassa', player)
  await cards.control.rig((await cards.payments(saving))[0]?.id ?? '', { savedMethod: 'revoked' })
  const orderId = await cards.order(player)
  const outcomes: unknown[] = []
  for (let count = 0; count < 11; count += 1) outcomes.push(await cards.press(player, orderId, card.id))
  expect(outcomes).toEqual([...Array(10).fill('CARD_REFUSED'), 'TOO_MANY_REQUESTS'])
  hub.clock.advance(HOUR_MS)
  expect(await cards.press(player, orderId, card.id)).toBe('CARD_REFUSED')
})

test('parallel presses keep the limit of ten', async ({ hub, player, cards }) => {
  const { card, orderId: saving } = await cards.remember('yookassa', player)
  await cards.control.rig((await cards.payments(saving))[0]?.id ?? '', { savedMethod: 'revoked' })
  const orderId = await cards.order(player)
  for (let count = 0; count < 9; count += 1) await cards.press(player, orderId, card.id)
  await openGame(hub, player)
  const body = { playerId: player.userId, itemId: 'islandm3-hints' }
  const orders = await Promise.all(
    ['1', '2', '3', '4'].map((key) => gameServerClient(hub).callOk('POST /payments', { body, once: key })),
  )
  const outcomes = await Promise.all(orders.map(({ id }) => cards.press(player, id, card.id)))
  expect(outcomes.toSorted()).toEqual(['CARD_REFUSED', ...Array(3).fill('TOO_MANY_REQUESTS')])
})

test('an erased account leaves no card, here and at Stripe', async ({ hub, player, cards }) => {
  const { db } = hub.context
  const { card } = await cards.remember('stripe', player)
  const methodId = await cards.readMethodId()
  const exported = await hub.call('GET /me/export', { as: player })
  expect(JSON.stringify(exported.body)).toContain(`"last4":"${card.last4}"`)
  expect(JSON.stringify(exported.body)).not.toContain(methodId)
  const orderId = await cards.order(player)
  await erase(hub, player.userId)
  expect(await cards.press(player, orderId, card.id)).toBe('UNAUTHORIZED')
  expect((await cards.checkout.stripe.paymentMethods.retrieve(methodId)).customer).toBeNull()
  expect(await db.selectFrom('rememberedCards').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('providerCustomers').selectAll().execute()).toEqual([])
})

test('a card that pays after its account was erased is not remembered', async ({ hub, player, cards }) => {
  const orderId = await cards.order(player)
  await cards.open('stripe', player, orderId, 'true')
  const [payment] = await cards.payments(orderId)
  await erase(hub, player.userId)
  await cards.control.decide(payment?.id ?? '')
  const { deliver, fetchEvent } = cards.checkout
  await deliver(await fetchEvent(payment?.id ?? '', 'payment_intent.succeeded'))
  await hub.runDueJobs()
  expect(await hub.context.db.selectFrom('rememberedCards').selectAll().execute()).toEqual([])
  const intent = await cards.checkout.stripe.paymentIntents.retrieve(payment?.id ?? '')
  const method = await cards.checkout.stripe.paymentMethods.retrieve(String(intent.payment_method))
  expect(method.customer).toBeNull()
})

test('staff without the permission for personal data see no card', async ({ hub, player, cards }) => {
  const { card } = await cards.remember('stripe', player)
  const params = { id: player.userId }
  const read = async (role: 'owner' | 'finance') => {
    const staff = await addTestOperator(hub, { role, project: '*' })
    return (await staff.callOk('GET /players/{id}', { params })).data.result.cards.map(({ title }) => title)
  }
  expect(await read('owner')).toEqual([`Visa •••• ${card.last4}`])
  expect(await read('finance')).toEqual(['•••'])
})

plainTest('a hub that remembers no cards asks its providers for nothing new', async ({ hub, player }) => {
  const cards = rememberedCards(hub)
  for (const provider of ['stripe', 'yookassa'] as const) await cards.pay(provider, player, 'true')
  expect(await cards.list(player)).toEqual([])
  const { data } = await cards.checkout.stripe.paymentIntents.list()
  expect(data).toMatchObject([{ customer: null, setup_future_usage: null }])
  const orderId = await cards.order(player)
  const screen = await hub.callOk('GET /payments/process/{id}', { as: player, params: { id: orderId } })
  expect(screen).not.toHaveProperty('cards')
  expect(await cards.press(player, orderId, 'remember')).toBe('CARD_NOT_FOUND')
})
