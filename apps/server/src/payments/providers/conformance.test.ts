/** What the rest of payments may rely on, whichever company takes the money: each promise is kept by all three. */
import type { PaymentProvider } from '@playhub/contract'
import { describe, expect, test, vi } from 'vitest'
import {
  DeliveryForged,
  type Provider,
  type ProviderPayment,
  ProviderRefused,
  ProviderUnavailable,
} from '../provider.ts'
import type { Posted } from '../testing/event-capture.ts'
import { moneyAt, newCheckout, newRefund, startProviderWorld } from '../testing/provider-environment.ts'

type World = Awaited<ReturnType<typeof startProviderWorld>>

/** Where the companies differ, and are documented to. */
type Habits = {
  name: PaymentProvider
  create: string
  retrieve: string
  declined: ProviderPayment['state']
  abandoned: ProviderPayment['state']
  cancelled: ProviderPayment['state']
  paidWith: string
  /** What its webhooks say when a payment is paid, and when something happens to a refund. */
  paidNews: string
  refundNews: string
  /** A signature is what a forger lacks; without one the provider's API is asked. */
  isSigned: boolean
  /** Pays so that a refund fails after it was taken. */
  payUnreturnable(world: World, id: string): Promise<unknown>
}

async function rigRefunds({ control }: World, id: string): Promise<void> {
  await control.rig(id, { refunds: 'fail' })
  await control.decide(id)
}

const providers: Habits[] = [
  {
    name: 'stripe',
    create: 'stripe:payment_intents.create',
    retrieve: 'stripe:payment_intents.retrieve',
    declined: 'open',
    abandoned: 'cancelled',
    cancelled: 'cancelled',
    paidWith: 'Visa •••• 4242',
    paidNews: 'payment_intent.succeeded',
    refundNews: 'refund.created',
    isSigned: true,
    payUnreturnable: ({ stripe }, id) =>
      stripe.paymentIntents.confirm(id, {
        payment_method: 'pm_card_refundFail',
        return_url: 'https://hub.example',
      }),
  },
  {
    name: 'yookassa',
    create: 'yookassa:payments.create',
    retrieve: 'yookassa:payments.retrieve',
    declined: 'failed',
    abandoned: 'cancelled',
    cancelled: 'open',
    paidWith: 'MasterCard •••• 4444',
    paidNews: 'payment.succeeded',
    refundNews: 'refund.succeeded',
    isSigned: false,
    payUnreturnable: rigRefunds,
  },
  {
    name: 'yandex-pay',
    create: 'yandex-pay:orders.create',
    retrieve: 'yandex-pay:orders.retrieve',
    declined: 'failed',
    abandoned: 'failed',
    cancelled: 'cancelled',
    paidWith: 'Mastercard •••• 4444',
    paidNews: 'CAPTURED',
    refundNews: 'OPERATION_STATUS_UPDATED',
    isSigned: true,
    payUnreturnable: rigRefunds,
  },
]

const here = '127.0.0.1'

function read(provider: Provider, { raw, headers }: Posted, from = here) {
  return provider.readDelivery(raw, headers, from)
}

