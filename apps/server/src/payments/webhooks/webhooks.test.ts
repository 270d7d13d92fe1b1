import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { readConfig } from '../../config.ts'
import { test } from '../../testing/hub-test.ts'
import { cashierAt, hints, project } from '../testing/cashier.ts'
import { askedWaitMs, waitAfter, waitAfterAnswer } from './webhook.ts'
import { isPrivateAddress, postOutside } from './webhook-post.ts'

test('the game server gets one signed webhook that says what was bought', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId } = await till.bought(player)
  const [purchase] = await till.purchases(player)
  const webhooks = await till.webhooks()
  expect(webhooks).toHaveLength(1)
  expect(webhooks[0]).toMatchObject({
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

test('a game server that fails is told again under the same id until it answers', async ({ hub }) => {
  const till = cashierAt(hub)
  await till.onSandbox('/game-server/behaviour', { project, status: 500, times: 2 })
  await till.bought(await hub.signIn())
  hub.clock.advance(6_000)
  await hub.runDueJobs()
  hub.clock.advance(6 * 60_000)
  await hub.runDueJobs()
  hub.clock.advance(24 * 3_600_000)
  await hub.runDueJobs()
  const webhooks = await till.webhooks()
  expect(webhooks.map(({ answeredStatus }) => answeredStatus)).toEqual([200, 500, 500])
  expect(new Set(webhooks.map(({ id }) => id)).size).toBe(1)
  expect(webhooks.every(({ verified }) => verified)).toBe(true)
})

test('a webhook nobody takes for three days waits in the dead-letter list', async ({ hub }) => {
  const till = cashierAt(hub)
  await till.onSandbox('/game-server/behaviour', { project, status: 503, times: 100 })
  await till.bought(await hub.signIn())
  for (let day = 0; day < 10; day += 1) {
    hub.clock.advance(27 * 3_600_000)
    await hub.runDueJobs()
  }
  expect(await till.webhooks()).toHaveLength(10)
  const [webhook] = await hub.context.db.selectFrom('webhooks').selectAll().execute()
  expect(webhook).toMatchObject({ state: 'dead', attempts: 10, lastError: 'The game server answered 503' })
  expect(hub.logs()).toMatch(/A webhook was given up/)
})

test('tries take three days in all and spread a little', () => {
  const waits = Array.from({ length: 10 }, (_, attempt) => waitAfter(attempt, 0))
  expect(waits.slice(0, 4)).toEqual([0, 5_000, 300_000, 1_800_000])
  expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600_000).toBeCloseTo(75.6, 1)
  expect(waitAfter(2, 1)).toBe(330_000)
  expect(waitAfter(10, 0)).toBeNull()
})

test('a game server may ask for a longer wait, in seconds or by a date, and for a day at most', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')
  const hour = 3_600_000
  expect(askedWaitMs('120', now)).toBe(120_000)
  expect(askedWaitMs('Tue, 01 Jan 2030 02:00:00 GMT', now)).toBe(2 * hour)
  expect(askedWaitMs('Mon, 31 Dec 2029 02:00:00 GMT', now)).toBe(0)
  for (const absurd of ['99999999999999999999', 'Fri, 01 Jan 2999 00:00:00 GMT']) {
    expect(askedWaitMs(absurd, now)).toBe(24 * hour)
  }
  for (const nonsense of ['', 'soon', '-5x', undefined]) expect(askedWaitMs(nonsense, now)).toBe(0)
  const asked = { status: 503, retryAfter: '3600' }
  expect(waitAfterAnswer(asked, { attempt: 1, random: 0, now })).toBe(hour)
  expect(waitAfterAnswer(asked, { attempt: 9, random: 0, now })).toBe(24 * hour)
  expect(waitAfterAnswer(asked, { attempt: 10, random: 0, now })).toBeNull()
  expect(waitAfterAnswer({ ...asked, status: 410 }, { attempt: 1, random: 0, now })).toBeNull()
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
  expect(await postOutside(`http://127.0.0.1:${port}/`, '{}', options)).toMatchObject({ status: 302 })
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

test('a secret that nobody can sign with is found at the start', () => {
  const read = (secret: string) =>
    readConfig({ HUB_MODE: 'sandbox', WEBHOOK_SECRET_ISLANDM3: secret }).webhookSecretsOf('islandm3')
  const [one, two] = ['a', 'b'].map((sign) => `whsec_${sign.repeat(32)}`)
  expect(read(`${one}`)).toEqual([one])
  expect(read(` ${one}  ${two} `)).toEqual([one, two])
  for (const wrong of ['secret', 'whsec_short', `${one} ${two} ${one}`, `${one},${two}`]) {
    expect(() => read(wrong), wrong).toThrow(/^WEBHOOK_SECRET_ISLANDM3 must be/)
  }
})
