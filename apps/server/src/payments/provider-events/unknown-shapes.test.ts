/** Signed events of unknown shape. A later try would be the same, so they are acknowledged. */
import { startLocalServer } from '@playhub/test-kit/local-server'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { sandboxPaymentKeys } from '../providers/index.ts'

type Sender = { hub: TestHub; deliver(body: string): Promise<number> }

async function post(hub: TestHub, path: string, body: string, headers = {}): Promise<number> {
  const response = await fetch(`${hub.url}/webhooks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return response.status
}

async function stripe(): Promise<Sender> {
  const hub = await startTestHub()
  const secret = sandboxPaymentKeys.STRIPE_WEBHOOK_SECRET ?? ''
  const sign = (payload: string) => Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return { hub, deliver: (body) => post(hub, 'stripe', body, { 'stripe-signature': sign(body) }) }
}

/** Posts from this machine, which the sandbox's YooKassa networks include. */
async function yookassa(): Promise<Sender> {
  const hub = await startTestHub()
  return { hub, deliver: (body) => post(hub, 'yookassa', body) }
}

/** Uses our own key set, so the test can sign. */
async function yandexPay(): Promise<Sender> {
  const signed = new Map<string, string>()
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }]
  const { url, close } = await startLocalServer(
    (_request, response) => void response.end(JSON.stringify({ keys })),
  )
  onTestFinished(close)
  const hub = await startTestHub({ env: { YANDEX_PAY_URL: url } })
  const exp = Math.floor(Date.now() / 1000) + 300
  const sign = (body: string) =>
    new CompactSign(Buffer.from(body)).setProtectedHeader({ alg: 'ES256', kid: 'k', exp }).sign(privateKey)
  const deliver = async (body: string) => {
    const token = signed.get(body) ?? (await sign(body))
    signed.set(body, token)
    return post(hub, 'yandex-pay/v1/webhook', token)
  }
  return { hub, deliver }
}

const merchantId = sandboxPaymentKeys.YANDEX_PAY_MERCHANT_ID
const orderId = '5a4db0c5-0000-4000-8000-000000000000'
const object = { object: 'payment_intent', id: 'pi_1' }

const cases: [string, () => Promise<Sender>, unknown[]][] = [
  [
    'Stripe',
    stripe,
    [
      null,
      'text',
      [],
      {},
      { id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found' },
      { id: 'evt_1', type: 'payment_intent.succeeded' },
      { id: 'evt_1', type: 'payment_intent.succeeded', data: null },
      { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: null } },
      { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: 'pi_1' } },
      { id: 7, type: 'payment_intent.succeeded', data: { object } },
      { id: 'evt_1', data: { object } },
      { id: 'evt_1', type: 'payment_intent.\u0000', data: { object } },
      { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { ...object, id: 'pi\u0000' } } },
      { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { ...object, id: ['pi_1'] } } },
      {
        id: 'evt_1',
        type: 'payment_intent.succeeded',
        data: { object: { ...object, metadata: { attemptId: {} } } },
      },
      { id: 'evt_1', type: 'charge.refunded', data: { object: { payment_intent: 'x'.repeat(1001) } } },
    ],
  ],
  [
    'YooKassa',
    yookassa,
    [
      null,
      [],
      {},
      { type: 'notification', event: 'payment.succeeded' },
      { type: 'notification', event: 'payment.succeeded', object: null },
      { type: 'notification', event: 'payment.succeeded', object: { id: 7 } },
      { type: 'notification', event: 'payment.succeeded', object: { id: '../me' } },
      { type: 'notification', event: 'deal.\u0000', object: { id: 'd-1' } },
      { type: 'notification', event: null, object: { id: 'd-1' } },
      { type: 'other', event: 'payment.succeeded', object: { id: '1' } },
    ],
  ],
  [
    'Yandex Pay',
    yandexPay,
    [
      { merchantId },
      { merchantId, event: null },
      { merchantId, event: 'ORDER_STATUS_UPDATED', order: 'text' },
      { merchantId, event: 'ORDER_STATUS_UPDATED', order: { orderId: 7 } },
      { merchantId, event: 'ORDER_STATUS_UPDATED', order: { orderId: `${orderId}\u0000` } },
      { merchantId, event: 'OPERATION_STATUS_UPDATED', operation: { orderId } },
      { merchantId, event: 'OPERATION_STATUS_UPDATED', operation: [] },
      { merchantId, event: '\u0000' },
    ],
  ],
]

test.each(cases)(
  'an event of %s of unknown shape is acknowledged, filed once and logged',
  async (_name, start, bodies) => {
    const { hub, deliver } = await start()
    for (const body of bodies) {
      const text = JSON.stringify(body)
      expect(await deliver(text), text).toBe(200)
      expect(await deliver(text), text).toBe(200)
    }
    const filed = await hub.context.db.selectFrom('providerEvents').select(['kind', 'raw']).execute()
    expect(filed.map(({ kind }) => kind)).toEqual(bodies.map(() => 'unreadable'))
    expect(hub.logs().match(/Provider event of unknown shape/g)).toHaveLength(2 * bodies.length)
  },
)

test('null in an event of Yandex Pay means absent', async () => {
  const { hub, deliver } = await yandexPay()
  const order = { orderId: 'of another system', paymentStatus: null, cart: [] }
  expect(
    await deliver(JSON.stringify({ merchantId, event: 'ORDER_STATUS_UPDATED', order, operation: null })),
  ).toBe(200)
  const [filed] = await hub.context.db.selectFrom('providerEvents').select('kind').execute()
  expect(filed?.kind).toBe('ORDER_STATUS_UPDATED:null')
})

test.each([
  ['another merchant', { merchantId: 'other', event: 1 }],
  ['no merchant', { event: 'ORDER_STATUS_UPDATED' }],
  ['nothing', null],
])('an event of Yandex Pay for %s is refused', async (_what, body) => {
  const { deliver } = await yandexPay()
  expect(await deliver(JSON.stringify(body))).toBe(400)
})

test('an event of YooKassa is accepted with ports in X-Forwarded-For', async () => {
  const hub = await startTestHub({ env: { TRUST_PROXY: 'true', YOOKASSA_NETWORKS: '198.51.100.0/24' } })
  const body = JSON.stringify({ type: 'notification', event: 'deal.closed', object: { id: 'd-1' } })
  const from = (ip: string) => post(hub, 'yookassa', body, { 'x-forwarded-for': ip })
  expect(await from('198.51.100.6:4000')).toBe(200)
  expect(await from('::ffff:198.51.100.6')).toBe(200)
  expect(await from('203.0.113.6:4000')).toBe(400)
  expect(await from('unknown')).toBe(400)
})
