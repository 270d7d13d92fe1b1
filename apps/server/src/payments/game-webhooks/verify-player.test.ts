import { expect } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { startGameServer } from '../../../test/support/payments/game-server.ts'
import { hints, project, stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

const askingFirst = (yaml: string) => `${yaml}\nverifyPlayers: true\n`

async function startVerifyingHub() {
  const hub = await startTestHub({ env: { CONTENT_DIR: copyContent({ islandm3: askingFirst }) } })
  const [checkout, player] = [stripeCheckout(hub), await hub.logIn()]
  const behave = (status: number) =>
    checkout.control.request('/game-server/behaviour', { project, status, times: 1 })
  const open = async (id: string) => {
    const { ok, body } = await hub.call('GET /payments/stripe/create/{id}', { as: player, params: { id } })
    return ok ? 'ok' : (body as { code: string }).code
  }
  return { hub, checkout, player, behave, open }
}

test('player.verify is sent once, before a payment is opened', async () => {
  const { checkout, player, open } = await startVerifyingHub()
  const paymentId = await checkout.order(player)
  expect(await checkout.webhooks()).toEqual([])
  expect(await open(paymentId)).toBe('ok')
  expect(await open(paymentId)).toBe('ok')
  expect(await checkout.webhooks()).toMatchObject([
    {
      verified: true,
      body: {
        type: 'player.verify',
        data: { playerId: player.userId, paymentId, itemId: hints, amountMinor: 99, currency: 'USD' },
      },
    },
  ])
})

test('a game that refuses a player blocks the payment, and can accept a later try', async () => {
  const { hub, checkout, player, behave, open } = await startVerifyingHub()
  const id = await checkout.order(player)
  await behave(403)
  expect(await open(id)).toBe('PAYMENT_REFUSED_BY_GAME')
  expect(await hub.context.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  expect((await checkout.get(player, id)).status).toBe('none')
  expect(await open(id)).toBe('ok')
})

test.each([500, 503, 302, 429, 408])(
  'a response %i to player.verify does not accept the purchase',
  async (status) => {
    const { checkout, player, behave, open } = await startVerifyingHub()
    await behave(status)
    expect(await open(await checkout.order(player))).toBe('GAME_SERVER_UNAVAILABLE')
  },
)

test('no response to player.verify within three seconds does not accept the purchase', async () => {
  const game = await startGameServer({ lines: 'verifyPlayers: true' })
  const hub = await startTestHub({ env: game.env })
  const [checkout, player] = [stripeCheckout(hub), await hub.logIn()]
  game.respondWith(() => new Promise(() => {}))
  const response = await hub.call('GET /payments/stripe/create/{id}', {
    as: player,
    params: { id: await checkout.order(player) },
  })
  expect(response).toMatchObject({ status: 502, body: { code: 'GAME_SERVER_UNAVAILABLE' } })
  expect(hub.logs()).toContain('No response from the game server to player.verify')
})

test('player.verify is sent again after a switch to another provider', async () => {
  const { hub, checkout, player, behave, open } = await startVerifyingHub()
  const id = await checkout.order(player)
  await open(id)
  await behave(403)
  const params = { as: player, params: { id } }
  const yookassa = await hub.call('GET /payments/yookassa/create/{id}', params)
  expect(yookassa).toMatchObject({ ok: false, body: { code: 'PAYMENT_REFUSED_BY_GAME' } })
  expect((await checkout.get(player, id)).status).toBe('none')
})

test('a project without player.verify needs no game server', async ({ player, checkout }) => {
  await checkout.orderAndOpen(player)
  expect(await checkout.webhooks()).toEqual([])
})