describe.each(providers)('$name', (habits) => {
  const { name } = habits

  async function opened(env: Record<string, string> = {}) {
    const world = await startProviderWorld(name, env)
    const checkout = newCheckout(name)
    const { providerId, handover } = await world.provider.startCheckout(checkout)
    return { ...world, checkout, providerId, handover }
  }

  async function paid(env: Record<string, string> = {}) {
    const world = await opened(env)
    await world.control.decide(world.providerId)
    return world
  }

  test('opening a payment twice under one attempt is one payment', async () => {
    const { provider, control, checkout, providerId, handover } = await opened()
    expect(handover).toEqual(expect.any(String))
    expect(await provider.startCheckout(checkout)).toEqual({ providerId, handover })
    expect(await control.payments()).toMatchObject([
      { provider: name, id: providerId, hubPaymentId: checkout.orderId },
    ])
  })

  test('an open payment tells its attempt and mode, and what a browser goes on with', async () => {
    const { provider, checkout, providerId, handover } = await opened()
    const payment = await provider.fetchPayment(providerId)
    expect(payment).toMatchObject({
      providerId,
      attemptId: checkout.attemptId,
      state: 'open',
      refundedMinor: 0,
      isOurs: true,
      isLive: false,
      paidWith: null,
      fiscal: 'none',
    })
    expect(provider).toMatchObject({ name, isLive: false })
    expect(await provider.resumeCheckout(providerId)).toEqual({ providerId, handover, payment })
  })

  test('a paid payment tells the exact sum, its currency and what was paid with', async () => {
    const { provider, checkout, providerId } = await paid()
    const payment = await provider.fetchPayment(providerId)
    expect(payment).toMatchObject({
      state: 'succeeded',
      attemptId: checkout.attemptId,
      received: checkout.charge,
      refundedMinor: 0,
      paidWith: habits.paidWith,
    })
    expect((await provider.resumeCheckout(providerId)).payment).toEqual(payment)
  })

  test.each([
    ['a declined card', 'decline', habits.declined],
    ['a payment nobody made', 'abandon', habits.abandoned],
  ] as const)('%s', async (_what, outcome, state) => {
    const { provider, control, providerId } = await opened()
    await control.decide(providerId, { outcome })
    expect(await provider.fetchPayment(providerId)).toMatchObject({ state })
  })

  test('cancelling closes what can be closed, and tells how it stands; twice is once', async () => {
    const { provider, providerId } = await opened()
    expect(await provider.cancel(providerId)).toMatchObject({ state: habits.cancelled })
    expect(await provider.cancel(providerId)).toMatchObject({ state: habits.cancelled })
  })

  test('cancelling what is paid takes nothing back', async () => {
    const { provider, providerId } = await paid()
    expect(await provider.cancel(providerId)).toMatchObject({ state: 'succeeded', refundedMinor: 0 })
    expect(await provider.fetchPayment(providerId)).toMatchObject({ state: 'succeeded', refundedMinor: 0 })
  })

  test('everything may be returned, and the payment stays one that was paid', async () => {
    const { provider, checkout, providerId } = await paid()
    const asked = await provider.refund(newRefund(name, providerId, 19990))
    expect(asked).toMatchObject(checkout.charge)
    await vi.waitFor(async () => {
      const refund = await provider.fetchRefund({ providerId, refundId: asked.refundId })
      expect(refund).toEqual({ ...asked, state: 'succeeded' })
    }, 10_000)
    const payment = await provider.fetchPayment(providerId)
    expect(payment).toMatchObject({ state: 'succeeded', received: checkout.charge, refundedMinor: 19990 })
  })

  test('a part may be returned, and then another', async () => {
    const { provider, providerId } = await paid()
    let before = 0
    for (const amountMinor of [5000, 14_890]) {
      const { refundId } = await provider.refund(newRefund(name, providerId, amountMinor, before))
      before += amountMinor
      await vi.waitFor(async () => {
        expect(await provider.fetchRefund({ providerId, refundId })).toMatchObject({
          state: 'succeeded',
          amountMinor,
        })
      }, 10_000)
      expect(await provider.fetchPayment(providerId)).toMatchObject({
        state: 'succeeded',
        refundedMinor: before,
      })
    }
  })

  test('a refund repeated under its key is the same refund, also when it is over', async () => {
    const { provider, providerId } = await paid()
    const request = newRefund(name, providerId, 5000)
    const { refundId } = await provider.refund(request)
    expect((await provider.refund(request)).refundId).toBe(refundId)
    await vi.waitFor(async () => {
      expect(await provider.fetchRefund({ providerId, refundId })).toMatchObject({ state: 'succeeded' })
    }, 10_000)
    expect((await provider.refund(request)).refundId).toBe(refundId)
    expect(await provider.fetchPayment(providerId)).toMatchObject({ refundedMinor: 5000 })
  })

  test('more than was paid is not returned', async () => {
    const { provider, providerId } = await paid()
    await expect(provider.refund(newRefund(name, providerId, 19991))).rejects.toThrow(ProviderRefused)
    expect(await provider.fetchPayment(providerId)).toMatchObject({ refundedMinor: 0 })
  })

  test('a refund that fails later is told as failed, and takes nothing', async () => {
    const world = await opened()
    const { provider, providerId } = world
    await habits.payUnreturnable(world, providerId)
    const { refundId } = await provider.refund(newRefund(name, providerId, 5000))
    await vi.waitFor(async () => {
      expect(await provider.fetchRefund({ providerId, refundId })).toMatchObject({ state: 'failed' })
    }, 10_000)
    expect(await provider.fetchPayment(providerId)).toMatchObject({ state: 'succeeded', refundedMinor: 0 })
  })

  test('a genuine webhook names the payment and its attempt, under one name however often it comes', async () => {
    const { provider, control, postbox, checkout, providerId } = await opened()
    await control.decide(providerId, { webhook: 'send' })
    const first = await read(provider, await postbox.take(habits.paidNews))
    const subject = { of: 'payment', providerId, attemptId: checkout.attemptId, id: null }
    expect(first).toMatchObject({ subject, isNews: true })
    await control.decide(providerId, { webhook: 'send' }).catch(() => control.replay(providerId))
    expect(await read(provider, await postbox.take(habits.paidNews))).toEqual(first)
  })

  test('a forged webhook is not believed', async () => {
    const { provider, control, postbox, providerId } = await opened()
    await control.decide(providerId, { webhook: 'forge' })
    const reading = read(provider, await postbox.take(habits.paidNews))
    if (habits.isSigned) await expect(reading).rejects.toThrow(DeliveryForged)
    else expect(await reading).toMatchObject({ isNews: false })
    expect(await provider.fetchPayment(providerId)).toMatchObject({ state: 'open' })
  })

  test('an altered webhook is not believed', async () => {
    const { provider, control, postbox, providerId } = await opened()
    await control.decide(providerId, { webhook: 'send' })
    const posted = await postbox.take(habits.paidNews)
    const text = posted.raw.toString()
    const altered = habits.isSigned
      ? flipped(text)
      : text.replaceAll(providerId, providerId.replace(/.$/, 'x'))
    const reading = read(provider, { ...posted, raw: Buffer.from(altered) })
    await expect(reading).rejects.toThrow(DeliveryForged)
  })

  /** One letter in the middle is another. */
  const flipped = (text: string) => {
    const middle = Math.floor(text.length / 2)
    return `${text.slice(0, middle)}${text[middle] === 'A' ? 'B' : 'A'}${text.slice(middle + 1)}`
  }

  test.each([
    '',
    '{}',
    'null',
    '[]',
    '{"type":"notification","event":"payment.succeeded","object":{"id":"../me"}}',
  ])('a body that is no webhook is not believed: %s', async (body) => {
    const { provider } = await startProviderWorld(name)
    await expect(provider.readDelivery(Buffer.from(body), {}, here)).rejects.toThrow(DeliveryForged)
  })

  test('a payment that was opened while the answer got lost is found by its attempt', async () => {
    const { provider, control } = await startProviderWorld(name)
    const checkout = newCheckout(name)
    await control.fault(habits.create, '500-after-commit', 9)
    await expect(provider.startCheckout(checkout)).rejects.toThrow(ProviderUnavailable)
    await control.clearFaults()
    const { providerId, handover } = await provider.startCheckout(checkout)
    expect(handover).toEqual(expect.any(String))
    expect(await control.payments()).toMatchObject([{ id: providerId }])
    expect(await provider.fetchPayment(providerId)).toMatchObject({ attemptId: checkout.attemptId })
  })

  test('a call that is not answered once is made again', async () => {
    const { provider, control, checkout, providerId } = await opened()
    await control.fault(habits.create, 'reset')
    await control.fault(habits.retrieve, '500')
    expect((await provider.startCheckout(checkout)).providerId).toBe(providerId)
    expect(await provider.fetchPayment(providerId)).toMatchObject({ state: 'open' })
  })

  test.each(['500', '429', 'reset'])('%s leaves the outcome unknown', async (kind) => {
    const { provider, control, checkout, providerId } = await opened()
    await control.fault(name, kind, 99)
    await Promise.all([
      expect(provider.fetchPayment(providerId)).rejects.toThrow(ProviderUnavailable),
      expect(provider.startCheckout({ ...checkout })).rejects.toThrow(ProviderUnavailable),
      expect(provider.cancel(providerId)).rejects.toThrow(ProviderUnavailable),
      expect(provider.refund(newRefund(name, providerId, 100))).rejects.toThrow(ProviderUnavailable),
    ])
  })

  test('a provider that never answers is not waited for', async () => {
    const { provider, control } = await startProviderWorld(name, {}, { readMs: 200 })
    const { providerId } = await provider.startCheckout(newCheckout(name))
    await control.fault(name, 'timeout', 99)
    await expect(provider.fetchPayment(providerId)).rejects.toThrow(ProviderUnavailable)
  })

  test('a sum that the provider does not take is refused for good', async () => {
    const { provider, control } = await startProviderWorld(name)
    await expect(provider.startCheckout(newCheckout(name, 10 ** 15))).rejects.toThrow(ProviderRefused)
    expect(await control.payments()).toEqual([])
  })

  test('a payment that is not there is refused', async () => {
    const { provider } = await startProviderWorld(name)
    await expect(provider.fetchPayment('11111111-2222-5000-9000-333333333333')).rejects.toThrow(
      ProviderRefused,
    )
  })
})

