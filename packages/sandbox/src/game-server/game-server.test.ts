import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWorld, type TestWorld } from '../testing/environment.ts'
import { webhookSecret } from './inbox.ts'

let world: TestWorld
beforeEach(async () => {
  world = await startWorld()
})
afterEach(() => world.close())

const webhook = {
  type: 'order.paid',
  timestamp: '2030-01-01T00:00:00Z',
  data: { orderId: '7', item: 'Кристаллы' },
}

async function post(project: string, secret = webhookSecret(project)): Promise<number> {
  const body = JSON.stringify(webhook)
  const at = new Date()
  const response = await fetch(`${world.sandbox.url}/game-server/webhook/${project}`, {
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

test('the secret of a project can be worked out by anybody who knows the rule', () => {
  expect(webhookSecret('islandm3')).toBe('whsec_CzP3uf90evsKIrCJRse7k54GYvG3rAp/ARleZwzyNXg=')
})

test('a webhook is written down with the truth about its signature', async () => {
  expect(await post('islandm3')).toBe(200)
  expect(await post('islandm3', webhookSecret('familytown'))).toBe(200)
  const { body } = await world.ask('GET', '/game-server/notices?project=islandm3')
  expect(body.map(({ verified }: { verified: boolean }) => verified)).toEqual([false, true])
  expect(body[1]).toMatchObject({ project: 'islandm3', id: 'n-1', type: 'order.paid', body: webhook })
  expect((await world.ask('GET', '/game-server/notices?project=familytown')).body).toEqual([])
})

test('a game server answers badly as often as it was told to', async () => {
  await world.ask('POST', '/game-server/behaviour', { project: 'islandm3', status: 503, times: 2 })
  expect([
    await post('islandm3'),
    await post('familytown'),
    await post('islandm3'),
    await post('islandm3'),
  ]).toEqual([503, 200, 503, 200])
})

test('what is no webhook at all is written down too', async () => {
  const response = await fetch(`${world.sandbox.url}/game-server/webhook/islandm3`, {
    method: 'POST',
    body: '{',
  })
  expect(response.status).toBe(200)
  const [only] = (await world.ask('GET', '/game-server/notices')).body
  expect(only).toMatchObject({ verified: false, body: '{', type: '', id: '' })
})
