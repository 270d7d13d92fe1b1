import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../test/support/game-server-client.ts'
import { test } from '../../test/support/hub-test.ts'
import { boosters, hints, project, stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import type { Player } from '../../test/support/test-hub.ts'
import { DAY_MS } from '../platform/clock.ts'

test('a game server orders an item for a player, who pays for it in the hub', async ({ hub }) => {
  const [checkout, game, player] = [stripeCheckout(hub), gameServerClient(hub), await hub.logIn()]
  const metadata = { character: 'Пётр', 'slot.1': '' }
  const body = { playerId: player.userId, itemId: hints, metadata }
  await openGame(hub, player)
  const order = await game.callOk('POST /payments', { body })
  expect(order).toEqual({
    id: expect.any(String),
    url: `${hub.url}/payments/process/${order.id}`,
    status: 'none',
  })
  const request = { params: { id: order.id } }
  expect(await game.callOk('GET /payments/{id}', request)).toEqual({
    ...order,
    playerId: player.userId,
    project,
    itemId: hints,
    lines: [{ itemId: hints, quantity: 1 }],
    provider: null,
    currency: null,
    amountMinor: null,
    refundedMinor: 0,
    metadata,
    purchaseId: null,
    createdAt: hub.clock.now(),
    paidAt: null,
  })
  const { id: intentId } = await checkout.open(player, order.id)
  expect(await game.callOk('GET /payments/{id}', request)).toMatchObject({
    status: 'pending',
    provider: 'stripe',
  })
  await checkout.decide(intentId)
  hub.clock.advance(2_000)
  const paid = await game.callOk('GET /payments/{id}', request)
  const [purchase] = await checkout.purchases(player)
  expect(paid).toMatchObject({ status: 'paid', amountMinor: 99, currency: 'USD', purchaseId: purchase?.id })
  await hub.runDueJobs()
  const [webhook] = await checkout.webhooks()
  expect(webhook?.body.data).toMatchObject({ paymentId: order.id, metadata })
})

test('a hub session identifies the player who has logged in with it', async ({ hub, player }) => {
  const game = gameServerClient(hub)
  const openSession = async (of: string) =>
    (await hub.callOk('POST /session/get', { body: { project: of } })).session
  const session = await openSession(project)
  const order = (given: object) => game.getOutcome('POST /payments', { body: { itemId: hints, ...given } })
  expect(await order({ session })).toBe('SESSION_NOT_SIGNED_IN')
  const { email, password, userId } = player
  const logIn = (held: string) =>
    hub.callOk('POST /auth/login-by-email', { body: { email, password }, headers: { session: held } })
  await logIn(session)
  const { id } = await game.callOk('POST /payments', { body: { itemId: hints, session } })
  expect((await game.callOk('GET /payments/{id}', { params: { id } })).playerId).toBe(userId)

  const foreign = await openSession('familytown')
  await logIn(foreign)
  expect(await order({ session: foreign })).toBe('SESSION_NOT_FOUND')
  expect(await order({ session: 'unknown' })).toBe('SESSION_NOT_FOUND')
  hub.clock.advance(31 * DAY_MS)
  expect(await order({ session })).toBe('SESSION_NOT_FOUND')
})

test('a game server orders no item that no provider can charge', async ({ hub, player }) => {
  await openGame(hub, player)
  const methods = hub.context.catalogue.project(project)?.paymentsMethods
  methods?.splice(0)
  const body = { itemId: hints, playerId: player.userId }
  expect(await gameServerClient(hub).getOutcome('POST /payments', { body })).toBe(
    'PAYMENTS_METHODS_NOT_EXIST',
  )
})

test('a game server orders for the players of its game and for no others', async ({ hub }) => {
  const [anna, boris] = [await hub.logIn(), await hub.logIn()]
  const order = ({ userId: playerId }: Player) =>
    gameServerClient(hub).getOutcome('POST /payments', { body: { itemId: hints, playerId } })
  await openGame(hub, anna)
  await openGame(hub, boris, 'familytown')
  expect(await order(anna)).toBe('ok')
  expect(await order(boris)).toBe('PLAYER_NOT_FOUND')
  await hub.callOk('POST /play/token', { as: boris, body: { project } })
  expect(await order(boris)).toBe('ok')
})

test('an invalid order is refused', async ({ hub }) => {
  const [game, player] = [gameServerClient(hub), await hub.logIn()]
  const { userId: playerId } = player
  await openGame(hub, player)
  const order = (body: object) => game.getOutcome('POST /payments', { body: body as { itemId: string } })
  expect(await order({ playerId, itemId: 'familytown-coins' })).toBe('ITEM_NOT_FOUND')
  expect(await order({ playerId, itemId: 'nothing' })).toBe('ITEM_NOT_FOUND')
  expect(await order({ playerId: 'nobody', itemId: hints })).toBe('PLAYER_NOT_FOUND')
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`key${n}`, '']))
  for (const wrong of [
    { itemId: hints },
    { itemId: hints, playerId, session: 'both' },
    { playerId },
    { itemId: hints, playerId, metadata: many },
    { itemId: hints, playerId, metadata: { 'a key': '' } },
    { itemId: hints, playerId, metadata: { a: 1 } },
    { itemId: hints, playerId, metadata: { a: 'x'.repeat(501) } },
    { itemId: hints, playerId, metadata: { a: 'null\u0000' } },
    { itemId: hints, playerId, metadata: [] },
    [],
  ]) {
    expect(await order(wrong), JSON.stringify(wrong)).toBe('BODY_INVALID')
  }
})

