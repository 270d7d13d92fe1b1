import { startLocalServer } from '@playhub/test-kit/local-server'
import { startSelfSignedServer } from '@playhub/test-kit/self-signed-server'
import { expect, onTestFinished } from 'vitest'
import { hints, project, test } from '../../../test/support/payments/stripe-checkout.ts'
import { readConfig } from '../../config.ts'
import { guardedPost } from '../../platform/outbound/guarded-request.ts'
import { isPrivateIp } from '../../platform/outbound/private-ip.ts'
import { nextRetryDelayMs } from './retry-delay.ts'

test('the game server gets one signed webhook with the purchase', async ({ hub, player, checkout }) => {
  const { orderId } = await checkout.buy(player)
  const [purchase] = await checkout.purchases(player)
  const webhooks = await checkout.webhooks()
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

test('a webhook that is not accepted within three days is dead', async ({ hub, checkout }) => {
  await checkout.control.request('/game-server/behaviour', { project, status: 503, times: 100 })
  await checkout.buy(await hub.logIn())
  for (let day = 0; day < 10; day += 1) {
    await hub.passTime(27 * 3_600_000)
  }
  expect(await checkout.webhooks()).toHaveLength(10)
  const [webhook] = await hub.context.db.selectFrom('webhooks').selectAll().execute()
  expect(webhook).toMatchObject({ state: 'dead', attempts: 10, lastError: 'The game server answered 503' })
  expect(hub.logs()).toMatch(/Webhook delivery failed; retries exhausted/)
})

test('retries span three days and have jitter', () => {
  const delayAfter = (attempt: number, random: number) =>
    nextRetryDelayMs(undefined, { attempt, random, now: 0 })
  const waits = Array.from({ length: 10 }, (_, attempt) => delayAfter(attempt, 0))
  expect(waits.slice(0, 4)).toEqual([0, 5_000, 300_000, 1_800_000])
  expect(waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600_000).toBeCloseTo(75.6, 1)
  expect(delayAfter(2, 1)).toBe(330_000)
  expect(delayAfter(10, 0)).toBeNull()
})

test('Retry-After may be seconds or a date, and counts up to a day', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')
  const hour = 3_600_000
  const delayBy = (retryAfter: string | undefined) =>
    nextRetryDelayMs({ status: 503, retryAfter }, { attempt: 1, random: 0, now })
  const usual = 5_000
  expect(delayBy('120')).toBe(120_000)
  expect(delayBy('Tue, 01 Jan 2030 02:00:00 GMT')).toBe(2 * hour)
  expect(delayBy('Mon, 31 Dec 2029 02:00:00 GMT')).toBe(usual)
  for (const absurd of ['99999999999999999999', 'Fri, 01 Jan 2999 00:00:00 GMT']) {
    expect(delayBy(absurd)).toBe(24 * hour)
  }
  for (const nonsense of ['', 'soon', '-5x', undefined]) expect(delayBy(nonsense)).toBe(usual)
  const requested = { status: 503, retryAfter: '3600' }
  expect(nextRetryDelayMs(requested, { attempt: 9, random: 0, now })).toBe(24 * hour)
  expect(nextRetryDelayMs(requested, { attempt: 10, random: 0, now })).toBeNull()
  expect(nextRetryDelayMs({ ...requested, status: 410 }, { attempt: 1, random: 0, now })).toBeNull()
})

test('a server whose certificate nobody has signed gets no webhook', async ({ skip }) => {
  const { url, requests } = await startSelfSignedServer({ skip })
  const options = { headers: {}, timeoutMs: 5_000, allowPrivate: true }
  await expect(guardedPost(url, '{}', options)).rejects.toThrow('self-signed certificate')
  expect(requests()).toBe(0)
})

test('a server that does not respond in time is a failure', async () => {
  const { url, close } = await startLocalServer(() => {})
  onTestFinished(close)
  const options = { headers: {}, timeoutMs: 50, allowPrivate: true }
  await expect(guardedPost(`${url}/`, '{}', options)).rejects.toThrow()
})

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://localhost/',
])('in production a webhook is not posted to %s', async (ip) => {
  const options = { headers: {}, timeoutMs: 5_000, allowPrivate: false }
  await expect(guardedPost(ip, '{}', options)).rejects.toThrow(/private address/)
})

test.each([
  ['an IPv4-compatible IPv6 address', '::7f00:1'],
  ['an unassigned IPv6 range', '4000::1'],
  ['the dummy prefix of IPv6', '100:0:0:1::1'],
  ['NAT64 of loopback', '64:ff9b::7f00:1'],
  ['the credentials host of Azure', '168.63.129.16'],
  ['a carrier-grade NAT', '100.64.0.1'],
])('%s is private', (_what, ip) => {
  expect(isPrivateIp(ip)).toBe(true)
})

test('WEBHOOK_NETWORKS allows a private network, and no other', async () => {
  const { port, close } = await startLocalServer((_request, response) => void response.writeHead(204).end())
  onTestFinished(close)
  const config = { SMTP_URL: 'smtp://localhost', WEBHOOK_NETWORKS: '127.0.0.0/8 fd00::/8' }
  const { webhookNetworks: networks } = readConfig(config)
  const options = { headers: {}, timeoutMs: 5_000, allowPrivate: false, networks }
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await guardedPost(`http://${host}:${port}/`, '{}', options)).toMatchObject({ status: 204 })
  await expect(guardedPost('http://10.0.0.1/', '{}', options)).rejects.toThrow('WEBHOOK_NETWORKS')
  const wrong = { ...config, WEBHOOK_NETWORKS: '10.0.0.0' }
  expect(() => readConfig(wrong)).toThrow('WEBHOOK_NETWORKS must be networks such as 10.0.0.0/8')
})

test('public addresses are not private', () => {
  expect(['8.8.8.8', '172.32.0.1', '2606:4700::1111'].map(isPrivateIp)).toEqual([false, false, false])
})

test('an invalid webhook secret is reported at startup', () => {
  const read = (secret: string) =>
    readConfig({ HUB_MODE: 'sandbox', WEBHOOK_SECRET_ISLANDM3: secret }).getWebhookSecrets('islandm3')
  const [one, two] = ['a', 'b'].map((sign) => `whsec_${sign.repeat(32)}`)
  expect(read(`${one}`)).toEqual([one])
  expect(read(` ${one}  ${two} `)).toEqual([one, two])
  for (const wrong of ['secret', 'whsec_short', `${one} ${two} ${one}`, `${one},${two}`]) {
    expect(() => read(wrong), wrong).toThrow(/^ {2}WEBHOOK_SECRET_ISLANDM3 must be/m)
  }
})
