import { randomUUID } from 'node:crypto'
import type { Money, PaymentProvider, RefusalCode } from '@playhub/contract'
import type { Player, TestHub } from '../../testing/test-hub.ts'
import { sandboxControl } from './sandbox-control.ts'
import { stripeAt } from './stripe-account.ts'

/** One way to pay, as a player's browser and the provider's webhooks use it, with the habits a trap must know. */
export type Way = {
  provider: PaymentProvider
  /** Of five hints. */
  price: Money
  /** @returns  the refusal, or what the browser goes on with */
  open(
    hub: Pick<TestHub, 'call'>,
    as: Player,
    orderId: string,
  ): Promise<{ refusal: string } | { handover: string }>
  webhookPath: string
  /** What its webhook says when a payment is paid, and when its time is up. */
  paidNews: string
  abandonedNews: string
  /** The fault of the call that opens a payment, and of the one that looks at it. */
  create: string
  retrieve: string
  /** What the hub answers when a payment cannot be opened. */
  openRefusal: RefusalCode
  /** An order whose card was declined: Stripe's payment takes the next card, the others are over. */
  afterDecline: 'pending' | 'fail'
  /** What the hub answers a forger: without a signature there is nothing to refuse, and nothing is believed either. */
  forgedStatus: 400 | 200
  /** An order that nobody has paid for a day. YooKassa's payments end by themselves, not at our word. */
  afterADay: 'none' | 'pending'
  /** A payment that this hub did not open. @param attemptId  whose it claims to be */
  openElsewhere(sandboxUrl: string, attemptId: string | null): Promise<string>
  /** Has the provider charge another sum than was asked for: 50 of its minor units. */
  changeSum(sandboxUrl: string, id: string): Promise<unknown>
}

function rigSum(sandboxUrl: string, id: string): Promise<unknown> {
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

const outcomeOf = (body: unknown) => (body as { code: string }).code

export const stripeWay: Way = {
  provider: 'stripe',
  price: { amountMinor: 99, currency: 'USD' },
  async open(hub, as, id) {
    const answer = await hub.call('GET /payments/stripe/create/{id}', { as, params: { id } })
    return answer.ok ? { handover: answer.body.clientSecret } : { refusal: outcomeOf(answer.body) }
  },
  webhookPath: '/webhooks/stripe',
  paidNews: 'payment_intent.succeeded',
  abandonedNews: 'payment_intent.canceled',
  create: 'stripe:payment_intents.create',
  retrieve: 'stripe:payment_intents.retrieve',
  openRefusal: 'CREATE_PAYMENT_STRIPE_ERROR',
  afterDecline: 'pending',
  forgedStatus: 400,
  afterADay: 'none',
  async openElsewhere(sandboxUrl, attemptId) {
    const metadata: Record<string, string> = attemptId ? { orderId: 'elsewhere', attemptId } : {}
    return (await stripeAt(sandboxUrl).paymentIntents.create({ amount: 500, currency: 'usd', metadata })).id
  },
  changeSum: (sandboxUrl, id) => stripeAt(sandboxUrl).paymentIntents.update(id, { amount: 50 }),
}

const yookassaWay: Way = {
  provider: 'yookassa',
  price: { amountMinor: 9900, currency: 'RUB' },
  async open(hub, as, id) {
    const answer = await hub.call('GET /payments/yookassa/create/{id}', { as, params: { id } })
    return answer.ok ? { handover: answer.body.data.confirmationToken } : { refusal: outcomeOf(answer.body) }
  },
  webhookPath: '/webhooks/yookassa',
  paidNews: 'payment.succeeded',
  abandonedNews: 'payment.canceled',
  create: 'yookassa:payments.create',
  retrieve: 'yookassa:payments.retrieve',
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
  changeSum: rigSum,
}

const yandexPayWay: Way = {
  provider: 'yandex-pay',
  price: { amountMinor: 9900, currency: 'RUB' },
  async open(hub, as, paymentId) {
    const answer = await hub.call('POST /payments/yandex-pay/create', { as, body: { paymentId } })
    return answer.ok ? { handover: answer.body.data.paymentUrl } : { refusal: outcomeOf(answer.body) }
  },
  webhookPath: '/webhooks/yandex-pay/v1/webhook',
  paidNews: '"paymentStatus":"CAPTURED"',
  abandonedNews: '"paymentStatus":"FAILED"',
  create: 'yandex-pay:orders.create',
  retrieve: 'yandex-pay:orders.retrieve',
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
  changeSum: rigSum,
}

export const ways = [stripeWay, yookassaWay, yandexPayWay]
