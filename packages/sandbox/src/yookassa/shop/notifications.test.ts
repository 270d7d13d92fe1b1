import { expect, vi } from 'vitest'
import { isolatedTest } from '../../../test/fixtures.ts'
import { restartSandbox } from '../../../test/restart.ts'
import { rubles, widgetPayment, yookassaAt } from '../../../test/yookassa.ts'

const test = isolatedTest.extend('yookassa', ({ environment }) => {
  const shop = yookassaAt(environment.sandbox.url)
  const create = async (terms: object = {}): Promise<string> =>
    (await shop.post('/payments', { ...widgetPayment(), ...terms })).body.id
  const applyOutcome = (id: string, body: object) =>
    environment.request('POST', `/control/payments/${id}`, body)
  const replay = (id: string, body: object) =>
    environment.request('POST', `/control/payments/${id}/replay`, body)
  const notifications = () => environment.hub.received.map(({ body }) => JSON.parse(body))
  const events = () => notifications().map(({ event }) => event)
  const arrived = (count: number) =>
    vi.waitFor(() => expect(environment.hub.received).toHaveLength(count), { timeout: 5000 })
  return { shop, create, applyOutcome, replay, notifications, events, arrived }
})

test('a notification contains the current object and no signature', async ({
  yookassa: { shop, create, applyOutcome, notifications, arrived },
  environment,
}) => {
  const id = await create()
  await applyOutcome(id, { outcome: 'succeed' })
  await arrived(1)
  const [received] = environment.hub.received
  expect(received).toMatchObject({ path: '/webhooks/yookassa' })
  expect(Object.keys(received?.headers ?? {}).filter((name) => /signature/i.test(name))).toEqual([])
  expect(notifications()[0]).toEqual({
    type: 'notification',
    event: 'payment.succeeded',
    object: (await shop.get(`/payments/${id}`)).body,
  })
})

test('every change sends its event', async ({
  yookassa: { shop, create, applyOutcome, notifications, events, arrived },
}) => {
  const held = await create({ capture: false })
  await applyOutcome(held, { outcome: 'succeed' })
  await applyOutcome(held, { outcome: 'succeed' })
  await shop.post('/refunds', { payment_id: held, amount: rubles('100.00') })
  await applyOutcome(held, { outcome: 'refund' })
  await applyOutcome(await create(), { outcome: 'decline' })
  await applyOutcome(await create(), { outcome: 'abandon' })
  await arrived(6)
  expect(events().sort()).toEqual([
    'payment.canceled',
    'payment.canceled',
    'payment.succeeded',
    'payment.waiting_for_capture',
    'refund.succeeded',
    'refund.succeeded',
  ])
  const reasons = notifications().flatMap(({ object }) => object.cancellation_details?.reason ?? [])
  expect(reasons.sort()).toEqual(['expired_on_confirmation', 'general_decline'])
})

test('only a 200 is an acknowledgement', async ({
  yookassa: { create, applyOutcome, arrived },
  environment,
}) => {
  environment.hub.responses.push(204, 500)
  await applyOutcome(await create(), { outcome: 'succeed' })
  await arrived(3)
  expect(environment.hub.received.map(({ status }) => status)).toEqual([204, 500, 200])
})

test('a forged notification reports what did not happen, and the API returns the real state', async ({
  yookassa: { shop, create, applyOutcome, notifications, events, arrived },
}) => {
  const id = await create()
  await applyOutcome(id, { outcome: 'succeed', webhook: 'forge' })
  await arrived(1)
  expect(events()).toEqual(['payment.succeeded'])
  expect(notifications()[0].object).toMatchObject({ id, status: 'succeeded', paid: true })
  expect((await shop.get(`/payments/${id}`)).body.status).toBe('pending')

  await applyOutcome(id, { outcome: 'succeed', webhook: 'drop' })
  await applyOutcome(id, { outcome: 'decline', webhook: 'forge' })
  await arrived(2)
  expect(events()).toEqual(['payment.succeeded', 'payment.canceled'])
  expect((await shop.get(`/payments/${id}`)).body.status).toBe('succeeded')
})

test('notifications are dropped, duplicated, delayed, out of order and replayed as ordered', async ({
  yookassa: { shop, create, applyOutcome, replay, notifications, events, arrived },
}) => {
  const id = await create()
  await applyOutcome(id, { outcome: 'succeed', deliveries: 2, delayMs: 1500 })
  await applyOutcome(id, { outcome: 'refund' })
  await arrived(3)
  expect(events()).toEqual(['refund.succeeded', 'payment.succeeded', 'payment.succeeded'])
  await replay(id, { event: 'payment' })
  await applyOutcome(id, { outcome: 'succeed' })
  await arrived(5)
  expect(notifications()[4]).toEqual(notifications()[1])

  const silent = await create()
  await applyOutcome(silent, { outcome: 'succeed', webhook: 'drop' })
  expect((await shop.get(`/payments/${silent}`)).body.status).toBe('succeeded')
  expect(await replay(silent, { event: 'refund' })).toMatchObject({ status: 409 })
  expect(events()).toHaveLength(5)
})

test("overrides apply to the notifications of the buyer's own actions", async ({
  yookassa: { shop, applyOutcome, events, arrived },
  environment,
}) => {
  const { id, confirmation } = (await shop.post('/payments', widgetPayment())).body
  await environment.request('POST', `/control/payments/${id}/rig`, { webhook: 'drop' })
  const response = await environment.request(
    'POST',
    `/yookassa/checkout/${confirmation.confirmation_token}`,
    {
      action: 'wallet',
    },
  )
  expect(response.body).toMatchObject({ status: 'succeeded' })
  expect((await shop.get(`/payments/${id}`)).body.payment_method).toMatchObject({ type: 'yoo_money' })
  await applyOutcome(id, { outcome: 'refund' })
  await arrived(1)
  expect(events()).toEqual(['refund.succeeded'])
})

test('an outcome that the status forbids is a 409, and so is a dispute', async ({
  yookassa: { create, applyOutcome },
}) => {
  const id = await create()
  expect(await applyOutcome(id, { outcome: 'refund' })).toMatchObject({ status: 409 })
  expect(await applyOutcome(id, { outcome: 'dispute' })).toMatchObject({ status: 409 })
  await applyOutcome(id, { outcome: 'abandon' })
  expect(await applyOutcome(id, { outcome: 'succeed' })).toMatchObject({ status: 409 })
})

test('payments, keys and undelivered notifications survive a restart', async () => {
  const create = (url: string) => yookassaAt(url).post('/payments', widgetPayment(), { key: 'kept' })
  const { before, url, hub } = await restartSandbox(async (url) => {
    const created = await create(url)
    await fetch(`${url}/control/payments/order-1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"outcome":"succeed"}',
    })
    return created
  })
  expect(await create(url)).toEqual(before)
  await vi.waitFor(() => expect(hub.received).toHaveLength(1), { timeout: 5000 })
  expect((await yookassaAt(url).get(`/payments/${before.body.id}`)).body.status).toBe('succeeded')
})
