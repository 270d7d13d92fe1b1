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
