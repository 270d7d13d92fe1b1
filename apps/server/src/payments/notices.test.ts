import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestHub } from '../testing/test-hub.ts'
import { waitAfter } from './notice.ts'
import { isPrivateAddress, postOutside } from './notice-post.ts'
import { cashierAt, hints, project } from './testing/cashier.ts'

test('the game server gets one signed notice that says what was bought', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const { orderId } = await till.bought(player)
  const [purchase] = await till.purchases(player)
  const notices = await till.notices()
  expect(notices).toHaveLength(1)
  expect(notices[0]).toMatchObject({
    verified: true,
    body: {
      type: 'payment.paid',
      timestamp: new Date(hub.clock.now()).toISOString(),
      data: {
        paymentId: orderId,
        purchaseId: purchase?.id,
        playerId: player.userId,
        project,
        itemId: hints,
        amountMinor: 99,
        currency: 'USD',
        provider: 'stripe',
        paidAt: hub.clock.now(),
      },
    },
  })
})

test('a game server that fails is told again under the same id until it answers', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  await till.onSandbox('/game-server/behaviour', { project, status: 500, times: 2 })
  await till.bought(await hub.signIn())
  hub.clock.advance(6_000)
  await hub.settle()
  hub.clock.advance(6 * 60_000)
  await hub.settle()
  hub.clock.advance(24 * 3_600_000)
  await hub.settle()
  const notices = await till.notices()
  expect(notices.map(({ answeredStatus }) => answeredStatus)).toEqual([200, 500, 500])
  expect(new Set(notices.map(({ id }) => id)).size).toBe(1)
  expect(notices.every(({ verified }) => verified)).toBe(true)
})

test('a notice nobody takes for three days waits in the dead-letter list', async () => {
  const hub = await startTestHub()
  const till = cashierAt(hub)
  await till.onSandbox('/game-server/behaviour', { project, status: 503, times: 100 })
  await till.bought(await hub.signIn())
  for (let day = 0; day < 10; day += 1) {
    hub.clock.advance(27 * 3_600_000)
    await hub.settle()
  }
  expect(await till.notices()).toHaveLength(10)
  const [notice] = await hub.context.db.selectFrom('notices').selectAll().execute()
  expect(notice).toMatchObject({ state: 'dead', attempts: 10, lastError: 'The game server answered 503' })
  expect(hub.logged()).toMatch(/A notice was given up/)
})

test('tries take three days in all and spread a little', () => {
  const waits = Array.from({ length: 10 }, (_, attempt) => waitAfter(attempt, 0))
  expect(waits.slice(0, 4)).toEqual([0, 5_000, 300_000, 1_800_000])
  expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600_000).toBeCloseTo(75.6, 1)
  expect(waitAfter(2, 1)).toBe(330_000)
  expect(waitAfter(10, 0)).toBeNull()
})

test('redirects are answers, not ways to follow', async () => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const options = { headers: {}, timeoutMs: 5_000, allowPrivate: true }
  expect(await postOutside(`http://127.0.0.1:${port}/`, '{}', options)).toBe(302)
  expect(requests).toBe(1)
})

test('a server that does not answer in time has failed', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const options = { headers: {}, timeoutMs: 50, allowPrivate: true }
  await expect(postOutside(`http://127.0.0.1:${port}/`, '{}', options)).rejects.toThrow()
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost/',
])('in production %s is not posted to', async (address) => {
  const options = { headers: {}, timeoutMs: 5_000, allowPrivate: false }
  await expect(postOutside(address, '{}', options)).rejects.toThrow(/private address/)
})

test('addresses of the Internet are not private', () => {
  expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111'].map(isPrivateAddress)).toEqual([false, false, false])
})
