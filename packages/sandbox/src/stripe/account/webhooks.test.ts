import { expect, vi } from 'vitest'
import { isolatedTest } from '../../../test/fixtures.ts'
import { startStandInHub } from '../../../test/hub.ts'

const test = isolatedTest.extend('stripe', ({ environment }) => {
  const newIntent = (orderId = 'order-1') =>
    environment.stripe.paymentIntents.create({ amount: 499, currency: 'usd', metadata: { orderId } })
  const received = (type: string) =>
    environment.hub.received.filter(({ body }) => JSON.parse(body).type === type)
  const applyOutcome = (id: string, body: object) =>
    environment.request('POST', `/control/payments/${id}`, body)
  return { newIntent, received, applyOutcome }
})

test('a rejected webhook is retried with a new signature until it is accepted', async ({
  stripe: { newIntent },
  environment,
}) => {
  environment.hub.responses.push(500, 503)
  const intent = await newIntent()
  await vi.waitFor(() => expect(environment.hub.received).toHaveLength(3), { timeout: 5000 })
  expect(environment.hub.received.map(({ status }) => status)).toEqual([500, 503, 200])
  expect(new Set(environment.events().map(({ id }) => id)).size).toBe(1)
  await vi.waitFor(async () => {
    const { data } = await environment.stripe.events.list({ delivery_success: true })
    expect(data[0]?.data.object).toMatchObject({ id: intent.id })
  })
})

test('a webhook is delivered after the hub was down', async ({ stripe: { newIntent }, environment }) => {
  const port = Number(new URL(environment.hub.url).port)
  await environment.hub.close()
  await newIntent()
  const back = await startStandInHub(port)
  await vi.waitFor(() => expect(back.received).toHaveLength(1), { timeout: 5000 })
  await back.close()
})

test('webhooks of an ordered outcome have the requested number and delay', async ({
  stripe: { newIntent, received, applyOutcome },
}) => {
  const intent = await newIntent()
  const response = await applyOutcome(intent.id, { outcome: 'succeed', deliveries: 3, delayMs: 150 })
  expect(response).toMatchObject({
    status: 200,
    body: {
      provider: 'stripe',
      id: intent.id,
      hubPaymentId: 'order-1',
      amountMinor: 499,
      currency: 'USD',
      status: 'succeeded',
    },
  })
  expect(received('payment_intent.succeeded')).toHaveLength(0)
  await vi.waitFor(() => expect(received('payment_intent.succeeded')).toHaveLength(3))
  expect(new Set(received('payment_intent.succeeded').map(({ body }) => JSON.parse(body).id)).size).toBe(1)
})

test('a dropped webhook leaves a paid intent without a webhook', async ({
  stripe: { newIntent, received, applyOutcome },
  environment,
}) => {
  const intent = await newIntent()
  await applyOutcome('order-1', { outcome: 'succeed', webhook: 'drop' })
  expect((await environment.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  await applyOutcome(intent.id, { outcome: 'refund' })
  await vi.waitFor(() => expect(received('charge.refunded')).toHaveLength(1))
  expect(received('payment_intent.succeeded')).toHaveLength(0)
})

test('every other outcome is applied or rejected', async ({
  stripe: { newIntent, applyOutcome },
  environment,
}) => {
  const intent = await newIntent()
  expect(await applyOutcome(intent.id, { outcome: 'refund' })).toMatchObject({
    status: 409,
    type: 'application/problem+json',
  })
  expect((await applyOutcome(intent.id, { outcome: 'decline' })).body.status).toBe('requires_payment_method')
  expect((await applyOutcome(intent.id, { outcome: 'succeed' })).body.status).toBe('succeeded')
  expect((await applyOutcome(intent.id, { outcome: 'refund' })).body.status).toBe('succeeded')
  expect((await applyOutcome(intent.id, { outcome: 'dispute' })).body.status).toBe('succeeded')
  expect(await applyOutcome(intent.id, { outcome: 'refund' })).toMatchObject({ status: 409 })
  const left = await newIntent('order-2')
  expect((await applyOutcome(left.id, { outcome: 'abandon' })).body.status).toBe('canceled')
  await vi.waitFor(() => {
    const types = new Set(environment.events().map(({ type }) => type))
    expect(types).toContain('payment_intent.payment_failed')
    expect(types).toContain('charge.dispute.created')
    expect(types).toContain('refund.created')
    expect(types).toContain('payment_intent.canceled')
  })
})
