/** The later of a screen's calls decides, even when it arrives first. */
import { expect, test } from 'vitest'
import {
  type ProviderCase,
  providerCases,
  stripeCase,
} from '../../../test/support/payments/provider-cases.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { type Player, startTestHub, type TestHub } from '../../../test/support/test-hub.ts'

const withCall = (hub: TestHub, screenCall: string): Pick<TestHub, 'call'> => ({
  call: (key, given) =>
    hub.call(key, Object.assign({ headers: { 'payment-screen-call': screenCall } }, given)),
})

async function start() {
  const hub = await startTestHub()
  const player = await hub.logIn()
  const checkout = stripeCheckout(hub)
  return { hub, player, checkout, orderId: await checkout.order(player) }
}

const openAs = (hub: TestHub, at: ProviderCase, as: Player, orderId: string, screenCall: string) =>
  at.open(withCall(hub, screenCall), as, orderId)

async function cancelAs(hub: TestHub, as: Player, paymentId: string, screenCall: string): Promise<string> {
  const { ok, body } = await withCall(hub, screenCall).call('POST /payments/cancel', {
    as,
    body: { paymentId },
  })
  return ok ? body.data.status : expect.unreachable()
}

async function setPendingAs(hub: TestHub, as: Player, id: string, screenCall: string): Promise<boolean> {
  const { ok, body } = await withCall(hub, screenCall).call('GET /payments/set-pending/{id}', {
    as,
    params: { id },
  })
  return ok ? body.data.result : expect.unreachable()
}

test.each(providerCases)(
  'a checkout at $provider that arrives after its cancellation opens nothing, and the next one does',
  async (at) => {
    const { hub, player, checkout, orderId } = await start()
    expect(await cancelAs(hub, player, orderId, 'one:3')).toBe('none')
    expect(await setPendingAs(hub, player, orderId, 'one:1')).toBe(false)
    expect(await openAs(hub, at, player, orderId, 'one:2')).toEqual({ refusal: 'PAYMENT_CANCELLED' })
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none', payload: { attempt: null } })
    expect(await checkout.control.payments()).toEqual([])
    expect(await setPendingAs(hub, player, orderId, 'one:4')).toBe(true)
    expect(await openAs(hub, at, player, orderId, 'one:5')).toHaveProperty('clientToken')
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'pending' })
  },
)

test.each(providerCases)(
  'a cancellation at $provider that arrives after the next checkout cancels nothing',
  async (at) => {
    const { hub, player, checkout, orderId } = await start()
    await openAs(hub, at, player, orderId, 'one:1')
    expect(await openAs(hub, at, player, orderId, 'one:3')).toHaveProperty('clientToken')
    expect(await cancelAs(hub, player, orderId, 'one:2')).toBe('pending')
    expect(await checkout.get(player, orderId)).toMatchObject({ payload: { attempt: { state: 'open' } } })
    expect(await cancelAs(hub, player, orderId, 'one:4')).toBe('none')
  },
)

test('the call of the specification that cancels at Stripe follows the same order', async () => {
  const { hub, player, checkout, orderId } = await start()
  const { id: stripePaymentId } = await checkout.open(player, orderId)
  const body = { paymentId: orderId, stripePaymentId }
  const cancel = async (screenCall: string) => {
    const response = await withCall(hub, screenCall).call('POST /payments/stripe/cancellation-payment', {
      as: player,
      body,
    })
    return response.ok ? response.body.data.status : response.body.code
  }
  await openAs(hub, stripeCase, player, orderId, 'one:2')
  expect(await cancel('one:1')).toBe('pending')
  expect(await cancel('one:5')).toBe('none')
  expect(await openAs(hub, stripeCase, player, orderId, 'one:4')).toEqual({ refusal: 'PAYMENT_CANCELLED' })
  expect(await openAs(hub, stripeCase, player, orderId, 'one:6')).toHaveProperty('clientToken')
  // The screen does not know its latest payment yet.
  expect(await cancel('one:7')).toBe('none')
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
})

test('a choice of provider that arrives after a later one changes nothing', async () => {
  const { hub, player, checkout, orderId } = await start()
  const [stripe, yookassa] = providerCases
  if (!stripe || !yookassa) expect.unreachable()
  await openAs(hub, yookassa, player, orderId, 'one:2')
  expect(await openAs(hub, stripe, player, orderId, 'one:1')).toEqual({ refusal: 'PAYMENT_CANCELLED' })
  expect(await checkout.get(player, orderId)).toMatchObject({
    status: 'pending',
    payload: { attempt: { provider: 'yookassa', state: 'open' } },
  })
})

test('between two screens, and without numbers, the order of arrival decides', async () => {
  const { hub, player, checkout, orderId } = await start()
  await cancelAs(hub, player, orderId, 'one:9')
  expect(await openAs(hub, stripeCase, player, orderId, 'two:1')).toHaveProperty('clientToken')
  expect(await cancelAs(hub, player, orderId, 'three:1')).toBe('none')
  expect(await openAs(hub, stripeCase, player, orderId, 'one:8')).toEqual({ refusal: 'PAYMENT_CANCELLED' })
  expect(await openAs(hub, stripeCase, player, orderId, 'two:0')).toEqual({ refusal: 'PAYMENT_CANCELLED' })
  for (const screenCall of ['', 'one', ':1', 'one:-1', 'one:1e9', `${'x'.repeat(99)}:1`, 'one:99999999999'])
    expect(await openAs(hub, stripeCase, player, orderId, screenCall)).toHaveProperty('clientToken')
  expect(await stripeCase.open(hub, player, orderId)).toHaveProperty('clientToken')
  await checkout.cancel(player, orderId, (await checkout.open(player, orderId)).id)
  expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
})

test('an order remembers the latest ten screens', async () => {
  const { hub, player, orderId } = await start()
  for (let number = 0; number < 12; number++) await cancelAs(hub, player, orderId, `screen${number}:2`)
  const { screenCalls } = await hub.context.db
    .selectFrom('orders')
    .select('screenCalls')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(screenCalls ?? '')).toHaveLength(10)
  expect(await openAs(hub, stripeCase, player, orderId, 'screen11:1')).toEqual({
    refusal: 'PAYMENT_CANCELLED',
  })
})

test('twenty screens that cancel while their checkouts are on the way leave nothing open', async () => {
  const { hub, player, checkout, orderId } = await start()
  const screens = Array.from({ length: 20 }, (_, number) => `screen${number}`)
  for (const screen of screens.slice(0, 9)) {
    const opening = openAs(hub, stripeCase, player, orderId, `${screen}:1`)
    await Promise.all([cancelAs(hub, player, orderId, `${screen}:2`), opening])
    expect(await checkout.get(player, orderId)).toMatchObject({ status: 'none' })
  }
})
