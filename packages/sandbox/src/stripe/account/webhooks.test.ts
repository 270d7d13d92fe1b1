import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorld, type TestWorld } from '../../testing/environment.ts'
import { startStandInHub } from '../../testing/hub.ts'
import { WEBHOOK_SECRET } from '../model/constants.ts'

let world: TestWorld
beforeEach(async () => {
  world = await startWorld()
})
afterEach(() => world.close())

const newIntent = (orderId = 'order-1') =>
  world.stripe.paymentIntents.create({ amount: 499, currency: 'usd', metadata: { orderId } })
const received = (type: string) => world.hub.received.filter(({ body }) => JSON.parse(body).type === type)
const order = (id: string, body: object) => world.ask('POST', `/control/payments/${id}`, body)

test('a refused webhook comes again with a fresh signature until it is accepted', async () => {
  world.hub.answers.push(500, 503)
  const intent = await newIntent()
  await vi.waitFor(() => expect(world.hub.received).toHaveLength(3), { timeout: 5000 })
  expect(world.hub.received.map(({ answered }) => answered)).toEqual([500, 503, 200])
  expect(new Set(world.events().map(({ id }) => id)).size).toBe(1)
  await vi.waitFor(async () => {
    const { data } = await world.stripe.events.list({ delivery_success: true })
    expect(data[0]?.data.object).toMatchObject({ id: intent.id })
  })
})

test('a webhook outlives a hub that is away', async () => {
  const port = Number(new URL(world.hub.url).port)
  await world.hub.close()
  await newIntent()
  const back = await startStandInHub(port)
  await vi.waitFor(() => expect(back.received).toHaveLength(1), { timeout: 5000 })
  await back.close()
})

test('an ordered outcome is told as often and as late as asked', async () => {
  const intent = await newIntent()
  const answer = await order(intent.id, { outcome: 'succeed', deliveries: 3, delayMs: 150 })
  expect(answer).toMatchObject({
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

test('a dropped webhook leaves a paid intent that nobody told of', async () => {
  const intent = await newIntent()
  await order('order-1', { outcome: 'succeed', webhook: 'drop' })
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  await order(intent.id, { outcome: 'refund' })
  await vi.waitFor(() => expect(received('charge.refunded')).toHaveLength(1))
  expect(received('payment_intent.succeeded')).toHaveLength(0)
})

test('a forged webhook claims a success that never was, and its signature does not hold', async () => {
  const intent = await newIntent()
  await order(intent.id, { outcome: 'succeed', webhook: 'forge' })
  const forged = await vi.waitFor(() => {
    const [only] = received('payment_intent.succeeded')
    return only ?? expect.unreachable('not there yet')
  })
  expect(JSON.parse(forged.body).data.object).toMatchObject({ id: intent.id, status: 'succeeded' })
  const signature = forged.headers['stripe-signature'] ?? ''
  expect(() => world.stripe.webhooks.constructEvent(forged.body, signature, WEBHOOK_SECRET)).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  )
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
})

test('success ordered twice sends the same event again', async () => {
  const intent = await newIntent()
  await order(intent.id, { outcome: 'succeed' })
  await order(intent.id, { outcome: 'succeed' })
  await vi.waitFor(() => expect(received('payment_intent.succeeded')).toHaveLength(2))
  expect(new Set(received('payment_intent.succeeded').map(({ body }) => JSON.parse(body).id)).size).toBe(1)
})

test('every other outcome', async () => {
  const intent = await newIntent()
  expect(await order(intent.id, { outcome: 'refund' })).toMatchObject({
    status: 409,
    type: 'application/problem+json',
  })
  expect((await order(intent.id, { outcome: 'decline' })).body.status).toBe('requires_payment_method')
  expect((await order(intent.id, { outcome: 'succeed' })).body.status).toBe('succeeded')
  expect((await order(intent.id, { outcome: 'dispute' })).body.status).toBe('succeeded')
  expect((await order(intent.id, { outcome: 'refund' })).body.status).toBe('succeeded')
  const left = await newIntent('order-2')
  expect((await order(left.id, { outcome: 'abandon' })).body.status).toBe('canceled')
  await vi.waitFor(() => {
    const types = new Set(world.events().map(({ type }) => type))
    expect(types).toContain('payment_intent.payment_failed')
    expect(types).toContain('charge.dispute.created')
    expect(types).toContain('refund.created')
    expect(types).toContain('payment_intent.canceled')
  })
})
