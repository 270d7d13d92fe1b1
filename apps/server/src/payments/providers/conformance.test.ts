/** The `Provider` contract, checked for all three implementations. */
import type { PaymentProvider } from '@playhub/contract'
import { describe, expect, test, vi } from 'vitest'
import type { CapturedEvent } from '../../../test/support/payments/event-capture.ts'
import {
  moneyAt,
  newCheckout,
  newRefund,
  startProviderEnvironment,
} from '../../../test/support/payments/provider-environment.ts'
import {
  ForgedEvent,
  type Provider,
  type ProviderPayment,
  ProviderRefused,
  ProviderUnavailable,
  UnreadableEvent,
} from '../provider.ts'

type Environment = Awaited<ReturnType<typeof startProviderEnvironment>>

/** Documented differences between the providers. */
type ProviderTraits = {
  name: PaymentProvider
  /** Fault targets. */
  createCall: string
  fetchCall: string
  declined: ProviderPayment['state']
  abandoned: ProviderPayment['state']
  cancelled: ProviderPayment['state']
  paidWith: string
  /** Texts in the events for a paid payment and a refund. */
  paidEvent: string
  refundEvent: string
  /** Events are signed. Unsigned ones are checked against the API. */
  isSigned: boolean
  /** Pays so that a refund fails after it was accepted. */
  payUnrefundable(environment: Environment, id: string): Promise<unknown>
}

async function rigRefunds({ control }: Environment, id: string): Promise<void> {
  await control.rig(id, { refunds: 'fail' })
  await control.decide(id)
}

const providers: ProviderTraits[] = [
  {
    name: 'stripe',
    createCall: 'stripe:payment_intents.create',
    fetchCall: 'stripe:payment_intents.retrieve',
    declined: 'open',
    abandoned: 'cancelled',
    cancelled: 'cancelled',
    paidWith: 'Visa •••• 4242',
    paidEvent: 'payment_intent.succeeded',
    refundEvent: 'refund.created',
    isSigned: true,
    payUnrefundable: ({ stripe }, id) =>
      stripe.paymentIntents.confirm(id, {
        payment_method: 'pm_card_refundFail',
        return_url: 'https://hub.example',
      }),
  },
  {
    name: 'yookassa',
    createCall: 'yookassa:payments.create',
    fetchCall: 'yookassa:payments.retrieve',
    declined: 'failed',
    abandoned: 'cancelled',
    cancelled: 'open',
    paidWith: 'MasterCard •••• 4444',
    paidEvent: 'payment.succeeded',
    refundEvent: 'refund.succeeded',
    isSigned: false,
    payUnrefundable: rigRefunds,
  },
  {
    name: 'yandex-pay',
    createCall: 'yandex-pay:orders.create',
    fetchCall: 'yandex-pay:orders.retrieve',
    declined: 'failed',
    abandoned: 'cancelled',
    cancelled: 'cancelled',
    paidWith: 'Mastercard •••• 4444',
    paidEvent: 'CAPTURED',
    refundEvent: 'OPERATION_STATUS_UPDATED',
    isSigned: true,
    payUnrefundable: rigRefunds,
  },
]

const here = '127.0.0.1'

function read(provider: Provider, { raw, headers }: CapturedEvent, from = here) {
  return provider.verifyEvent(raw, headers, from)
}

