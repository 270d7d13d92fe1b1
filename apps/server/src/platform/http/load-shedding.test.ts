import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { shedLoad } from './load-shedding.ts'
import { registerErrorHandlers } from './problems.ts'
import { getPriority } from './request-priority.ts'

test.each([
  ['/healthz', {}, 'health'],
  ['/readyz', {}, 'health'],
  ['/readyz/process', {}, 'health'],
  ['/metrics', {}, 'health'],
  ['/webhooks/stripe', {}, 'payment'],
  ['/api/payments/create', { authorization: 'Bearer token' }, 'payment'],
  ['/api/server/v1/purchases', {}, 'payment'],
  ['/payments/process/1', {}, 'payment'],
  ['/api/me', { authorization: 'Bearer token' }, 'player'],
  ['/assets/client.js', {}, 'player'],
  ['/games/en/?search=payments', {}, 'guest'],
  ['/api/control/get-games-data', {}, 'guest'],
])('%s with %o is a request of kind %s', (url, headers, priority) => {
  expect(getPriority({ url, headers })).toBe(priority)
})

test('while the event loop is late, guests get 503 with Retry-After, health is answered, and guests are back after it; a new hub refuses nobody for two seconds', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerErrorHandlers(app)
  await shedLoad(app, 20)
  for (const path of ['/readyz', '/games']) app.get(path, async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const startedAt = performance.now()
  const busy = setInterval(() => {
    const until = performance.now() + 60
    while (performance.now() < until);
  }, 1)
  const ask = async (url: string) => app.inject({ url })
  let refused = await ask('/games')
  while (refused.statusCode === 200) {
    await delay(20)
    refused = await ask('/games')
  }
  expect(performance.now() - startedAt).toBeGreaterThan(1900)
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask('/readyz')).statusCode).toBe(200)
  clearInterval(busy)
  while ((await ask('/games')).statusCode !== 200) await delay(20)
})
