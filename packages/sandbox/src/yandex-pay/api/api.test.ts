import { expect, vi } from 'vitest'
import { sharedTest } from '../../../test/fixtures.ts'
import { yandexOrder, yandexPayAt } from '../../../test/yandex-pay.ts'

let made = 0

const test = sharedTest.extend('api', ({ environment }) => {
  const merchant = yandexPayAt(environment.sandbox.url)
  const applyOutcome = (id: string, body: object) =>
    environment.request('POST', `/control/payments/${id}`, body)
  const override = (id: string, body: object) =>
    environment.request('POST', `/control/payments/${id}/rig`, body)
  const order = async (id: string) => (await merchant.get(`/v1/orders/${id}`)).body.data.order
  const operation = async (name: string) => (await merchant.get(`/v1/operations/${name}`)).body.data.operation
  const create = async (more: object = {}) => {
    const id = `order-${++made}`
    const { status, body } = await merchant.post('/v1/orders', yandexOrder(id, more))
    expect(status).toBe(200)
    return { id, paymentUrl: body.data.paymentUrl as string }
  }
  const paid = async () => {
    const { id } = await create()
    await applyOutcome(id, { outcome: 'succeed' })
    return id
  }
  const refund = (id: string, refundAmount: string, externalOperationId: string, targetCart?: object) =>
    merchant.post(`/v2/orders/${id}/refund`, { refundAmount, externalOperationId, targetCart })
  const ended = (name: string, status: string) =>
    vi.waitFor(async () => expect(await operation(name)).toMatchObject({ status }), {
      timeout: 5000,
      interval: 50,
    })
  return { merchant, applyOutcome, override, order, create, paid, refund, ended }
})

test('creating an order again returns the same order; with another cart it is an error', async ({
  api: { merchant },
}) => {
  const requested = yandexOrder('twice')
  const first = await merchant.post('/v1/orders', requested, { requestId: 'r-1' })
  expect(first.body).toMatchObject({ code: 200, status: 'success' })
  expect(await merchant.post('/v1/orders', requested, { requestId: 'r-1' })).toEqual(first)
  expect(await merchant.post('/v1/orders', requested)).toEqual(first)
  const { cart } = yandexOrder('twice')
  const cheaper = { ...requested, cart: { items: cart.items.slice(1), total: { amount: '99.00' } } }
  expect(await merchant.post('/v1/orders', cheaper)).toMatchObject({
    status: 409,
    body: { status: 'fail', reasonCode: 'ORDER_ALREADY_EXISTS' },
  })
})

test('a held amount is captured in part with the remaining cart, or cancelled', async ({
  api: { merchant, applyOutcome, override, order, create, ended },
}) => {
  const hold = async () => {
    const { id } = await create()
    await override(id, { hold: true })
    expect((await applyOutcome(id, { outcome: 'succeed' })).body.status).toBe('AUTHORIZED')
    return id
  }
  const part = await hold()
  const cart = { items: yandexOrder('x').cart.items.slice(0, 1), total: { amount: '100.00' } }
  const requested = { orderAmount: '100.00', cart, externalOperationId: `capture-${part}` }
  const started = await merchant.post(`/v1/orders/${part}/capture`, requested)
  expect(started.body.data.operation).toMatchObject({ operationType: 'CAPTURE', status: 'PENDING' })
  await ended(`capture-${part}`, 'SUCCESS')
  expect(await order(part)).toMatchObject({ paymentStatus: 'CAPTURED', orderAmount: '100.00' })

  const released = await hold()
  const name = `cancel-${released}`
  expect((await merchant.post(`/v1/orders/${released}/cancel`, {})).status).toBe(400)
  await merchant.post(`/v1/orders/${released}/cancel`, { reason: 'changed', externalOperationId: name })
  await ended(name, 'SUCCESS')
  expect(await order(released)).toMatchObject({ paymentStatus: 'VOIDED' })
})

