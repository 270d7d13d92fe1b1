import { expect, test } from 'vitest'
import { gameServerClient } from '../../test/support/game-server-client.ts'
import { filePaid, startGameServer } from '../../test/support/payments/game-server.ts'
import { startTestHub } from '../../test/support/test-hub.ts'
import { HOUR_MS, SECOND_MS } from '../platform/clock.ts'

test('a webhook whose retries are exhausted is listed and can be resent under its own id', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  const backend = gameServerClient(hub)
  game.respondWith(() => ({ status: 410 }))
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push(await filePaid(hub, 'anna'))
  await filePaid(hub, 'anna', 'familytown')
  await hub.runDueJobs()
  const list = async (query: object) => (await backend.callOk('GET /webhooks', { query })).data.result
  const dead = await list({ state: 'dead' })
  expect(dead.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(dead[0]).toMatchObject({
    type: 'payment.paid',
    state: 'dead',
    playerId: 'anna',
    attempts: 1,
    lastError: 'The game server answered 410',
    body: { type: 'payment.paid', data: { playerId: 'anna' } },
  })
  expect((await list({ limit: 1, before: ids[2] })).map(({ id }) => id)).toEqual([ids[1]])

  game.respondWith(() => ({ status: 200 }))
  const params = { id: ids[0] as string }
  expect(await backend.callOk('POST /webhooks/{id}/resend', { params })).toMatchObject({
    id: ids[0],
    state: 'waiting',
    attempts: 0,
  })
  await hub.runDueJobs()
  expect(game.accepted.map(({ id }) => id)).toEqual([ids[0]])
  expect((await list({})).map(({ id }) => id)).toEqual([ids[2], ids[1]])
  expect(await backend.getOutcome('POST /webhooks/{id}/resend', { params: { id: 'unknown' } })).toBe(
    'WEBHOOK_NOT_FOUND',
  )
})

test('resending delivers a waiting webhook and those behind it immediately, and a delivered one again', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  const backend = gameServerClient(hub)
  game.respondWith(() => ({ status: 503, headers: { 'retry-after': '7200' } }))
  const [first, second] = [await filePaid(hub, 'anna'), await filePaid(hub, 'anna')]
  await hub.runDueJobs()
  const { data } = await backend.callOk('GET /webhooks', { query: { state: 'waiting' } })
  expect(data.result.map(({ nextTryAt }) => nextTryAt)).toEqual([null, hub.clock.now() + 2 * HOUR_MS])
  game.respondWith(() => ({ status: 200 }))
  const resend = (id: string) => backend.callOk('POST /webhooks/{id}/resend', { params: { id } })
  await resend(first)
  await hub.runDueJobs()
  expect(game.accepted.map(({ id }) => id)).toEqual([first, second])
  await resend(first)
  await hub.runDueJobs()
  await hub.passTime(3 * HOUR_MS)
  expect(game.accepted.map(({ id }) => id)).toEqual([first, second, first])
})

test('a ping shows whether the game server accepts webhooks', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env })
  const backend = gameServerClient(hub)
  const ping = await backend.callOk('POST /webhooks/test')
  expect(ping).toEqual({ id: expect.any(String), isTaken: true, status: 200, reason: null })
  expect(game.received).toMatchObject([
    { id: ping.id, body: { type: 'ping', data: { project: 'islandm3' } } },
  ])
  game.respondWith(() => ({ status: 404 }))
  expect(await backend.callOk('POST /webhooks/test')).toMatchObject({ isTaken: false, status: 404 })
  await hub.passTime(SECOND_MS)
  expect(game.received).toHaveLength(2)
})