describe.each(providers)('$name', (providerTraits) => {
  const { name } = providerTraits

  async function opened(env: Record<string, string> = {}) {
    const environment = await startProviderEnvironment(name, env)
    const checkout = newCheckout(name)
    const { providerPaymentId, clientToken } = await environment.provider.startCheckout(checkout)
    return { ...environment, checkout, providerPaymentId, clientToken }
  }

  async function paid(env: Record<string, string> = {}) {
    const environment = await opened(env)
    await environment.control.decide(environment.providerPaymentId)
    return environment
  }

  test('starting a checkout twice for one attempt creates one payment', async () => {
    const { provider, control, checkout, providerPaymentId, clientToken } = await opened()
    expect(clientToken).toEqual(expect.any(String))
    expect(await provider.startCheckout(checkout)).toEqual({ providerPaymentId, clientToken })
    expect(await control.payments()).toMatchObject([
      { provider: name, id: providerPaymentId, hubPaymentId: checkout.orderId },
    ])
  })

  test('an open payment has its attempt, its mode and a client token', async () => {
    const { provider, checkout, providerPaymentId, clientToken } = await opened()
    const payment = await provider.fetchPayment(providerPaymentId)
    expect(payment).toMatchObject({
      providerPaymentId,
      attemptId: checkout.attemptId,
      state: 'open',
      refundedMinor: 0,
      isOurs: true,
      isLive: false,
      paidWith: null,
      fiscal: 'none',
    })
    expect(provider).toMatchObject({ name, isLive: false })
    expect(await provider.resumeCheckout(providerPaymentId)).toEqual({
      providerPaymentId,
      clientToken,
      payment,
    })
  })

  test('a paid payment has the exact amount, its currency and the payment method', async () => {
    const { provider, checkout, providerPaymentId } = await paid()
    const payment = await provider.fetchPayment(providerPaymentId)
    expect(payment).toMatchObject({
      state: 'succeeded',
      attemptId: checkout.attemptId,
      received: checkout.charge,
      refundedMinor: 0,
      paidWith: providerTraits.paidWith,
    })
    expect((await provider.resumeCheckout(providerPaymentId)).payment).toEqual(payment)
  })

  test.each([
    ['a declined card', 'decline', providerTraits.declined],
    ['an abandoned payment', 'abandon', providerTraits.abandoned],
  ] as const)('%s', async (_what, outcome, state) => {
    const { provider, control, providerPaymentId } = await opened()
    await control.decide(providerPaymentId, { outcome })
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ state })
  })

  test('cancelling closes what can be closed and returns the state; it is idempotent', async () => {
    const { provider, providerPaymentId } = await opened()
    expect(await provider.cancel(providerPaymentId)).toMatchObject({ state: providerTraits.cancelled })
    expect(await provider.cancel(providerPaymentId)).toMatchObject({ state: providerTraits.cancelled })
  })

  test('cancelling a paid payment changes nothing', async () => {
    const { provider, providerPaymentId } = await paid()
    expect(await provider.cancel(providerPaymentId)).toMatchObject({ state: 'succeeded', refundedMinor: 0 })
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({
      state: 'succeeded',
      refundedMinor: 0,
    })
  })

  test('a payment can be refunded in full and stays succeeded', async () => {
    const { provider, checkout, providerPaymentId } = await paid()
    const requested = await provider.refund(newRefund(name, providerPaymentId, 19990))
    expect(requested).toMatchObject(checkout.charge)
    await vi.waitFor(async () => {
      const refund = await provider.fetchRefund({ providerPaymentId, refundId: requested.refundId })
      expect(refund).toEqual({ ...requested, state: 'succeeded' })
    }, 10_000)
    const payment = await provider.fetchPayment(providerPaymentId)
    expect(payment).toMatchObject({ state: 'succeeded', received: checkout.charge, refundedMinor: 19990 })
  })

  test('a payment can be refunded in parts', async () => {
    const { provider, providerPaymentId } = await paid()
    let before = 0
    for (const amountMinor of [5000, 14_890]) {
      const { refundId } = await provider.refund(newRefund(name, providerPaymentId, amountMinor, before))
      before += amountMinor
      await vi.waitFor(async () => {
        expect(await provider.fetchRefund({ providerPaymentId, refundId })).toMatchObject({
          state: 'succeeded',
          amountMinor,
        })
      }, 10_000)
      expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({
        state: 'succeeded',
        refundedMinor: before,
      })
    }
  })

  test('a refund repeated under its key is the same refund, also once it is final', async () => {
    const { provider, providerPaymentId } = await paid()
    const request = newRefund(name, providerPaymentId, 5000)
    const { refundId } = await provider.refund(request)
    expect((await provider.refund(request)).refundId).toBe(refundId)
    await vi.waitFor(async () => {
      expect(await provider.fetchRefund({ providerPaymentId, refundId })).toMatchObject({
        state: 'succeeded',
      })
    }, 10_000)
    expect((await provider.refund(request)).refundId).toBe(refundId)
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ refundedMinor: 5000 })
  })

  test('a refund of more than was paid is refused', async () => {
    const { provider, providerPaymentId } = await paid()
    await expect(provider.refund(newRefund(name, providerPaymentId, 19991))).rejects.toThrow(ProviderRefused)
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ refundedMinor: 0 })
  })

  test('a refund that fails later is reported as failed and not counted', async () => {
    const environment = await opened()
    const { provider, providerPaymentId } = environment
    await providerTraits.payUnrefundable(environment, providerPaymentId)
    const { refundId } = await provider.refund(newRefund(name, providerPaymentId, 5000))
    await vi.waitFor(async () => {
      expect(await provider.fetchRefund({ providerPaymentId, refundId })).toMatchObject({ state: 'failed' })
    }, 10_000)
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({
      state: 'succeeded',
      refundedMinor: 0,
    })
  })

  test('a genuine event names the payment and its attempt, under one key however often it is sent', async () => {
    const { provider, control, events, checkout, providerPaymentId } = await opened()
    await control.decide(providerPaymentId, { webhook: 'send' })
    const first = await read(provider, await events.take(providerTraits.paidEvent))
    const subject = { of: 'payment', providerPaymentId, attemptId: checkout.attemptId, id: null }
    expect(first).toMatchObject({ subject, isActionable: true })
    await control
      .decide(providerPaymentId, { webhook: 'send' })
      .catch(() => control.replay(providerPaymentId))
    expect(await read(provider, await events.take(providerTraits.paidEvent))).toEqual(first)
  })

  test('a forged event is rejected', async () => {
    const { provider, control, events, providerPaymentId } = await opened()
    await control.decide(providerPaymentId, { webhook: 'forge' })
    const reading = read(provider, await events.take(providerTraits.paidEvent))
    if (providerTraits.isSigned) await expect(reading).rejects.toThrow(ForgedEvent)
    else expect(await reading).toMatchObject({ isActionable: false })
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ state: 'open' })
  })

  test('an altered event is rejected', async () => {
    const { provider, control, events, providerPaymentId } = await opened()
    await control.decide(providerPaymentId, { webhook: 'send' })
    const event = await events.take(providerTraits.paidEvent)
    const text = event.raw.toString()
    const altered = providerTraits.isSigned
      ? changeOneCharacter(text)
      : text.replaceAll(providerPaymentId, providerPaymentId.replace(/.$/, 'x'))
    const reading = read(provider, { ...event, raw: Buffer.from(altered) })
    await expect(reading).rejects.toThrow(ForgedEvent)
  })

  /** Changes one character in the middle. */
  const changeOneCharacter = (text: string) => {
    const middle = Math.floor(text.length / 2)
    return `${text.slice(0, middle)}${text[middle] === 'A' ? 'B' : 'A'}${text.slice(middle + 1)}`
  }

  test.each([
    '',
    '{}',
    'null',
    '[]',
    '{"type":"notification","event":"payment.succeeded","object":{"id":"../me"}}',
  ])('a body that is not an event is rejected: %s', async (body) => {
    const { provider } = await startProviderEnvironment(name)
    const failure = providerTraits.isSigned || body === '' ? ForgedEvent : UnreadableEvent
    await expect(provider.verifyEvent(Buffer.from(body), {}, here)).rejects.toThrow(failure)
  })

  test('a payment whose response was lost is found by its attempt', async () => {
    const { provider, control } = await startProviderEnvironment(name)
    const checkout = newCheckout(name)
    await control.fault(providerTraits.createCall, '500-after-commit', 9)
    const lost = provider.startCheckout(checkout)
    // Stripe saves the first response, so the second request is enough to look the payment up.
    if (name === 'stripe') await lost
    else await expect(lost).rejects.toThrow(ProviderUnavailable)
    await control.clearFaults()
    const { providerPaymentId, clientToken } = await provider.startCheckout(checkout)
    expect(clientToken).toEqual(expect.any(String))
    expect(await control.payments()).toMatchObject([{ id: providerPaymentId }])
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ attemptId: checkout.attemptId })
  })

  test('a call that fails once is retried', async () => {
    const { provider, control, checkout, providerPaymentId } = await opened()
    await control.fault(providerTraits.createCall, 'reset')
    await control.fault(providerTraits.fetchCall, '500')
    expect((await provider.startCheckout(checkout)).providerPaymentId).toBe(providerPaymentId)
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ state: 'open' })
  })

  test.each(['500', '429', 'reset'])('%s leaves the outcome unknown', async (kind) => {
    const { provider, control, checkout, providerPaymentId } = await opened()
    await control.fault(name, kind, 99)
    await Promise.all([
      expect(provider.fetchPayment(providerPaymentId)).rejects.toThrow(ProviderUnavailable),
      expect(provider.startCheckout({ ...checkout })).rejects.toThrow(ProviderUnavailable),
      expect(provider.cancel(providerPaymentId)).rejects.toThrow(ProviderUnavailable),
      expect(provider.refund(newRefund(name, providerPaymentId, 100))).rejects.toThrow(ProviderUnavailable),
    ])
  })

  test('a provider that never responds times out', async () => {
    const { provider, control } = await startProviderEnvironment(name, {}, { readTimeoutMs: 200 })
    const { providerPaymentId } = await provider.startCheckout(newCheckout(name))
    await control.fault(name, 'timeout', 99)
    await expect(provider.fetchPayment(providerPaymentId)).rejects.toThrow(ProviderUnavailable)
  })

  test('an amount that the provider does not accept is refused', async () => {
    const { provider, control } = await startProviderEnvironment(name)
    await expect(provider.startCheckout(newCheckout(name, 10 ** 15))).rejects.toThrow(ProviderRefused)
    expect(await control.payments()).toEqual([])
  })

  test('an unknown payment is refused', async () => {
    const { provider } = await startProviderEnvironment(name)
    await expect(provider.fetchPayment('11111111-2222-5000-9000-333333333333')).rejects.toThrow(
      ProviderRefused,
    )
  })
})

