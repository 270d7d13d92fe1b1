/** Payment providers, the mail server and the clock fail while players pay. */

import { type FaultProxy, startFaultProxy } from '@playhub/test-kit/fault-proxy'
import { startLocalServer } from '@playhub/test-kit/local-server'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../../../src/platform/clock.ts'
import { type ProviderCase, providerCases } from '../../support/payments/provider-cases.ts'
import { startProviderCheckout } from '../../support/payments/provider-checkout.ts'
import { boosters, stripeCheckout, test } from '../../support/payments/stripe-checkout.ts'
import { beginRegistration } from '../../support/registration.ts'
import { startTestHub } from '../../support/test-hub.ts'

const patienceMs = 20 * SECOND_MS
const pollMs = 50
const timeouts = { readTimeoutMs: 300, writeTimeoutMs: 300 }

/** A hub connected to its providers through a proxy. */
async function startBehindProxy(providerCase: ProviderCase) {
  const proxy = await startFaultProxy()
  const env = { SANDBOX_URL: `http://127.0.0.1:${proxy.port}` }
  const environment = await startProviderCheckout(providerCase, { env, timeouts, jobs: 'running' })
  proxy.target(Number(new URL(environment.hub.sandboxUrl).port))
  return { ...environment, proxy }
}

const down = (proxy: FaultProxy) => proxy.refuse()
const networkFaults: Record<string, (proxy: FaultProxy) => void> =
  process.env.TEST_LONG === 'true'
    ? { slow: (proxy) => proxy.delay(100), silent: (proxy) => proxy.hold(), down }
    : { down }

describe.each(providerCases)('$provider', (providerCase) => {
  test.for(Object.entries(networkFaults))(
    'is %s while a player pays and another one orders: both are charged once',
    async ([, begin]) => {
      const { hub, player, checkout, proxy } = await startBehindProxy(providerCase)
      const other = await hub.logIn()
      const { orderId, id } = await checkout.orderAndOpen(player)
      begin(proxy)
      const otherOrder = await checkout.order(other)
      const event = await checkout.payAndCapture(id)
      const [statuses, opened, seen] = await Promise.all([
        checkout.deliver(event),
        providerCase.open(hub, other, otherOrder),
        hub.call('GET /payments/get/{id}', { as: player, params: { id: orderId } }),
      ])
      // A provider sends an unaccepted event again.
      expect([200, 502, 503]).toContain(statuses[0])
      if ('refusal' in opened) expect(opened.refusal).toBe(providerCase.openRefusal)
      expect(seen.status).toBe(200)

      proxy.pass()
      hub.clock.advance(SECOND_MS)
      if (statuses[0] !== 200) expect(await checkout.deliver(event)).toEqual([200])
      await checkout.open(other, otherOrder)
      await vi.waitFor(
        () => {
          // A try ended by the silence after this moment is made again by the hub's clock.
          hub.clock.advance(pollMs)
          return checkout.expectPaidOnce(orderId)
        },
        { timeout: patienceMs, interval: pollMs },
      )
      await checkout.pay((await checkout.getPayment(otherOrder)).id)
      hub.clock.advance(SECOND_MS)
      expect(await checkout.get(other, otherOrder)).toMatchObject({ status: 'paid' })
      expect(await checkout.purchases(other)).toHaveLength(1)
      const charged = (await checkout.control.payments()).filter(
        ({ hubPaymentId }) => hubPaymentId === otherOrder,
      )
      expect(charged).toHaveLength(1)
      expect(hub.logs()).not.toContain('Request failed')
    },
  )

  test('answers with nonsense: the order stays open, and is paid afterwards', async () => {
    const { hub, player, checkout, proxy } = await startBehindProxy(providerCase)
    const { orderId, id } = await checkout.orderAndOpen(player)
    const malicious = await startMaliciousServer()
    const honest = Number(new URL(hub.sandboxUrl).port)
    await checkout.pay(id)
    proxy.refuse()
    proxy.target(malicious)
    proxy.pass()
    hub.clock.advance(SECOND_MS)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
    expect(await checkout.purchases(player)).toEqual([])
    proxy.refuse()
    proxy.target(honest)
    proxy.pass()
    hub.clock.advance(SECOND_MS)
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'paid' })
    expect(await checkout.purchases(player)).toHaveLength(1)
    expect(hub.logs()).not.toContain('Request failed')
  })
})

/** A provider with nobody's payment in every response. @returns  its port */
async function startMaliciousServer(): Promise<number> {
  const result = {
    id: 'pi_other',
    object: 'payment_intent',
    status: 'succeeded',
    amount: 1,
    data: { order: {} },
  }
  const { port, close } = await startLocalServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result))
  })
  onTestFinished(close)
  return port
}

test('while the mail server is down emails wait, and arrive after its return', async () => {
  const proxy = await startFaultProxy()
  const hub = await startTestHub({ env: { SMTP_PORT: String(proxy.port) }, jobs: 'running' })
  proxy.refuse()
  proxy.target(hub.smtpPort)
  const emails = Array.from({ length: 5 }, (_, n) => `player-${n}@example.org`)
  for (const email of emails) expect((await beginRegistration(hub, email)).status).toBe(200)
  await vi.waitFor(async () => expect(await waitingForMail()).toBe(emails.length), patienceMs)
  proxy.pass()
  const received = async (email: string) => {
    const response = await fetch(`${hub.sandboxUrl}/mail/messages?to=${encodeURIComponent(email)}`)
    return (await response.json()) as unknown[]
  }
  await vi.waitFor(
    async () => {
      for (const email of emails) expect(await received(email)).toHaveLength(1)
    },
    { timeout: patienceMs, interval: 50 },
  )
  await vi.waitFor(async () => expect(await waitingForMail()).toBe(0), patienceMs)
  expect(hub.logs().match(/The mail server does not answer; emails wait/g)).toHaveLength(1)

  async function waitingForMail(): Promise<number> {
    const jobs = await hub.context.db
      .selectFrom('jobs')
      .select('attempts')
      .where('lastError', 'like', '%mail%')
      .execute()
    expect(jobs.every(({ attempts }) => attempts === 0)).toBe(true)
    return jobs.length
  }
})

test.for([HOUR_MS, -HOUR_MS])('a clock that is wrong by %d ms for a while loses no order', async (jumpMs) => {
  const hub = await startTestHub({ jobs: 'running' })
  const player = await hub.logIn()
  const checkout = stripeCheckout(hub)
  const before = await checkout.orderAndOpen(player)
  hub.clock.advance(jumpMs)
  await hub.callOk('GET /me', { as: player })
  const during = await checkout.orderAndOpen(player, boosters)
  await checkout.decide(before.intentId)
  hub.clock.advance(SECOND_MS)
  expect(await checkout.get(player, before.orderId)).toMatchObject({ status: 'paid' })
  hub.clock.advance(-jumpMs)
  await checkout.decide(during.intentId)
  await checkout.deliver(await checkout.fetchEvent(during.intentId, 'payment_intent.succeeded'))
  await vi.waitFor(
    async () => {
      expect(await checkout.purchases(player)).toHaveLength(2)
      const webhooks = await checkout.webhooks()
      expect(webhooks.map(({ body }) => body.data.paymentId).toSorted()).toEqual(
        [before.orderId, during.orderId].toSorted(),
      )
    },
    { timeout: patienceMs, interval: 50 },
  )
  await hub.callOk('GET /me', { as: player })
  expect(await hub.context.db.selectFrom('jobs').select('id').where('state', '=', 'dead').execute()).toEqual(
    [],
  )
  expect(hub.logs()).not.toContain('Request failed')
})
