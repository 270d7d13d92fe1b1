import { expect } from 'vitest'
import { startEnvironment } from '../test/environment.ts'
import { isolatedTest } from '../test/fixtures.ts'
import { yandexOrder, yandexPayAt } from '../test/yandex-pay.ts'
import { widgetPayment, yookassaAt } from '../test/yookassa.ts'

const test = isolatedTest.extend('control', ({ environment }) => {
  const create = (idempotencyKey: string, timeout = 80_000) =>
    environment.stripe.paymentIntents.create({ amount: 499, currency: 'usd' }, { idempotencyKey, timeout })
  const injectFault = (fault: object) => environment.request('POST', '/control/faults', fault)
  return { create, injectFault }
})

test('payments are listed newest first, in the frozen shape', async ({
  control: { create },
  environment,
}) => {
  const first = await create('a')
  const second = await create('b')
  const { body } = await environment.request('GET', '/control/payments')
  expect(body).toEqual(
    [second, first].map(({ id }) => ({
      provider: 'stripe',
      id,
      hubPaymentId: null,
      amountMinor: 499,
      currency: 'USD',
      status: 'requires_payment_method',
    })),
  )
})

test('an outcome for a hub payment applies to its newest attempt at any provider', async () => {
  let nowMs = Date.now()
  const shared = await startEnvironment({ now: () => nowMs })
  const { url } = shared.sandbox
  await shared.stripe.paymentIntents.create({
    amount: 499,
    currency: 'usd',
    metadata: { orderId: 'hub-same' },
  })
  nowMs += 1000
  await yandexPayAt(url).post('/v1/orders', yandexOrder('same'))
  nowMs += 1000
  const { body: newest } = await yookassaAt(url).post('/payments', widgetPayment('hub-same'))
  expect((await shared.request('POST', '/control/payments/hub-same', { outcome: 'succeed' })).body).toEqual({
    provider: 'yookassa',
    id: newest.id,
    hubPaymentId: 'hub-same',
    amountMinor: 19900,
    currency: 'RUB',
    status: 'succeeded',
  })
  const { body: listed } = await shared.request('GET', '/control/payments?limit=2')
  expect(listed.map(({ provider }: { provider: string }) => provider)).toEqual(['yookassa', 'yandex-pay'])
  const { body: shown } = await shared.request('GET', '/dashboard/overview')
  expect(shown.payments.map(({ provider }: { provider: string }) => provider)).toEqual([
    'yookassa',
    'yandex-pay',
    'stripe',
  ])
  await shared.close()
})

test('an unknown event and an override that Stripe has no field for are refused', async ({
  control: { create },
  environment,
}) => {
  const { id } = await create('a')
  expect(
    await environment.request('POST', `/control/payments/${id}/replay`, { event: 'moon' }),
  ).toMatchObject({
    status: 409,
  })
  expect(await environment.request('POST', `/control/payments/${id}/rig`, { refunds: 'fail' })).toMatchObject(
    {
      status: 409,
    },
  )
})

test('bad input is a 400 that names the field, never a 500', async ({ control: { create }, environment }) => {
  const { id } = await create('a')
  const bad: [string, string, unknown][] = [
    ['POST', `/control/payments/${id}`, { outcome: 'explode' }],
    ['POST', `/control/payments/${id}`, { outcome: 'succeed', deliveries: -1 }],
    ['POST', `/control/payments/${id}`, { outcome: 'succeed', surprise: true }],
    ['POST', `/control/payments/${id}`, []],
    ['POST', `/control/payments/${id}/replay`, { ageMs: -1 }],
    ['POST', `/control/payments/${id}/rig`, { currency: 'rubles' }],
    ['POST', '/control/faults', { target: 'moon', kind: '500', times: 1 }],
    ['POST', '/control/faults', { target: 'stripe', kind: 'flood', times: 1 }],
    ['POST', '/game-server/behaviour', { project: 'islandm3', status: 42 }],
  ]
  for (const [method, path, body] of bad) {
    expect(await environment.request(method, path, body)).toMatchObject({
      status: 400,
      type: 'application/problem+json',
      body: { errors: expect.any(Array) },
    })
  }
  const broken = await fetch(`${environment.sandbox.url}/control/faults`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect(broken.status).toBe(400)
  expect(
    await environment.request('POST', '/control/payments/pi_none', { outcome: 'succeed' }),
  ).toMatchObject({
    status: 404,
  })
  expect(await environment.request('GET', '/nowhere')).toMatchObject({
    status: 404,
    type: 'application/problem+json',
  })
})

test('a fault happens as often as ordered, and then requests succeed again', async ({
  control: { create, injectFault },
}) => {
  await injectFault({ target: 'stripe', kind: '429', times: 2 })
  await expect(create('a')).rejects.toMatchObject({ statusCode: 429, code: 'rate_limit' })
  await expect(create('a')).rejects.toMatchObject({ statusCode: 429 })
  await expect(create('a')).resolves.toMatchObject({ amount: 499 })
})

test('a broken connection, and a fault for one operation only', async ({
  control: { create, injectFault },
  environment,
}) => {
  await injectFault({ target: 'stripe:refunds', kind: 'reset', times: 1 })
  const { id } = await create('a')
  await expect(
    environment.stripe.refunds.retrieve('re_1', undefined, { maxNetworkRetries: 0 }),
  ).rejects.toThrow()
  await injectFault({ target: 'stripe:payment_intents.retrieve', kind: 'timeout', times: 1 })
  await expect(
    environment.stripe.paymentIntents.retrieve(id, undefined, { timeout: 50 }),
  ).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
})

test('cleared faults do not happen', async ({ control: { create, injectFault }, environment }) => {
  await injectFault({ target: 'stripe', kind: 'timeout', times: 5 })
  expect((await environment.request('DELETE', '/control/faults')).status).toBe(204)
  await expect(create('a', 500)).resolves.toBeDefined()
})