const rigged = providers.filter(({ name }) => name !== 'stripe')

test.each(rigged)('$name: a payment of another shop is reported as not ours', async ({ name }) => {
  const { provider, control } = await startProviderEnvironment(name)
  const { providerPaymentId } = await provider.startCheckout(newCheckout(name))
  await control.rig(providerPaymentId, { shop: 'other' })
  await control.decide(providerPaymentId)
  expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ isOurs: false })
})

test.each(rigged)('$name: another amount and another currency are reported unchanged', async ({ name }) => {
  const { provider, control } = await startProviderEnvironment(name)
  const { providerPaymentId } = await provider.startCheckout(newCheckout(name))
  await control.rig(providerPaymentId, { amountMinor: 101, currency: 'KZT' })
  await control.decide(providerPaymentId)
  expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({
    received: { amountMinor: 101, currency: 'KZT' },
  })
})

test.each(rigged)('$name: held money is captured, unless it is cancelled', async ({ name }) => {
  const { provider, control } = await startProviderEnvironment(name)
  for (const verb of ['fetchPayment', 'cancel'] as const) {
    const { providerPaymentId } = await provider.startCheckout(newCheckout(name))
    await control.rig(providerPaymentId, { hold: true })
    await control.decide(providerPaymentId)
    const state = verb === 'cancel' ? 'cancelled' : 'succeeded'
    await vi.waitFor(
      async () => expect(await provider[verb](providerPaymentId)).toMatchObject({ state }),
      10_000,
    )
  }
})