test('purchases are listed by player and state in pages, and consumed once', async ({ hub }) => {
  const [checkout, game] = [stripeCheckout(hub), gameServerClient(hub)]
  const [anna, boris] = [await hub.logIn(), await hub.logIn()]
  for (const itemId of [hints, boosters]) await checkout.buy(anna, itemId)
  await checkout.buy(boris, hints)
  await checkout.buy(boris, 'familytown-coins')
  const list = async (query: object) =>
    (await game.callOk('GET /purchases', { query })).data.result.map(({ id }) => id)
  const all = await list({})
  expect(all).toHaveLength(3)
  const [first = '', second = '', third = ''] = all
  expect(await list({ playerId: anna.userId })).toEqual([first, second])
  expect(await list({ limit: 2 })).toEqual([first, second])
  expect(await list({ limit: 2, after: second })).toEqual([third])
  expect(await game.getOutcome('GET /purchases', { query: { state: 'lost' as 'granted' } })).toBe(
    'BODY_INVALID',
  )

  const consume = () => game.callOk('POST /purchases/{id}/consume', { params: { id: first } })
  expect(await consume()).toEqual({
    id: first,
    project,
    itemId: hints,
    paymentId: expect.any(String),
    state: 'consumed',
    createdAt: expect.any(Number),
    playerId: anna.userId,
    consumedAt: hub.clock.now(),
    alreadyConsumed: false,
  })
  expect((await consume()).alreadyConsumed).toBe(true)
  expect(await list({ playerId: anna.userId, state: 'granted' })).toEqual([second])
  expect(await list({ state: 'consumed' })).toEqual([first])
})

test('a game server cannot see anything of another project', async ({ hub }) => {
  const [checkout, game, player] = [
    stripeCheckout(hub),
    gameServerClient(hub, 'sandbox_familytown'),
    await hub.logIn(),
  ]
  const { orderId } = await checkout.buy(player)
  const [purchase = expect.unreachable()] = await checkout.purchases(player)
  const [webhook = expect.unreachable()] = await checkout.webhooks()
  const of = (id: string) => ({ params: { id } })
  expect(await game.getOutcome('GET /payments/{id}', of(orderId))).toBe('PAYMENT_NOT_FOUND')
  const refund = { ...of(orderId), body: { reason: 'No' } }
  expect(await game.getOutcome('POST /payments/{id}/refunds', refund)).toBe('PAYMENT_NOT_FOUND')
  expect(await game.getOutcome('POST /purchases/{id}/consume', of(purchase.id))).toBe('PURCHASE_NOT_FOUND')
  expect(await game.getOutcome('GET /players/{id}', of(player.userId))).toBe('PLAYER_NOT_FOUND')
  expect(await game.getOutcome('POST /webhooks/{id}/resend', of(webhook.id))).toBe('WEBHOOK_NOT_FOUND')
  expect((await game.callOk('GET /purchases')).data.result).toEqual([])
  expect((await checkout.purchases(player))[0]?.state).toBe('granted')
})

