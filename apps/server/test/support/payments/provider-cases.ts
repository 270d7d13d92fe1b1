import { randomUUID } from 'node:crypto'
import type { Money, PaymentProvider, RefusalCode } from '@playhub/contract'
import type { Player, TestHub } from '../test-hub.ts'
import { sandboxControl, stripeAt } from './sandbox-control.ts'

/** One provider: how a browser opens a payment, and how its behaviour differs from the others'. */
export type ProviderCase = {
  provider: PaymentProvider
  /** Price of `hints`. */
  price: Money
  /** @returns  the refusal code, or the client token */
  open(
    hub: Pick<TestHub, 'call'>,
    as: Player,
    orderId: string,
  ): Promise<{ refusal: string } | { clientToken: string }>
  eventPath: string
  /** Texts in the events for a paid and an expired payment. */
  paidEvent: string
  abandonedEvent: string
  /** Fault targets for calls creating and fetching a payment. */
  createCall: string
  fetchCall: string
  /** Method and path of the request that creates a payment. */
  createRequest: RegExp
  /** Provider status after a cancellation. YooKassa cannot cancel a pending payment. */
  cancelledStatus: string
  /** The hub's refusal when a payment cannot be opened. */
  openRefusal: RefusalCode
  /** Order status after a declined card: Stripe's payment accepts the next card, the others have failed. */
  afterDecline: 'pending' | 'fail'
  /** The hub's response to a forged event. An unsigned event is accepted, but only as a hint. */
  forgedStatus: 400 | 200
  /** Order status after a day without payment. YooKassa's payments expire and cannot be cancelled. */
  afterADay: 'none' | 'pending'
  /** Creates a payment outside the hub. @param attemptId  The attempt in its metadata. */
  openElsewhere(sandboxUrl: string, attemptId: string | null): Promise<string>
  /** Makes the provider charge 50 minor units, not the requested amount. */
  changeAmount(sandboxUrl: string, id: string): Promise<unknown>
  /** Fault target for the refund call. */
  refundCall: string
  /** Text in a succeeded refund's event. */
  refundEvent: string
  /** Pays so that a refund fails after it was accepted. */
  payUnrefundable(sandboxUrl: string, id: string): Promise<unknown>
}

async function rigRefunds(sandboxUrl: string, id: string): Promise<void> {
  const control = sandboxControl(sandboxUrl)
  await control.rig(id, { refunds: 'fail' })
  await control.decide(id)
}

function rigAmount(sandboxUrl: string, id: string): Promise<unknown> {
  return sandboxControl(sandboxUrl).rig(id, { amountMinor: 50 })
}