test('YooKassa: live payments are distinguished from test payments', async () => {
  const { provider, control } = await startProviderEnvironment('yookassa')
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.rig(providerPaymentId, { mode: 'live' })
  expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ isLive: true })
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
])('YooKassa: an event from %s is accepted: %s', async (from, isAccepted) => {
  const networks = '185.71.76.0/27,77.75.156.11/32,2a02:5180::/32'
  const { provider, control, events } = await startProviderEnvironment('yookassa', {
    YOOKASSA_NETWORKS: networks,
  })
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.decide(providerPaymentId, { webhook: 'send' })
  const reading = read(provider, await events.take('payment.succeeded'), from)
  if (isAccepted) expect(await reading).toMatchObject({ isActionable: true })
  else await expect(reading).rejects.toThrow(ForgedEvent)
})

test('YooKassa: a false event does not occupy the key of the genuine one', async () => {
  const { provider, control, events } = await startProviderEnvironment('yookassa')
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.decide(providerPaymentId, { webhook: 'forge' })
  const forged = await read(provider, await events.take('payment.succeeded'))
  await control.decide(providerPaymentId, { webhook: 'send' })
  const genuine = await read(provider, await events.take('payment.succeeded'))
  expect([forged.isActionable, genuine.isActionable]).toEqual([false, true])
  expect(forged.key).not.toBe(genuine.key)
})

