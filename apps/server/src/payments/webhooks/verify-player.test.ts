import { expect } from 'vitest'
import { copyContent } from '../../testing/content-copy.ts'
import { test } from '../../testing/hub-test.ts'
import { startTestHub } from '../../testing/test-hub.ts'
import { cashierAt, hints, project } from '../testing/cashier.ts'
import { startGameServer } from '../testing/game-server.ts'

const askingFirst = (yaml: string) => `${yaml}\nverifyPlayers: true\n`

async function startVerifyingHub() {
  const hub = await startTestHub({ env: { CONTENT_DIR: copyContent({ islandm3: askingFirst }) } })
  const [till, player] = [cashierAt(hub), await hub.signIn()]
  const behave = (status: number) => till.onSandbox('/game-server/behaviour', { project, status, times: 1 })
  const open = async (id: string) => {
    const { ok, body } = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id } })
    return ok ? 'ok' : (body as { code: string }).code
  }
  return { hub, till, player, behave, open }
}

test('a game is asked about the player and the purchase before a payment is opened, and once', async () => {
  const { till, player, open } = await startVerifyingHub()
  const paymentId = await till.order(player)
  expect(await till.webhooks()).toEqual([])
  expect(await open(paymentId)).toBe('ok')
  expect(await open(paymentId)).toBe('ok')
  expect(await till.webhooks()).toMatchObject([
    {
      verified: true,
      body: {
        type: 'player.verify',
        data: { playerId: player.userId, paymentId, itemId: hints, amountMinor: 99, currency: 'USD' },
      },
    },
  ])
})

test('a game that refuses a player keeps the payment shut, and may change its mind', async () => {
  const { hub, till, player, behave, open } = await startVerifyingHub()
  const id = await till.order(player)
  await behave(403)
  expect(await open(id)).toBe('PAYMENT_REFUSED_BY_GAME')
  expect(await hub.context.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  expect((await till.get(player, id)).status).toBe('none')
  expect(await open(id)).toBe('ok')
})

test.each([500, 503, 302, 429, 408])('a game that answers %i has not said yes', async (status) => {
  const { till, player, behave, open } = await startVerifyingHub()
  await behave(status)
  expect(await open(await till.order(player))).toBe('GAME_SERVER_UNAVAILABLE')
})

test('a game that does not answer within three seconds has not said yes', async () => {
  const game = await startGameServer({ lines: 'verifyPlayers: true' })
  const hub = await startTestHub({ env: game.env })
  const [till, player] = [cashierAt(hub), await hub.signIn()]
  game.answerBy(() => new Promise(() => {}))
  const answer = await hub.call('GET /payments/stripe/create/{id}', {
    as: player,
    params: { id: await till.order(player) },
  })
  expect(answer).toMatchObject({ status: 502, body: { code: 'GAME_SERVER_UNAVAILABLE' } })
  expect(hub.logs()).toContain('A game was asked and did not answer')
})

test('who changes the way to pay is asked about again', async () => {
  const { hub, till, player, behave, open } = await startVerifyingHub()
  const id = await till.order(player)
  await open(id)
  await behave(403)
  const params = { as: player, params: { id } }
  const yookassa = await hub.call('GET /payments/yookassa/create/{id}', params)
  expect(yookassa).toMatchObject({ ok: false, body: { code: 'PAYMENT_REFUSED_BY_GAME' } })
  expect((await till.get(player, id)).status).toBe('none')
})

test('a game that is not asked needs no server', async ({ hub, player }) => {
  const till = cashierAt(hub)
  await till.opened(player)
  expect(await till.webhooks()).toEqual([])
})
