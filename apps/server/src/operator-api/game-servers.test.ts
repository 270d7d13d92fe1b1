import { expect } from 'vitest'
import { addTestOperator } from '../../test/support/operators/operator-client.ts'
import { filePaid, gameServerTest as test } from '../../test/support/payments/game-server.ts'

const project = 'islandm3'

test('a producer sees only the own game server, and another one does not exist', async ({ hub, game }) => {
  game.respondWith(() => ({ status: 410 }))
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  await addTestOperator(hub, { role: 'owner', project: '*' })
  const producer = await addTestOperator(hub, { role: 'producer', project })
  const { data } = await producer.callOk('GET /game-servers')
  expect(data.result).toMatchObject([{ project, failed24h: 1, dead: 1, pausedAt: null }])
  const params = { project: 'familytown' }
  const query = { limit: 50 }
  expect(await producer.call('GET /game-servers/{project}/deliveries', { params, query })).toMatchObject({
    status: 404,
    body: { code: 'PROJECT_NOT_FOUND' },
  })
})

test('a waiting webhook is the same in its list, its page, its order and after it is resent', async ({
  hub,
  game,
}) => {
  game.respondWith(() => ({ status: 503 }))
  await filePaid(hub, 'anna')
  const owner = await addTestOperator(hub, { role: 'owner', project: '*' })
  const readAll = async () => {
    const query = { limit: 50 }
    const list = await owner.callOk('GET /game-servers/{project}/webhooks', { params: { project }, query })
    const [listed] = list.data.result
    const one = await owner.callOk('GET /webhooks/{id}', { params: { id: listed?.id ?? '' } })
    const order = await owner.callOk('GET /orders/{id}', { params: { id: listed?.orderId ?? '' } })
    const inOrder = order.data.result.webhooks[0]
    return { listed, all: [listed, one.data.result, inOrder].map((webhook) => webhook?.nextTryAt) }
  }
  const untried = await readAll()
  expect(untried.all).toEqual(Array(3).fill(untried.listed?.createdAt))
  await hub.runDueJobs()
  const failed = await readAll()
  expect(failed.listed?.nextTryAt).toBeGreaterThan(hub.clock.now())
  expect(new Set(failed.all).size).toBe(1)
  const params = { id: failed.listed?.id ?? '' }
  const resent = await owner.callOk('POST /webhooks/{id}/resend', {
    params,
    body: { reason: 'Repaired' },
    idempotencyKey: 'resend',
  })
  expect(resent.data.result.nextTryAt).toBe(untried.listed?.createdAt)
})