test.each(providers.filter(({ isSigned }) => isSigned))(
  '$name: a genuine event that is an hour old is rejected',
  async ({ name, paidEvent }) => {
    const { provider, control, events } = await startProviderEnvironment(name)
    const { providerPaymentId } = await provider.startCheckout(newCheckout(name))
    await control.decide(providerPaymentId, { webhook: 'send' })
    await read(provider, await events.take(paidEvent))
    await control.replay(providerPaymentId, { event: name === 'stripe' ? paidEvent : '', ageMs: 3_600_000 })
    await expect(read(provider, await events.take(paidEvent))).rejects.toThrow(ForgedEvent)
  },
)

test('Yandex Pay: an unknown key makes the key set reload', async () => {
  const { provider, control, events } = await startProviderEnvironment('yandex-pay')
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yandex-pay'))
  await control.decide(providerPaymentId, { webhook: 'send' })
  await read(provider, await events.take('CAPTURED'))
  await control.request('/control/yandex-pay/rotate-key', {})
  await control.replay(providerPaymentId)
  const event = await events.take('CAPTURED')
  // The key set is reloaded once a second at most; until then Yandex Pay sends the event again.
  await vi.waitFor(
    async () => expect(await read(provider, event)).toMatchObject({ isActionable: true }),
    5_000,
  )
})

test('Yandex Pay: an event cannot be verified while the key set is unavailable', async () => {
  const { provider, control, events } = await startProviderEnvironment('yandex-pay')
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yandex-pay'))
  await control.decide(providerPaymentId, { webhook: 'send' })
  const event = await events.take('CAPTURED')
  await control.fault('yandex-pay:jwks', '500')
  await expect(read(provider, event)).rejects.toThrow(ProviderUnavailable)
})

test('Yandex Pay: an event of another merchant is rejected', async () => {
  const { provider, control, events } = await startProviderEnvironment('yandex-pay')
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yandex-pay'))
  await control.rig(providerPaymentId, { shop: 'other' })
  await control.decide(providerPaymentId, { webhook: 'send' })
  await expect(read(provider, await events.take('CAPTURED'))).rejects.toThrow(ForgedEvent)
})

test.each(providers)('$name: the event of a refund has its id', async ({ name, refundEvent }) => {
  const { provider, control, events } = await startProviderEnvironment(name)
  const { providerPaymentId } = await provider.startCheckout(newCheckout(name))
  await control.decide(providerPaymentId)
  const { refundId } = await provider.refund(newRefund(name, providerPaymentId, 5000))
  expect(await read(provider, await events.take(refundEvent))).toMatchObject({
    subject: { of: 'refund', providerPaymentId, id: refundId },
    isActionable: true,
  })
})