test('refunds need the remaining cart, run one at a time, and add up', async ({
  api: { override, order, paid, refund, ended },
}) => {
  const id = await paid()
  const hat = { items: [{ productId: 'hat' }] }
  const oneGemAndHat = { items: [{ productId: 'gems', quantityCount: '1' }, { productId: 'hat' }] }
  expect(await refund(id, '50.00', 'no-cart')).toMatchObject({
    status: 400,
    body: { reasonCode: 'ORDER_CART_DATA_ERROR' },
  })
  expect((await refund(id, '50.00', 'wrong-cart', hat)).status).toBe(400)

  await override(id, { refunds: 'pend' })
  const first = await refund(id, '50.00', 'first', oneGemAndHat)
  expect(first.body.data.operation).toMatchObject({
    operationType: 'REFUND',
    status: 'PENDING',
    amount: '50.00',
  })
  expect((await refund(id, '50.00', 'first', oneGemAndHat)).body).toEqual(first.body)
  expect(await refund(id, '50.00', 'second', hat)).toMatchObject({
    status: 409,
    body: { reasonCode: 'ANOTHER_OPERATION_IN_PROGRESS' },
  })
  expect(await order(id)).toMatchObject({ paymentStatus: 'CAPTURED' })
  await override(id, { refunds: 'succeed' })
  await ended('first', 'SUCCESS')
  expect(await refund(id, '50.00', 'first', oneGemAndHat)).toMatchObject({
    status: 409,
    body: { reasonCode: 'DUPLICATE_EXTERNAL_OPERATION_ID' },
  })
  expect(await order(id)).toMatchObject({
    paymentStatus: 'PARTIALLY_REFUNDED',
    cart: { items: [{ productId: 'gems', quantity: { count: '1' }, total: '50.00' }, { productId: 'hat' }] },
  })
  expect((await refund(id, '150.00', 'too-much')).status).toBe(400)
  await refund(id, '149.00', 'rest')
  await ended('rest', 'SUCCESS')
  expect(await order(id)).toMatchObject({ paymentStatus: 'REFUNDED' })
  expect((await refund(id, '1.00', 'more')).status).toBe(409)
})

test('a refund can fail later, or stay pending', async ({
  api: { merchant, applyOutcome, override, order, paid, refund, ended },
}) => {
  const id = await paid()
  await override(id, { refunds: 'fail' })
  await refund(id, '199.00', 'failing')
  await ended('failing', 'FAIL')
  expect(await order(id)).toMatchObject({ paymentStatus: 'CAPTURED' })
  await override(id, { refunds: 'pend' })
  await refund(id, '199.00', 'held')
  expect(await applyOutcome(id, { outcome: 'refund' })).toMatchObject({ status: 409 })
  expect((await merchant.post(`/v1/orders/${id}/rollback`)).status).toBe(409)
  await override(id, { refunds: 'succeed' })
  await ended('held', 'SUCCESS')
  expect(await order(id)).toMatchObject({ paymentStatus: 'REFUNDED' })
})

test('a rollback fails an unpaid order and refunds a paid one', async ({
  api: { merchant, applyOutcome, order, create, paid },
}) => {
  const { id } = await create()
  expect((await merchant.post(`/v1/orders/${id}/rollback`)).body).toMatchObject({ status: 'success' })
  expect(await order(id)).toMatchObject({ paymentStatus: 'FAILED' })
  expect(await applyOutcome(id, { outcome: 'succeed' })).toMatchObject({ status: 409 })

  const late = await paid()
  await merchant.post(`/v1/orders/${late}/rollback`)
  await vi.waitFor(async () => expect(await order(late)).toMatchObject({ paymentStatus: 'REFUNDED' }), {
    timeout: 5000,
    interval: 50,
  })
})

test("unknown keys and invalid orders are rejected in Yandex Pay's format", async ({ api: { merchant } }) => {
  expect(await merchant.get('/v1/orders/none', { key: 'other' })).toMatchObject({
    status: 401,
    body: { status: 'fail', reasonCode: 'AUTHENTICATION_ERROR' },
  })
  expect(await merchant.get('/v1/orders/none')).toMatchObject({
    status: 404,
    body: { reasonCode: 'ORDER_NOT_FOUND' },
  })
  const { cart } = yandexOrder('x')
  const wrong = [
    { currencyCode: 'USD' },
    { ttl: 10 },
    { redirectUrls: {} },
    { cart: { ...cart, total: { amount: '198.00' } } },
    { cart: { items: [{ ...cart.items[1], total: '0.50' }], total: { amount: '0.50' } } },
    { cart: { items: [{ ...cart.items[1], total: '9.999' }], total: { amount: '9.999' } } },
    { cart: { items: [cart.items[1], cart.items[1]], total: { amount: '198.00' } } },
  ]
  for (const [place, more] of wrong.entries()) {
    const refused = await merchant.post('/v1/orders', yandexOrder(`wrong-${place}`, more))
    expect(refused, JSON.stringify(more)).toMatchObject({ status: 400, body: { status: 'fail' } })
  }
})

test('overrides that Yandex Pay has no field for are rejected', async ({ api: { override, create } }) => {
  const { id } = await create()
  expect(await override(id, { mode: 'live' })).toMatchObject({ status: 409 })
  expect(await override(id, { receipts: 'fail' })).toMatchObject({ status: 409 })
})

test('no nonsense makes the API fail', async ({ api: { merchant, create } }) => {
  const { id } = await create()
  const nonsense = ['{', 'null', '[]', '"x"', '{"cart":null}', '{"refundAmount":"1e9"}', '{"__proto__":1}']
  for (const path of ['', `/${id}/capture`, `/${id}/cancel`, `/${id}/rollback`, `/${id}/refund`]) {
    for (const body of nonsense) {
      for (const version of ['v1', 'v2']) {
        const { status } = await merchant.post(`/${version}/orders${path}`, body)
        expect(status, `${version} ${path} ${body}`).toBeLessThan(500)
      }
    }
  }
})