async function post(url: string, { headers, body }: { headers: Record<string, string>; body: object }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

const toOutcome = (body: unknown) => (body as { code: string }).code

export const stripeCase: ProviderCase = {
  provider: 'stripe',
  price: { amountMinor: 99, currency: 'USD' },
  async open(hub, as, id) {
    const response = await hub.call('GET /payments/stripe/create/{id}', { as, params: { id } })
    return response.ok ? { clientToken: response.body.clientSecret } : { refusal: toOutcome(response.body) }
  },
  eventPath: '/webhooks/stripe',
  paidEvent: 'payment_intent.succeeded',
  abandonedEvent: 'payment_intent.canceled',
  createCall: 'stripe:payment_intents.create',
  fetchCall: 'stripe:payment_intents.retrieve',
  createRequest: /^POST .*\/payment_intents$/,
  cancelledStatus: 'canceled',
  openRefusal: 'CREATE_PAYMENT_STRIPE_ERROR',
  afterDecline: 'pending',
  forgedStatus: 400,
  afterADay: 'none',
  async openElsewhere(sandboxUrl, attemptId) {
    const metadata: Record<string, string> = attemptId ? { orderId: 'elsewhere', attemptId } : {}
    return (await stripeAt(sandboxUrl).paymentIntents.create({ amount: 500, currency: 'usd', metadata })).id
  },
  changeAmount: (sandboxUrl, id) => stripeAt(sandboxUrl).paymentIntents.update(id, { amount: 50 }),
  refundCall: 'stripe:refunds.create',
  refundEvent: '"refund.created"',
  payUnrefundable: (sandboxUrl, id) =>
    stripeAt(sandboxUrl).paymentIntents.confirm(id, {
      payment_method: 'pm_card_refundFail',
      return_url: 'https://hub.example',
    }),
}

const yookassaCase: ProviderCase = {
  provider: 'yookassa',
  price: { amountMinor: 9900, currency: 'RUB' },
  async open(hub, as, id) {
    const response = await hub.call('GET /payments/yookassa/create/{id}', { as, params: { id } })
    return response.ok
      ? { clientToken: response.body.data.confirmationToken }
      : { refusal: toOutcome(response.body) }
  },
  eventPath: '/webhooks/yookassa',
  paidEvent: 'payment.succeeded',
  abandonedEvent: 'payment.canceled',
  createCall: 'yookassa:payments.create',
  fetchCall: 'yookassa:payments.retrieve',
  createRequest: /^POST .*\/v3\/payments$/,
  cancelledStatus: 'pending',
  openRefusal: 'PROVIDER_UNAVAILABLE',
  afterDecline: 'fail',
  forgedStatus: 200,
  afterADay: 'pending',
  async openElsewhere(sandboxUrl, attemptId) {
    const { id } = await post(`${sandboxUrl}/v3/payments`, {
      headers: {
        authorization: `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`,
        'idempotence-key': randomUUID(),
      },
      body: {
        amount: { value: '500.00', currency: 'RUB' },
        capture: true,
        confirmation: { type: 'embedded' },
        metadata: attemptId ? { orderId: 'elsewhere', attemptId } : {},
      },
    })
    return id as string
  },
  changeAmount: rigAmount,
  refundCall: 'yookassa:refunds.create',
  refundEvent: 'refund.succeeded',
  payUnrefundable: rigRefunds,
}

export const yandexPayCase: ProviderCase = {
  provider: 'yandex-pay',
  price: { amountMinor: 9900, currency: 'RUB' },
  async open(hub, as, paymentId) {
    const response = await hub.call('POST /payments/yandex-pay/create', { as, body: { paymentId } })
    return response.ok
      ? { clientToken: response.body.data.paymentUrl }
      : { refusal: toOutcome(response.body) }
  },
  eventPath: '/webhooks/yandex-pay/v1/webhook',
  paidEvent: '"paymentStatus":"CAPTURED"',
  abandonedEvent: '"paymentStatus":"FAILED"',
  createCall: 'yandex-pay:orders.create',
  fetchCall: 'yandex-pay:orders.retrieve',
  createRequest: /^POST .*\/v1\/orders$/,
  cancelledStatus: 'FAILED',
  openRefusal: 'PROVIDER_UNAVAILABLE',
  afterDecline: 'fail',
  forgedStatus: 400,
  afterADay: 'none',
  async openElsewhere(sandboxUrl, attemptId) {
    const orderId = attemptId ?? `invoice-${randomUUID().slice(0, 8)}`
    await post(`${sandboxUrl}/api/merchant/v1/orders`, {
      headers: { authorization: 'Api-Key sandbox_yandex_pay' },
      body: {
        orderId,
        currencyCode: 'RUB',
        cart: {
          items: [{ productId: 'tea', title: 'Tea', quantity: { count: '1' }, total: '500.00' }],
          total: { amount: '500.00' },
        },
        redirectUrls: { onSuccess: 'https://shop.example', onError: 'https://shop.example' },
      },
    })
    return orderId
  },
  changeAmount: rigAmount,
  refundCall: 'yandex-pay:orders.refund',
  refundEvent: 'OPERATION_STATUS_UPDATED',
  payUnrefundable: rigRefunds,
}

export const providerCases = [stripeCase, yookassaCase, yandexPayCase]