describe('Stripe replays a saved 500 for a day', () => {
  const failures = [
    ['was not executed', '500'],
    ['was executed', '500-after-commit'],
  ] as const

  test.each(failures)('a payment whose creation %s is opened once', async (_what, kind) => {
    const { provider, control, stripe } = await startProviderEnvironment('stripe')
    const checkout = newCheckout('stripe')
    await control.fault('stripe:payment_intents.create', kind)
    const { providerPaymentId } = await provider.startCheckout(checkout)
    expect((await provider.startCheckout(checkout)).providerPaymentId).toBe(providerPaymentId)
    expect((await stripe.paymentIntents.list()).data).toMatchObject([
      { id: providerPaymentId, metadata: { attemptId: checkout.attemptId } },
    ])
  })

  test.each(failures)('a refund that %s is made once', async (_what, kind) => {
    const { provider, control, stripe } = await startProviderEnvironment('stripe')
    const { providerPaymentId } = await provider.startCheckout(newCheckout('stripe'))
    await control.decide(providerPaymentId)
    const request = newRefund('stripe', providerPaymentId, 5000)
    await control.fault('stripe:refunds.create', kind)
    const refund = await provider.refund(request)
    expect(refund).toMatchObject({ state: 'succeeded', amountMinor: 5000 })
    expect(await provider.refund(request)).toEqual(refund)
    expect((await stripe.refunds.list()).data).toHaveLength(1)
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ refundedMinor: 5000 })
  })

  test('concurrent refunds under one key are one refund', async () => {
    const { provider, control, stripe } = await startProviderEnvironment('stripe')
    const { providerPaymentId } = await provider.startCheckout(newCheckout('stripe'))
    await control.decide(providerPaymentId)
    const request = newRefund('stripe', providerPaymentId, 5000)
    await control.fault('stripe:refunds.create', '500', 3)
    await Promise.allSettled([1, 2, 3, 4].map(() => provider.refund(request)))
    await provider.refund(request)
    expect((await stripe.refunds.list()).data).toHaveLength(1)
  })

  test('while the look-up fails, nothing is sent again', async () => {
    const { provider, control, stripe } = await startProviderEnvironment('stripe')
    const { providerPaymentId } = await provider.startCheckout(newCheckout('stripe'))
    await control.decide(providerPaymentId)
    const request = newRefund('stripe', providerPaymentId, 5000)
    await control.fault('stripe:refunds.create', '500-after-commit')
    await control.fault('stripe:refunds.list', '500', 9)
    await expect(provider.refund(request)).rejects.toThrow(ProviderUnavailable)
    await control.clearFaults()
    expect((await stripe.refunds.list()).data).toHaveLength(1)
    expect(await provider.refund(request)).toMatchObject({ state: 'succeeded', amountMinor: 5000 })
    expect((await stripe.refunds.list()).data).toHaveLength(1)
  })

  test('however many keys have failed, a later call goes on with the next one', async () => {
    const { provider, control } = await startProviderEnvironment('stripe')
    const checkout = newCheckout('stripe')
    for (let failed = 0; failed < 3; failed += 1) {
      await control.fault('stripe:payment_intents.create', '500', 6)
      await expect(provider.startCheckout(checkout)).rejects.toThrow(ProviderUnavailable)
      await control.clearFaults()
    }
    await provider.startCheckout(checkout)
    expect(await control.payments()).toHaveLength(1)
  })
})

test('Stripe: a disputed charge is not refunded, and the reason is in words', async () => {
  const { provider, control } = await startProviderEnvironment('stripe')
  const { providerPaymentId } = await provider.startCheckout(newCheckout('stripe'))
  await control.decide(providerPaymentId)
  await control.decide(providerPaymentId, { outcome: 'dispute' })
  const refund = provider.refund(newRefund('stripe', providerPaymentId, 5000))
  await expect(refund).rejects.toThrow(ProviderRefused)
  await expect(refund).rejects.toThrow(/bank disputes this payment.*charge_disputed/)
})

test('Stripe: the payment takes the method that the player chose, a card', async () => {
  const { provider, stripe } = await startProviderEnvironment('stripe')
  const { providerPaymentId } = await provider.startCheckout(newCheckout('stripe'))
  const { payment_method_types } = await stripe.paymentIntents.retrieve(providerPaymentId)
  expect(payment_method_types).toEqual(['card'])
})

test('Stripe: a dispute is reported with its amount, and by an event', async () => {
  const { provider, control, events } = await startProviderEnvironment('stripe')
  const { providerPaymentId } = await provider.startCheckout(newCheckout('stripe'))
  await control.decide(providerPaymentId)
  await control.decide(providerPaymentId, { outcome: 'dispute', webhook: 'send' })
  const { subject, isActionable } = await read(provider, await events.take('charge.dispute.created'))
  expect({ subject, isActionable }).toMatchObject({
    subject: { of: 'dispute', providerPaymentId },
    isActionable: true,
  })
  expect(await provider.fetchDispute?.(subject?.id ?? '')).toEqual({
    disputeId: subject?.id,
    providerPaymentId,
    ...moneyAt('stripe', 19990),
    state: 'open',
    reason: expect.any(String),
    dueBy: expect.any(Number),
  })
})

const vat = { YOOKASSA_RECEIPT_VAT: '20', YANDEX_PAY_RECEIPT_VAT: '20' }