const rigged = providers.filter(({ name }) => name !== 'stripe')

test.each(rigged)('$name: a payment of another shop is told as not ours', async ({ name }) => {
  const { provider, control } = await startProviderWorld(name)
  const { providerId } = await provider.startCheckout(newCheckout(name))
  await control.rig(providerId, { shop: 'other' })
  await control.decide(providerId)
  expect(await provider.fetchPayment(providerId)).toMatchObject({ isOurs: false })
})

test.each(rigged)('$name: another sum and another currency are told as they are', async ({ name }) => {
  const { provider, control } = await startProviderWorld(name)
  const { providerId } = await provider.startCheckout(newCheckout(name))
  await control.rig(providerId, { amountMinor: 101, currency: 'KZT' })
  await control.decide(providerId)
  expect(await provider.fetchPayment(providerId)).toMatchObject({
    received: { amountMinor: 101, currency: 'KZT' },
  })
})

test.each(rigged)('$name: money that is held is taken, unless it is cancelled', async ({ name }) => {
  const { provider, control } = await startProviderWorld(name)
  for (const verb of ['fetchPayment', 'cancel'] as const) {
    const { providerId } = await provider.startCheckout(newCheckout(name))
    await control.rig(providerId, { hold: true })
    await control.decide(providerId)
    const state = verb === 'cancel' ? 'cancelled' : 'succeeded'
    await vi.waitFor(async () => expect(await provider[verb](providerId)).toMatchObject({ state }), 10_000)
  }
})

