import Fastify, { type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { shedLoad } from './load-shedding.ts'
import { registerErrorHandlers } from './problems.ts'
import { getPriority, toleranceByPriority } from './request-priority.ts'

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
  ['/console', {}, 'operator'],
  ['/console/orders?state=paid', {}, 'operator'],
  ['/console/assets/shell.css', {}, 'operator'],
  ['/api/operator/v1/home', {}, 'operator'],
  ['/games/en/?search=payments', {}, 'guest'],
  ['/consoles', {}, 'guest'],
  ['/api/control/get-games-data', {}, 'guest'],
])('%s with %o is a request of kind %s', (url, headers, priority) => {
  expect(getPriority({ url, headers })).toBe(priority)
})

test.each(['/orders', '/transactions', '/assets/shell.css'])(
  "%s of the console's own host is an operator's request",
  (url) => {
    const routeOptions = { config: { isConsole: true } } as unknown as FastifyRequest['routeOptions']
    expect(getPriority({ url, headers: {}, routeOptions })).toBe('operator')
  },
)

test('payments and the console are shed last', () => {
  const { guest, player, payment, operator } = toleranceByPriority
  expect([guest < player, player < operator, operator === payment]).toEqual([true, true, true])
})

test('while the event loop is late, guests get 503 with Retry-After, health is answered, and guests are back after it; a new hub refuses nobody for two seconds', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  registerErrorHandlers(app)
  let nowMs = 0
  await shedLoad(app, 20, () => nowMs)
  for (const path of ['/readyz', '/games']) app.get(path, async () => 'ok')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const busy = setInterval(() => {
    const until = performance.now() + 60
    while (performance.now() < until);
  }, 1)
  onTestFinished(() => clearInterval(busy))
  const ask = async (url: string) => app.inject({ url })
  const getStatus = async (url: string) => (await ask(url)).statusCode
  await expect.poll(() => app.isUnderPressure()).toBe(true)
  nowMs = 1900
  expect(await getStatus('/games')).toBe(200)
  nowMs = 2000
  await expect.poll(() => getStatus('/games')).toBe(503)
  const refused = await ask('/games')
  expect(refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await getStatus('/readyz')).toBe(200)
  clearInterval(busy)
  await expect.poll(() => getStatus('/games')).toBe(200)
})
