/** Lists growing with a player's calls: they are bounded, deleted in time, or read page by page. */
import { expect } from 'vitest'
import { createExportLimits } from '../../src/accounts/profile/export-limits.ts'
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.ts'
import { gameServerClient, openGame } from '../support/game-server-client.ts'
import { boosters, hints, test } from '../support/payments/stripe-checkout.ts'
import { toOutcome } from '../support/registration.ts'

test('an item that is bought often has one unpaid order, however often and from however many tabs it is ordered', async ({
  hub,
  player,
  checkout,
}) => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => checkout.order(player)))
  const [orderId = ''] = orders
  expect(new Set([...orders, await checkout.order(player)])).toEqual(new Set([orderId]))
  const { id } = await checkout.open(player, orderId)
  expect(await checkout.order(player)).toBe(orderId)
  await checkout.cancel(player, orderId, id)
  expect(await checkout.order(player)).toBe(orderId)
  expect(await checkout.order(player, boosters)).not.toBe(orderId)
  expect(await checkout.order(await hub.logIn())).not.toBe(orderId)
})

test('unpaid orders that never reached a provider are deleted after two days', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId: open } = await checkout.orderAndOpen(player)
  await checkout.cancel(player, open, (await checkout.open(player, open)).id)
  const unused = await checkout.order(player, boosters)
  await openGame(hub, player)
  const body = { playerId: player.userId, itemId: hints }
  const { id: gameOrderId } = await gameServerClient(hub).callOk('POST /payments', { body })
  const left = async () =>
    (await hub.context.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)

  await hub.passTime(DAY_MS)
  expect(await checkout.order(player, boosters)).toBe(unused)
  await hub.passTime(DAY_MS + HOUR_MS)
  expect((await left()).sort()).toEqual([open, unused].sort())
  expect(await left()).not.toContain(gameOrderId)
  await hub.passTime(DAY_MS)
  expect(await left()).toEqual([open])
  const opened = await hub.call('GET /payments/process/{id}', { as: player, params: { id: unused } })
  expect(opened.body).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
})

test('a hub session that nobody logs in with lives an hour', async ({ hub, player }) => {
  const { email, password } = player
  const open = async () => (await hub.callOk('POST /session/get', { body: {} })).session
  const logInWith = async (session: string) =>
    (await hub.callOk('POST /auth/login-by-email', { body: { email, password }, headers: { session } })).data
      .result.session
  const [used, unused] = [await open(), await open()]
  hub.clock.advance(HOUR_MS - 1)
  expect(await logInWith(used)).toBe(used)
  hub.clock.advance(1)
  expect(await logInWith(unused)).toBe('')
  await hub.runDueJobs()
  const kept = await hub.context.db.selectFrom('hubSessions').select('id').execute()
  expect(kept).toEqual([{ id: used }])
})

test('a player keeps the hundred newest hub sessions', async ({ hub, player }) => {
  const { db, sessions } = hub.context
  const attach = (id: string) => sessions.attach({ id, playerId: player.userId, project: undefined })
  const opened: string[] = []
  for (let count = 0; count < 102; count += 1) {
    const { session: id } = await hub.callOk('POST /session/get', { body: {} })
    opened.push(id)
    await attach(id)
    hub.clock.advance(1)
  }
  const kept = await db.selectFrom('hubSessions').select('id').orderBy('createdAt').execute()
  expect(kept.map(({ id }) => id)).toEqual(opened.slice(2))
})

test('a player exports five times a day', async ({ hub, player }) => {
  const exports = [1, 2, 3, 4, 5, 6].map(() => () => hub.call('GET /me/export', { as: player }))
  const outcomes: unknown[] = []
  for (const exportData of exports) outcomes.push(toOutcome(await exportData()))
  expect(outcomes).toEqual([...Array(5).fill('ok'), 'EXPORTS_TOO_MANY'])
  expect(toOutcome(await hub.call('GET /me/export', { as: await hub.logIn() }))).toBe('ok')
  hub.clock.advance(DAY_MS)
  expect(toOutcome(await hub.call('GET /me/export', { as: player }))).toBe('ok')
})

test('a player has one export at a time, and an export that nobody reads ends', async ({ hub, player }) => {
  const limits = createExportLimits(hub.context)
  const end = await limits.begin(player.userId)
  await expect(limits.begin(player.userId)).rejects.toMatchObject({ code: 'EXPORT_RUNNING' })
  end()
  const endAgain = await limits.begin(player.userId)
  endAgain()
  const all = await Promise.all([1, 2, 3].map(() => hub.call('GET /me/export', { as: player })))
  expect(new Set(all.map(toOutcome))).toContain('ok')
  expect(toOutcome(await hub.call('GET /me/export', { as: player }))).not.toBe('EXPORT_RUNNING')
})
