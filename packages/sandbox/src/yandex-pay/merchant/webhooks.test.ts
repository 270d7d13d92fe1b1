import { expect, vi } from 'vitest'
import { isolatedTest } from '../../../test/fixtures.ts'
import { restartSandbox } from '../../../test/restart.ts'
import { readToken, yandexOrder, yandexPayAt } from '../../../test/yandex-pay.ts'

const test = isolatedTest.extend('yandexPay', async ({ environment }) => {
  const merchant = yandexPayAt(environment.sandbox.url)
  await merchant.post('/v1/orders', yandexOrder('order-1'))
  const applyOutcome = (body: object) => environment.request('POST', '/control/payments/order-1', body)
  const replay = (body: object) => environment.request('POST', '/control/payments/order-1/replay', body)
  const arrived = (count: number) =>
    vi.waitFor(() => expect(environment.hub.received).toHaveLength(count), { timeout: 5000 })
  const read = (place: number) =>
    readToken(environment.sandbox.url, environment.hub.received[place]?.body ?? '')
  const statuses = () =>
    environment.hub.received.map(({ body }) => {
      const { order, operation } = JSON.parse(Buffer.from(body.split('.')[1] ?? '', 'base64url').toString())
      return order?.paymentStatus ?? operation.status
    })
  return { merchant, applyOutcome, replay, arrived, read, statuses }
})

test('a webhook is a JWT that the published key verifies, without an amount', async ({
  yandexPay: { applyOutcome, arrived, read },
  environment,
}) => {
  await applyOutcome({ outcome: 'succeed' })
  await arrived(1)
  const [received] = environment.hub.received
  expect(received?.path).toBe('/webhooks/yandex-pay/v1/webhook')
  expect(received?.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'user-agent': 'YandexPay/1.0',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}_[0-9a-f]{32}$/),
  })
  const { header, payload } = await read(0)
  expect(header).toEqual({
    alg: 'ES256',
    typ: 'JWT',
    kid: expect.any(String),
    iat: expect.any(Number),
    exp: header.iat + 300,
  })
  expect(payload).toEqual({
    merchantId: '5a4db0c5-0000-4000-8000-000000100500',
    event: 'ORDER_STATUS_UPDATED',
    eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{6}\+00:00$/),
    order: { orderId: 'order-1', paymentStatus: 'CAPTURED' },
  })
})

test('a rejected webhook is retried ten times at once, each time as a new token', async ({
  yandexPay: { applyOutcome, arrived, read },
  environment,
}) => {
  environment.hub.responses.push(...Array.from({ length: 10 }, () => 503))
  await applyOutcome({ outcome: 'succeed' })
  await arrived(11)
  expect(new Set(environment.hub.received.map(({ body }) => body)).size).toBe(11)
  expect(await read(10)).toMatchObject({ payload: { order: { paymentStatus: 'CAPTURED' } } })
})

test('a refund sends webhooks about the operation and the order; a failed one only about the operation', async ({
  yandexPay: { merchant, applyOutcome, arrived, read, statuses },
  environment,
}) => {
  await applyOutcome({ outcome: 'succeed', webhook: 'drop' })
  await environment.request('POST', '/control/payments/order-1/rig', { refunds: 'fail' })
  const requested = { refundAmount: '199.00', externalOperationId: 'refund-1' }
  await merchant.post('/v2/orders/order-1/refund', requested)
  await arrived(1)
  expect((await read(0)).payload).toMatchObject({
    event: 'OPERATION_STATUS_UPDATED',
    operation: {
      orderId: 'order-1',
      operationType: 'REFUND',
      status: 'FAIL',
      externalOperationId: 'refund-1',
    },
  })
  await environment.request('POST', '/control/payments/order-1/rig', { refunds: 'succeed' })
  await applyOutcome({ outcome: 'refund' })
  await arrived(3)
  expect(statuses().sort()).toEqual(['FAIL', 'REFUNDED', 'SUCCESS'])
})

test('webhooks are duplicated, delayed, out of order and replayed as ordered', async ({
  yandexPay: { applyOutcome, replay, arrived, statuses },
}) => {
  await applyOutcome({ outcome: 'succeed', deliveries: 10, delayMs: 1500 })
  await applyOutcome({ outcome: 'refund' })
  await arrived(12)
  expect(statuses().slice(0, 2).sort()).toEqual(['REFUNDED', 'SUCCESS'])
  expect(new Set(statuses().slice(2))).toEqual(new Set(['CAPTURED']))
  await replay({ event: 'ORDER_STATUS_UPDATED.CAPTURED' })
  await arrived(13)
  expect(await applyOutcome({ outcome: 'dispute' })).toMatchObject({ status: 409 })
})

test('declined and expired orders', async ({
  yandexPay: { merchant, applyOutcome, arrived, statuses },
  environment,
}) => {
  await applyOutcome({ outcome: 'decline' })
  await merchant.post('/v1/orders', yandexOrder('order-2'))
  await environment.request('POST', '/control/payments/order-2', { outcome: 'abandon' })
  await arrived(2)
  expect(statuses()).toEqual(['FAILED', 'FAILED'])
  const { data } = (await merchant.get('/v1/orders/order-1')).body
  expect(data.order.reason).toContain('declined')
  expect(data.operations).toMatchObject([{ operationType: 'AUTHORIZE', status: 'FAIL' }])
})

test('after a rotation the new key signs, and the old one still verifies', async ({
  yandexPay: { applyOutcome, replay, arrived, read },
  environment,
}) => {
  await applyOutcome({ outcome: 'succeed' })
  await arrived(1)
  const { body } = await environment.request('POST', '/control/yandex-pay/rotate-key')
  await replay({})
  await arrived(2)
  expect((await read(0)).payload).toBeDefined()
  expect((await read(1)).header.kid).toBe(body.kid)
  expect((await read(1)).payload).toBeDefined()
})

test('orders, keys and undelivered webhooks survive a restart', async () => {
  const readKeys = async (url: string) => (await fetch(`${url}/api/jwks`)).json()
  const { before, url, hub } = await restartSandbox(async (url) => {
    await yandexPayAt(url).post('/v1/orders', yandexOrder('kept'))
    await fetch(`${url}/control/payments/kept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"outcome":"succeed"}',
    })
    return readKeys(url)
  })
  await vi.waitFor(() => expect(hub.received).toHaveLength(1), { timeout: 5000 })
  expect(await readKeys(url)).toEqual(before)
  expect(await readToken(url, hub.received[0]?.body ?? '')).toMatchObject({
    payload: { order: { orderId: 'kept', paymentStatus: 'CAPTURED' } },
  })
})