test('YooKassa: live money is told from test money', async () => {
  const { provider, control } = await startProviderWorld('yookassa')
  const { providerId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.rig(providerId, { mode: 'live' })
  expect(await provider.fetchPayment(providerId)).toMatchObject({ isLive: true })
})

test.each([
  ['203.0.113.7', false],
  ['::ffff:203.0.113.7', false],
  ['2001:db8::1', false],
  ['185.71.76.31', true],
  ['::ffff:185.71.76.31', true],
  ['185.71.76.32', false],
  ['77.75.156.11', true],
  ['77.75.156.12', false],
  ['2a02:5180::2', true],
  ['2a02:5181::2', false],
  ['not an address', false],
])('YooKassa: a notification from %s is heard: %s', async (from, isHeard) => {
  const networks = '185.71.76.0/27,77.75.156.11/32,2a02:5180::/32'
  const { provider, control, postbox } = await startProviderWorld('yookassa', { YOOKASSA_NETWORKS: networks })
  const { providerId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.decide(providerId, { webhook: 'send' })
  const reading = read(provider, await postbox.take('payment.succeeded'), from)
  if (isHeard) expect(await reading).toMatchObject({ isNews: true })
  else await expect(reading).rejects.toThrow(DeliveryForged)
})

test('YooKassa: a false notification does not take the place of the genuine one that comes later', async () => {
  const { provider, control, postbox } = await startProviderWorld('yookassa')
  const { providerId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.decide(providerId, { webhook: 'forge' })
  const forged = await read(provider, await postbox.take('payment.succeeded'))
  await control.decide(providerId, { webhook: 'send' })
  const genuine = await read(provider, await postbox.take('payment.succeeded'))
  expect([forged.isNews, genuine.isNews]).toEqual([false, true])
  expect(forged.key).not.toBe(genuine.key)
})

test.each(providers.filter(({ isSigned }) => isSigned))(
  '$name: a genuine webhook that is an hour old is not believed',
  async ({ name, paidNews }) => {
    const { provider, control, postbox } = await startProviderWorld(name)
    const { providerId } = await provider.startCheckout(newCheckout(name))
    await control.decide(providerId, { webhook: 'send' })
    await read(provider, await postbox.take(paidNews))
    await control.replay(providerId, { event: name === 'stripe' ? paidNews : '', ageMs: 3_600_000 })
    await expect(read(provider, await postbox.take(paidNews))).rejects.toThrow(DeliveryForged)
  },
)

test('Yandex Pay: a key that is new to us is asked for', async () => {
  const { provider, control, postbox } = await startProviderWorld('yandex-pay')
  const { providerId } = await provider.startCheckout(newCheckout('yandex-pay'))
  await control.decide(providerId, { webhook: 'send' })
  await read(provider, await postbox.take('CAPTURED'))
  await control.ask('/control/yandex-pay/rotate-key', {})
  await control.replay(providerId)
  const posted = await postbox.take('CAPTURED')
  // Strange keys are looked up once a second at most; until then Yandex Pay tells again.
  await vi.waitFor(async () => expect(await read(provider, posted)).toMatchObject({ isNews: true }), 5_000)
})

test('Yandex Pay: while its keys cannot be read, nothing is said about a webhook', async () => {
  const { provider, control, postbox } = await startProviderWorld('yandex-pay')
  const { providerId } = await provider.startCheckout(newCheckout('yandex-pay'))
  await control.decide(providerId, { webhook: 'send' })
  const posted = await postbox.take('CAPTURED')
  await control.fault('yandex-pay:jwks', '500')
  await expect(read(provider, posted)).rejects.toThrow(ProviderUnavailable)
})

test('Yandex Pay: a webhook of another merchant is not ours', async () => {
  const { provider, control, postbox } = await startProviderWorld('yandex-pay')
  const { providerId } = await provider.startCheckout(newCheckout('yandex-pay'))
  await control.rig(providerId, { shop: 'other' })
  await control.decide(providerId, { webhook: 'send' })
  await expect(read(provider, await postbox.take('CAPTURED'))).rejects.toThrow(DeliveryForged)
})

test.each(providers)('$name: a webhook about a refund names it', async ({ name, refundNews }) => {
  const { provider, control, postbox } = await startProviderWorld(name)
  const { providerId } = await provider.startCheckout(newCheckout(name))
  await control.decide(providerId)
  const { refundId } = await provider.refund(newRefund(name, providerId, 5000))
  expect(await read(provider, await postbox.take(refundNews))).toMatchObject({
    subject: { of: 'refund', providerId, id: refundId },
    isNews: true,
  })
})

test('Stripe: a dispute is told with its sum, and by webhook', async () => {
  const { provider, control, postbox } = await startProviderWorld('stripe')
  const { providerId } = await provider.startCheckout(newCheckout('stripe'))
  await control.decide(providerId)
  await control.decide(providerId, { outcome: 'dispute', webhook: 'send' })
  const { subject, isNews } = await read(provider, await postbox.take('charge.dispute.created'))
  expect({ subject, isNews }).toMatchObject({ subject: { of: 'dispute', providerId }, isNews: true })
  expect(await provider.fetchDispute?.(subject?.id ?? '')).toEqual({
    disputeId: subject?.id,
    providerId,
    ...moneyAt('stripe', 19990),
    state: 'open',
    reason: expect.any(String),
  })
})

const vat = { YOOKASSA_RECEIPT_VAT: '20', YANDEX_PAY_RECEIPT_VAT: '20' }

test('YooKassa: with receipts, one is registered for the payment, and its numbers are told', async () => {
  const { provider, control, sandboxUrl } = await startProviderWorld('yookassa', vat)
  const { providerId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.rig(providerId, { receipts: 'pend' })
  await control.decide(providerId)
  expect(await provider.fetchPayment(providerId)).toMatchObject({ state: 'succeeded', fiscal: 'pending' })
  expect(await provider.fetchFiscalReceipt?.(providerId)).toEqual({ state: 'pending', numbers: null })
  await control.rig(providerId, { receipts: 'register' })
  await vi.waitFor(async () => {
    expect(await provider.fetchFiscalReceipt?.(providerId)).toEqual({
      state: 'registered',
      numbers: {
        document: expect.stringMatching(/^\d+$/),
        storage: '9960440300000001',
        attribute: expect.stringMatching(/^\d+$/),
      },
    })
  }, 10_000)
  const authorization = `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`
  const response = await fetch(`${sandboxUrl}/v3/receipts?payment_id=${providerId}`, {
    headers: { authorization },
  })
  expect(await response.json()).toMatchObject({
    items: [
      {
        type: 'payment',
        items: [
          {
            description: 'Пять подсказок',
            quantity: '1',
            amount: { value: '199.90', currency: 'RUB' },
            vat_code: 4,
            payment_subject: 'service',
            payment_mode: 'full_payment',
          },
        ],
      },
    ],
  })
})

test('YooKassa: a receipt that the cash register refuses is told as failed', async () => {
  const { provider, control } = await startProviderWorld('yookassa', vat)
  const { providerId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.rig(providerId, { receipts: 'fail' })
  await control.decide(providerId)
  await vi.waitFor(async () => {
    expect(await provider.fetchFiscalReceipt?.(providerId)).toEqual({ state: 'failed', numbers: null })
  }, 10_000)
})

test.each(rigged)('$name: with receipts, a part may be returned too', async ({ name }) => {
  const { provider, control } = await startProviderWorld(name, vat)
  const { providerId } = await provider.startCheckout(newCheckout(name))
  await control.decide(providerId)
  await provider.refund(newRefund(name, providerId, 5000))
  await vi.waitFor(async () => {
    expect(await provider.fetchPayment(providerId)).toMatchObject({ refundedMinor: 5000 })
  }, 10_000)
})

test('Yandex Pay: with receipts, its cart carries one and the address it goes to', async () => {
  const { provider, config, control } = await startProviderWorld('yandex-pay', vat)
  const { providerId } = await provider.startCheckout(newCheckout('yandex-pay'))
  const response = await fetch(`${config.yandexPay?.apiUrl}/v1/orders/${providerId}`, {
    headers: { authorization: `Api-Key ${config.yandexPay?.apiKey}` },
  })
  const receipt = { title: 'Пять подсказок', tax: 1, paymentSubjectType: 4, paymentMethodType: 4 }
  expect(await response.json()).toMatchObject({
    data: { order: { cart: { items: [{ productId: 'hints', receipt }] } } },
  })
  expect(await control.payments()).toHaveLength(1)
})
