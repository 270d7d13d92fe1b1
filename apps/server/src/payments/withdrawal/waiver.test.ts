import { createHash } from 'node:crypto'
import { describe, expect } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { providerCases } from '../../../test/support/payments/provider-cases.ts'
import { hints, stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { readOnHub } from '../../../test/support/run-on-hub.ts'
import { test as hubTest } from '../../../test/support/shared-hub-test.ts'
import type { Player } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'

const statement = 'Start now; I know that I lose my right to withdraw'
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const test = hubTest.extend('shop', ({ hub }) => {
  const checkout = stripeCheckout(hub)
  const { legal } = hub.context.catalogue.content().hub
  legal.withdrawal = 'waiver'
  const readWaiver = async (as: Player, id: string) =>
    (await hub.callOk('GET /payments/process/{id}', { as, params: { id } })).waiver
  const waive = async (as: Player, id: string, sha256 = hash(statement)) => {
    const response = await hub.call('POST /payments/waive-withdrawal/{id}', {
      ...{ as, params: { id }, body: { sha256 } },
    })
    return response.ok ? response.body.data.result : response.body.code
  }
  const open = async (as: Player, id: string) => {
    const response = await hub.call('GET /payments/stripe/create/{id}', { as, params: { id } })
    return response.ok ? 'ok' : response.body.code
  }
  return { checkout, legal, readWaiver, waive, open }
})

describe.each(providerCases)('$provider', ({ open }) => {
  test('no payment is opened before the player has waived the right to withdraw', async ({
    hub,
    player,
    shop,
  }) => {
    const id = await shop.checkout.order(player)
    expect(await open(hub, player, id)).toEqual({ refusal: 'WITHDRAWAL_WAIVER_REQUIRED' })
    const attempts = await hub.context.db
      .selectFrom('attempts')
      .selectAll()
      .where('orderId', '=', id)
      .execute()
    expect(attempts).toEqual([])
    expect(await shop.readWaiver(player, id)).toEqual({ text: statement, sha256: hash(statement) })
    expect(await shop.waive(player, id)).toBe(true)
    expect(await shop.readWaiver(player, id)).toBeUndefined()
    expect(await open(hub, player, id)).toHaveProperty('clientToken')
  })
})

test('the waiver is kept with its text, language and instant, in the receipt email and for staff', async ({
  hub,
  shop,
}) => {
  const email = 'waiving@example.org'
  const player = await hub.logIn(email)
  const id = await shop.checkout.order(player)
  const at = hub.clock.now()
  await shop.waive(player, id)
  const { id: intentId } = await shop.checkout.open(player, id)
  await shop.checkout.decide(intentId)
  await shop.checkout.deliver(await shop.checkout.fetchEvent(intentId, 'payment_intent.succeeded'))
  await hub.runDueJobs()
  const waiver = { at, language: 'en', text: statement, sha256: hash(statement) }
  const shown = await readOnHub(hub, `orders show ${id}`)
  expect(shown).toMatchObject({ waiver })
  expect(JSON.stringify(shown)).toContain('waiver.given')
  const receipt = (await shop.checkout.emails(email)).find(({ subject }) => subject.includes('receipt'))
  expect(receipt?.text).toContain(statement)
  expect(receipt?.html).toContain(statement)
})

test('a text in any language of the hub is accepted and kept as it was seen', async ({
  hub,
  player,
  shop,
}) => {
  const id = await shop.checkout.order(player)
  const russian = hub.context.catalogue.messagesIn('ru').emails.withdrawal.statement
  expect(await shop.waive(player, id, hash(russian))).toBe(true)
  const order = await hub.context.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  expect(JSON.parse(order?.withdrawalWaiver ?? '')).toMatchObject({ language: 'ru', text: russian })
})

test('an unknown text, another player and a guest waive nothing', async ({ hub, player, shop }) => {
  const id = await shop.checkout.order(player)
  expect(await shop.waive(player, id, hash('I agree to everything'))).toBe('WITHDRAWAL_WAIVER_REQUIRED')
  expect(await shop.waive(player, id, 'short')).toBe('BODY_INVALID')
  expect(await shop.waive(await hub.logIn(), id)).toBe('PAYMENT_NOT_FOUND')
  const guest = await hub.call('POST /payments/waive-withdrawal/{id}', {
    ...{ params: { id }, body: { sha256: hash(statement) } },
  })
  expect(guest.body).toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await shop.open(player, id)).toBe('WITHDRAWAL_WAIVER_REQUIRED')
})

test('the first waiver counts, and a waiver does not pass to another order or a new price', async ({
  hub,
  player,
  shop,
}) => {
  const { db } = hub.context
  const id = await shop.checkout.order(player)
  const at = hub.clock.now()
  await shop.waive(player, id)
  hub.clock.advance(DAY_MS)
  expect(await shop.waive(player, id)).toBe(true)
  const read = () => db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.parse((await read()).withdrawalWaiver ?? '')).toMatchObject({ at })
  // The same order under today's terms.
  expect(await shop.checkout.order(player)).toBe(id)
  expect((await read()).withdrawalWaiver).toBeNull()
  expect(await shop.open(player, id)).toBe('WITHDRAWAL_WAIVER_REQUIRED')
})

test('an attempt that was opened before the switch is not continued without a waiver', async ({
  player,
  shop,
}) => {
  shop.legal.withdrawal = 'none'
  const { orderId } = await shop.checkout.orderAndOpen(player)
  expect(await shop.readWaiver(player, orderId)).toBeUndefined()
  expect(await shop.waive(player, orderId)).toBe(false)
  shop.legal.withdrawal = 'waiver'
  expect(await shop.open(player, orderId)).toBe('WITHDRAWAL_WAIVER_REQUIRED')
  expect(await shop.waive(player, orderId)).toBe(true)
  expect(await shop.open(player, orderId)).toBe('ok')
})

test('a game server cannot waive for its player', async ({ hub, player, shop }) => {
  await openGame(hub, player)
  const body = { playerId: player.userId, itemId: hints }
  const { id } = await gameServerClient(hub).callOk('POST /payments', { body, once: newId() })
  expect(await shop.open(player, id)).toBe('WITHDRAWAL_WAIVER_REQUIRED')
  expect(await shop.waive(player, id)).toBe(true)
  expect(await shop.open(player, id)).toBe('ok')
})

test.for(['none', 'refund'] as const)(
  'with `%s` nothing is asked before a payment',
  async (mode, { player, shop }) => {
    shop.legal.withdrawal = mode
    const id = await shop.checkout.order(player)
    expect(await shop.readWaiver(player, id)).toBeUndefined()
    expect(await shop.open(player, id)).toBe('ok')
  },
)
