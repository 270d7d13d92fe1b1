import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { demoSecret, isolatedTest, otherSecret } from '../../test/fixtures.ts'

const webhook = {
  type: 'order.paid',
  timestamp: '2030-01-01T00:00:00Z',
  data: { orderId: '7', item: 'Кристаллы' },
}

const test = isolatedTest.extend('gameServer', ({ environment }) => {
  async function post(project: string, secret = demoSecret): Promise<number> {
    const body = JSON.stringify(webhook)
    const at = new Date()
    const response = await fetch(`${environment.sandbox.url}/game-server/webhook/${project}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'n-1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('n-1', at, body),
      },
    })
    return response.status
  }
  return { post }
})

test('a webhook is listed with the result of its signature check', async ({
  gameServer: { post },
  environment,
}) => {
  expect(await post('islandm3')).toBe(200)
  expect(await post('islandm3', otherSecret)).toBe(200)
  const { body } = await environment.request('GET', '/game-server/notices?project=islandm3')
  expect(body.map(({ verified }: { verified: boolean }) => verified)).toEqual([false, true])
  expect(body[1]).toMatchObject({ project: 'islandm3', id: 'n-1', type: 'order.paid', body: webhook })
  expect((await environment.request('GET', '/game-server/notices?project=familytown')).body).toEqual([])
})

test('a game server fails as often as it was configured to', async ({
  gameServer: { post },
  environment,
}) => {
  await environment.request('POST', '/game-server/behaviour', { project: 'islandm3', status: 503, times: 2 })
  expect([
    await post('islandm3'),
    await post('familytown'),
    await post('islandm3'),
    await post('islandm3'),
  ]).toEqual([503, 200, 503, 200])
})

test('a request that is not a webhook is listed too', async ({ environment }) => {
  const response = await fetch(`${environment.sandbox.url}/game-server/webhook/islandm3`, {
    method: 'POST',
    body: '{',
  })
  expect(response.status).toBe(200)
  const [only] = (await environment.request('GET', '/game-server/notices')).body
  expect(only).toMatchObject({ verified: false, body: '{', type: '', id: '' })
})