test('YooKassa: with fiscal receipts, one is registered for the payment and has its numbers', async () => {
  const { provider, control, sandboxUrl } = await startProviderEnvironment('yookassa', vat)
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.rig(providerPaymentId, { receipts: 'pend' })
  await control.decide(providerPaymentId)
  expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({
    state: 'succeeded',
    fiscal: 'pending',
  })
  expect(await provider.fetchFiscalReceipt?.(providerPaymentId)).toEqual({ state: 'pending', numbers: null })
  await control.rig(providerPaymentId, { receipts: 'register' })
  await vi.waitFor(async () => {
    expect(await provider.fetchFiscalReceipt?.(providerPaymentId)).toEqual({
      state: 'registered',
      numbers: {
        document: expect.stringMatching(/^\d+$/),
        storage: '9960440300000001',
        attribute: expect.stringMatching(/^\d+$/),
      },
    })
  }, 10_000)
  const authorization = `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`
  const response = await fetch(`${sandboxUrl}/v3/receipts?payment_id=${providerPaymentId}`, {
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

test('YooKassa: a refused fiscal receipt is reported as failed', async () => {
  const { provider, control } = await startProviderEnvironment('yookassa', vat)
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.rig(providerPaymentId, { receipts: 'fail' })
  await control.decide(providerPaymentId)
  await vi.waitFor(async () => {
    expect(await provider.fetchFiscalReceipt?.(providerPaymentId)).toEqual({ state: 'failed', numbers: null })
  }, 10_000)
})

test.each(rigged)('$name: with fiscal receipts, a payment can be refunded in parts', async ({ name }) => {
  const { provider, control } = await startProviderEnvironment(name, vat)
  const { providerPaymentId } = await provider.startCheckout(newCheckout(name))
  await control.decide(providerPaymentId)
  await provider.refund(newRefund(name, providerPaymentId, 5000))
  await vi.waitFor(async () => {
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ refundedMinor: 5000 })
  }, 10_000)
  await provider.refund(newRefund(name, providerPaymentId, 14_990, 5000))
  await vi.waitFor(async () => {
    expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ refundedMinor: 19_990 })
  }, 10_000)
})

test.each(rigged)(
  '$name: with fiscal receipts, a payment is not asked for without an address, but a full refund is',
  async ({ name }) => {
    const { provider, control } = await startProviderEnvironment(name, vat)
    expect(provider.fiscal).toMatchObject({ vat: '20' })
    const refused = provider.startCheckout({ ...newCheckout(name), receiptEmail: null })
    await expect(refused).rejects.toThrow(/receipt needs the buyer's email address/)
    expect(await control.payments()).toEqual([])

    const { providerPaymentId } = await provider.startCheckout(newCheckout(name))
    await control.decide(providerPaymentId)
    const erased = { ...newRefund(name, providerPaymentId, 19_990), receiptEmail: null }
    await provider.refund(erased)
    await vi.waitFor(async () => {
      expect(await provider.fetchPayment(providerPaymentId)).toMatchObject({ refundedMinor: 19_990 })
    }, 10_000)
  },
)

test('YooKassa: the receipt of a partial refund states the refunded amount', async () => {
  const { provider, control, sandboxUrl } = await startProviderEnvironment('yookassa', vat)
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yookassa'))
  await control.decide(providerPaymentId)
  const request = newRefund('yookassa', providerPaymentId, 5000)
  await expect(provider.refund({ ...request, receiptEmail: null })).rejects.toThrow(ProviderRefused)
  const { refundId } = await provider.refund(request)
  const authorization = `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`
  const response = await fetch(`${sandboxUrl}/v3/receipts?refund_id=${refundId}`, {
    headers: { authorization },
  })
  expect(await response.json()).toMatchObject({
    items: [{ type: 'refund', items: [{ amount: { value: '50.00', currency: 'RUB' } }] }],
  })
})

test('Yandex Pay: with fiscal receipts, the cart has one and its email address', async () => {
  const { provider, config, control } = await startProviderEnvironment('yandex-pay', vat)
  const { providerPaymentId } = await provider.startCheckout(newCheckout('yandex-pay'))
  const response = await fetch(`${config['yandex-pay']?.apiUrl}/v1/orders/${providerPaymentId}`, {
    headers: { authorization: `Api-Key ${config['yandex-pay']?.apiKey}` },
  })
  const receipt = {
    title: 'Пять подсказок',
    tax: 1,
    measure: 0,
    paymentSubjectType: 4,
    paymentMethodType: 4,
  }
  expect(await response.json()).toMatchObject({
    data: { order: { cart: { items: [{ productId: 'hints', receipt }] } } },
  })
  expect(await control.payments()).toHaveLength(1)
})