test('a game server refunds a part or the whole rest', async ({ hub }) => {
  const [checkout, game, player] = [stripeCheckout(hub), gameServerClient(hub), await hub.logIn()]
  const { orderId } = await checkout.buy(player)
  const params = { id: orderId }
  const refund = (body: { amountMinor?: number; reason: string }, once?: string) =>
    game.call('POST /payments/{id}/refunds', { params, body, once })
  const part = await refund({ amountMinor: 40, reason: 'Half of it did not arrive' }, 'part-1')
  expect(part.body).toMatchObject({ paymentId: orderId, amountMinor: 40, currency: 'USD', state: 'pending' })
  expect((await refund({ amountMinor: 40, reason: 'Half of it did not arrive' }, 'part-1')).body).toEqual(
    part.body,
  )
  expect((await refund({ amountMinor: 60, reason: 'Too much' })).body).toMatchObject({
    code: 'REFUND_EXCEEDS_PAID',
    details: { left: 59 },
  })
  expect((await refund({ reason: 'All of it' })).body).toMatchObject({ amountMinor: 59 })
  await hub.runDueJobs()
  expect(await game.callOk('GET /payments/{id}', { params })).toMatchObject({
    status: 'paid',
    refundedMinor: 99,
  })
  expect(await game.getOutcome('POST /purchases/{id}/consume', { params: { id: 'unknown' } })).toBe(
    'PURCHASE_NOT_FOUND',
  )
  const [bought = expect.unreachable()] = (await game.callOk('GET /purchases')).data.result
  expect(bought.state).toBe('revoked')
  expect(await game.getOutcome('POST /purchases/{id}/consume', { params: { id: bought.id } })).toBe(
    'PURCHASE_REVOKED',
  )

  const unpaid = { id: await checkout.order(player) }
  const wish = { params: unpaid, body: { reason: 'Never paid' } }
  expect(await game.getOutcome('POST /payments/{id}/refunds', wish)).toBe('PAYMENT_NOT_PAID')
  for (const body of [
    {},
    { reason: '' },
    { reason: 'x', amountMinor: 0 },
    { reason: 'x', amountMinor: 1.5 },
  ]) {
    expect(
      await game.getOutcome('POST /payments/{id}/refunds', { params, body: body as { reason: string } }),
    ).toBe('BODY_INVALID')
  }
})

test('a game server can read players known to its game and no others', async ({ hub }) => {
  const [checkout, game] = [stripeCheckout(hub), gameServerClient(hub)]
  const [buyer, gamer, guest, other] = await Promise.all([0, 1, 2, 3].map(() => hub.logIn()))
  if (!buyer || !gamer || !guest || !other) return expect.unreachable()
  await checkout.buy(buyer)
  await hub.callOk('POST /play/token', { as: gamer, body: { project } })
  const { session } = await hub.callOk('POST /session/get', { body: { project } })
  const { email, password } = guest
  await hub.callOk('POST /auth/login-by-email', { body: { email, password }, headers: { session } })
  await checkout.order(other)
  await hub.callOk('POST /play/token', { as: other, body: { project: 'familytown' } })
  const known = (id: string) => game.getOutcome('GET /players/{id}', { params: { id } })
  for (const { userId } of [buyer, gamer, guest]) expect(await known(userId)).toBe('ok')
  expect(await known(other.userId)).toBe('PLAYER_NOT_FOUND')
  expect(await known('nobody')).toBe('PLAYER_NOT_FOUND')
  expect(await game.callOk('GET /players/{id}', { params: { id: gamer.userId } })).toEqual({
    id: gamer.userId,
    nickName: 'Test',
    createdAt: expect.any(Number),
  })
  const { sections } = await hub.callOk('GET /me/export', { as: gamer })
  expect(sections.plays).toEqual([{ project, firstAt: hub.clock.now() }])
})
