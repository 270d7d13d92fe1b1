import { expect, vi } from 'vitest'
import { sharedTest } from '../../../test/fixtures.ts'
import { rubles, widgetPayment, yookassaAt } from '../../../test/yookassa.ts'

const receipt = {
  customer: { email: 'buyer@playhub.test' },
  items: [
    {
      description: '100 gems',
      quantity: '2.000',
      amount: rubles('99.50'),
      vat_code: 1,
      payment_subject: 'service',
      payment_mode: 'full_payment',
    },
  ],
}

const test = sharedTest.extend('api', ({ environment }) => {
  const shop = yookassaAt(environment.sandbox.url)
  const applyOutcome = (id: string, body: object) =>
    environment.request('POST', `/control/payments/${id}`, body)
  const override = (id: string, body: object) =>
    environment.request('POST', `/control/payments/${id}/rig`, body)
  const create = async (terms: object = {}) =>
    (await shop.post('/payments', { ...widgetPayment(), ...terms })).body
  const payment = async (id: string) => (await shop.get(`/payments/${id}`)).body
  const paid = async (terms: object = {}) => {
    const { id } = await create(terms)
    await applyOutcome(id, { outcome: 'succeed' })
    return payment(id)
  }
  const refund = (paymentId: string, value: string, more: object = {}) =>
    shop.post('/refunds', { payment_id: paymentId, amount: rubles(value), ...more })
  return { shop, applyOutcome, override, create, payment, paid, refund }
})

test('a held amount is captured in part or whole, or cancelled; a pending payment cannot be cancelled', async ({
  api: { shop, applyOutcome, create, payment },
}) => {
  const hold = async () => {
    const { id } = await create({ capture: false })
    await applyOutcome(id, { outcome: 'succeed' })
    expect(await payment(id)).toMatchObject({ status: 'waiting_for_capture', paid: true, refundable: false })
    return id
  }
  const part = await shop.post(`/payments/${await hold()}/capture`, { amount: rubles('100.00') })
  expect(part.body).toMatchObject({ status: 'succeeded', amount: rubles('100.00') })
  expect((await shop.post(`/payments/${await hold()}/capture`)).body).toMatchObject({
    amount: rubles('199.00'),
  })
  expect((await shop.post(`/payments/${await hold()}/cancel`, {})).body).toMatchObject({
    status: 'canceled',
    cancellation_details: { party: 'merchant', reason: 'canceled_by_merchant' },
  })
  const waiting = await create()
  expect(await shop.post(`/payments/${waiting.id}/cancel`, {})).toMatchObject({
    status: 400,
    body: { type: 'error', code: 'invalid_request' },
  })
})

test('the same key returns the same payment; with another amount it is an error', async ({
  api: { shop },
}) => {
  const first = await shop.post('/payments', widgetPayment(), { key: 'attempt-1' })
  const again = await shop.post('/payments', widgetPayment(), { key: 'attempt-1' })
  expect(again).toEqual(first)
  const other = { ...widgetPayment(), amount: rubles('299.00') }
  expect(await shop.post('/payments', other, { key: 'attempt-1' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', parameter: 'Idempotence-Key' },
  })
  const before = (await shop.get('/payments?limit=100')).body.items.length
  await shop.post('/payments', { ...widgetPayment(), amount: 'free' }, { key: 'attempt-2' })
  expect((await shop.post('/payments', widgetPayment(), { key: 'attempt-2' })).status).toBe(200)
  expect((await shop.get('/payments?limit=100')).body.items).toHaveLength(before + 1)
})

test("unknown credentials, a missing key and an invalid parameter get YooKassa's errors", async ({
  api: { shop },
}) => {
  const refusals: [Promise<{ status: number; body: unknown }>, number, string, string?][] = [
    [shop.get('/me', { credentials: '100500:test_other' }), 401, 'invalid_credentials'],
    [shop.get('/me', { credentials: '100501:test_sandbox_yookassa' }), 401, 'invalid_credentials'],
    [shop.post('/payments', widgetPayment(), { key: null }), 400, 'invalid_request', 'Idempotence-Key'],
    [
      shop.post('/payments', widgetPayment(), { key: 'x'.repeat(65) }),
      400,
      'invalid_request',
      'Idempotence-Key',
    ],
    [
      shop.post('/payments', { ...widgetPayment(), amount: rubles('1.999') }),
      400,
      'invalid_request',
      'amount.value',
    ],
    [
      shop.post('/payments', { ...widgetPayment(), payment_method_data: { type: 'bank_card' } }),
      400,
      'invalid_request',
      'payment_method_data',
    ],
    [shop.get('/payments/22d6d597-000f-5000-9000-145f6df21d6f'), 404, 'not_found'],
    [shop.get('/moons'), 404, 'not_found'],
  ]
  for (const [requested, status, code, parameter] of refusals) {
    expect(await requested).toMatchObject({
      status,
      body: { type: 'error', code, ...(parameter ? { parameter } : {}) },
    })
  }
  expect(await shop.get('/payments/x/cancel')).toEqual({ status: 405, body: null })
})

test('refunds add up to what was paid and no further', async ({
  api: { shop, create, payment, paid, refund },
}) => {
  const { id } = await paid()
  expect((await refund(id, '50.00')).body).toMatchObject({ status: 'succeeded', payment_id: id })
  expect(await payment(id)).toMatchObject({
    status: 'succeeded',
    refunded_amount: rubles('50.00'),
    refundable: true,
  })
  expect(await refund(id, '149.01')).toMatchObject({ status: 400, body: { parameter: 'amount.value' } })
  expect(await refund(id, '0.50')).toMatchObject({ status: 400 })
  expect(await refund(id, '148.50')).toMatchObject({ status: 400 })
  expect((await refund(id, '149.00')).status).toBe(200)
  expect(await payment(id)).toMatchObject({ refunded_amount: rubles('199.00'), refundable: false })
  expect(await refund(id, '1.00')).toMatchObject({ status: 400 })
  const { items } = (await shop.get(`/refunds?payment_id=${id}`)).body
  expect(items.map(({ amount }: { amount: unknown }) => amount)).toEqual([rubles('149.00'), rubles('50.00')])
  const waiting = await create()
  expect(await refund(waiting.id, '1.00')).toMatchObject({ status: 400, body: { parameter: 'payment_id' } })
})

test('a refund can fail at once, or fail or succeed later', async ({
  api: { shop, override, payment, paid, refund },
}) => {
  const { id } = await paid()
  await override(id, { refunds: 'refuse' })
  expect((await refund(id, '10.00')).body).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'insufficient_funds' },
  })
  await override(id, { refunds: 'fail' })
  const failing = (await refund(id, '100.00')).body
  await override(id, { refunds: 'pend' })
  const succeeding = (await refund(id, '99.00')).body
  expect([failing.status, succeeding.status]).toEqual(['pending', 'pending'])
  expect((await refund(id, '1.00')).status).toBe(400)
  await override(id, { refunds: 'succeed' })
  await vi.waitFor(
    async () => {
      expect((await shop.get(`/refunds/${failing.id}`)).body).toMatchObject({ status: 'canceled' })
      expect((await shop.get(`/refunds/${succeeding.id}`)).body).toMatchObject({ status: 'succeeded' })
    },
    { timeout: 5000, interval: 100 },
  )
  expect(await payment(id)).toMatchObject({ refunded_amount: rubles('99.00') })
})

test('a receipt is registered after the payment, with its fiscal numbers; so is that of a refund', async ({
  api: { shop, applyOutcome, override, create, payment, refund },
}) => {
  const { id } = await create({ receipt })
  await override(id, { receipts: 'pend' })
  await applyOutcome(id, { outcome: 'succeed' })
  expect(await payment(id)).toMatchObject({ status: 'succeeded', receipt_registration: 'pending' })
  const receipts = async (query: string) => (await shop.get(`/receipts?${query}`)).body.items
  expect(await receipts(`payment_id=${id}`)).toMatchObject([{ type: 'payment', status: 'pending' }])
  const returned = (await refund(id, '199.00')).body
  await override(id, { receipts: 'register' })
  await vi.waitFor(
    async () => {
      expect(await payment(id)).toMatchObject({ receipt_registration: 'succeeded' })
      expect((await shop.get(`/refunds/${returned.id}`)).body.receipt_registration).toBe('succeeded')
    },
    { timeout: 5000, interval: 100 },
  )
  const [registered] = await receipts(`payment_id=${id}`)
  expect(registered).toMatchObject({
    status: 'succeeded',
    fiscal_document_number: expect.stringMatching(/^\d+$/),
    fiscal_storage_number: expect.stringMatching(/^\d{16}$/),
    fiscal_attribute: expect.stringMatching(/^\d{10}$/),
    registered_at: expect.any(String),
  })
  expect((await shop.get(`/receipts/${registered.id}`)).body).toEqual(registered)
  expect(await receipts(`refund_id=${returned.id}`)).toMatchObject([{ type: 'refund', payment_id: id }])
})

test('a receipt that does not add up is rejected, and a registration can fail', async ({
  api: { shop, applyOutcome, override, create, payment },
}) => {
  const wrong = { ...receipt, items: [{ ...receipt.items[0], quantity: 3 }] }
  expect(await shop.post('/payments', { ...widgetPayment(), receipt: wrong })).toMatchObject({
    status: 400,
    body: { parameter: 'receipt.items' },
  })
  const { id } = await create({ receipt })
  await override(id, { receipts: 'fail' })
  await applyOutcome(id, { outcome: 'succeed' })
  await vi.waitFor(
    async () => expect(await payment(id)).toMatchObject({ receipt_registration: 'canceled' }),
    { timeout: 5000, interval: 100 },
  )
})

const [line] = receipt.items
const supplier = { name: 'Studio', phone: '79001234567', inn: '7707083893' }
const wrongReceipts: [what: string, change: object, parameter: string][] = [
  ['an unknown VAT code', { items: [{ ...line, vat_code: 13 }] }, 'receipt.items.0.vat_code'],
  [
    'a long description',
    { items: [{ ...line, description: 'x'.repeat(129) }] },
    'receipt.items.0.description',
  ],
  ['an unknown agent', { items: [{ ...line, agent_type: 'reseller' }] }, 'receipt.items.0.agent_type'],
  [
    'an INN with a wrong check digit',
    { items: [{ ...line, supplier: { ...supplier, inn: '7707083894' } }] },
    'receipt.items.0.supplier.inn',
  ],
  [
    'a phone with a plus',
    { items: [{ ...line, supplier: { ...supplier, phone: '+79001234567' } }] },
    'receipt.items.0.supplier.phone',
  ],
  ['too many items', { items: Array(81).fill(line) }, 'receipt.items'],
  ['no contact', { customer: { full_name: 'Anna' } }, 'receipt.customer'],
  ['an unknown time zone', { timezone: 12 }, 'receipt.timezone'],
  [
    'two lines that miss a kopeck',
    {
      items: [
        { ...line, quantity: 1 },
        { ...line, quantity: 1, amount: rubles('99.49'), vat_code: 7 },
      ],
    },
    'receipt.items',
  ],
  [
    'a wrong VAT code in its second line',
    {
      items: [
        { ...line, quantity: 1 },
        { ...line, quantity: 1, vat_code: 0 },
      ],
    },
    'receipt.items.1.vat_code',
  ],
  ['one kopeck more', { items: [{ ...line, quantity: 1, amount: rubles('199.01') }] }, 'receipt.items'],
]

test.for(wrongReceipts)('a receipt with %s is refused', async ([, change, parameter], { api: { shop } }) => {
  const body = { ...widgetPayment(), receipt: { ...receipt, ...change } }
  expect(await shop.post('/payments', body)).toMatchObject({
    status: 400,
    body: { type: 'error', code: 'invalid_request', parameter },
  })
})

test('a receipt has a line for each item with its own VAT', async ({ api: { shop } }) => {
  const items = [
    { ...line, quantity: '1', amount: rubles('99.01') },
    { ...line, quantity: '1', amount: rubles('99.99'), vat_code: 7 },
  ]
  const body = { ...widgetPayment(), receipt: { ...receipt, items } }
  expect(await shop.post('/payments', body)).toMatchObject({ status: 200 })
})

test('a receipt that closes a prepayment leaves the registration of the payment as it is', async ({
  api: { shop, payment, paid },
}) => {
  const { id } = await paid({ receipt })
  const closing = {
    ...{ type: 'payment', payment_id: id, send: true, customer: receipt.customer },
    items: [{ ...line, agent_type: 'commissioner', supplier }],
  }
  const settle = (value: string) => [{ type: 'prepayment', amount: rubles(value) }]
  expect(await shop.post('/receipts', { ...closing, settlements: settle('198.99') })).toMatchObject({
    status: 400,
    body: { parameter: 'items' },
  })
  const before = (await payment(id)).receipt_registration
  const { body } = await shop.post('/receipts', { ...closing, settlements: settle('199.00') })
  expect(body).toMatchObject({ status: 'pending', settlements: settle('199.00') })
  expect(['pending', before]).toContain((await payment(id)).receipt_registration)
})

test('lists page by cursor, newest first', async ({ api: { shop, create } }) => {
  const ids = [(await create()).id, (await create()).id, (await create()).id].reverse()
  const first = (await shop.get('/payments?limit=2')).body
  expect(first.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
  const next = (await shop.get(`/payments?limit=1&cursor=${first.next_cursor}`)).body
  expect(next.items[0].id).toBe(ids[2])
})

test('no nonsense makes the API fail', async ({ api: { shop, create } }) => {
  const { id } = await create()
  const nonsense = [
    '{',
    'null',
    '[]',
    '"x"',
    '{"amount":null}',
    '{"amount":{"value":"1e9","currency":"RUB"}}',
  ]
  nonsense.push(
    '{"__proto__":{"x":1}}',
    '{"confirmation":{"type":"embedded"},"metadata":[]}',
    '1'.repeat(1000),
  )
  for (const path of ['payments', `payments/${id}/capture`, `payments/${id}/cancel`, 'refunds', 'receipts']) {
    for (const body of nonsense) {
      expect((await shop.post(`/${path}`, body)).status, `${path} ${body}`).toBeLessThan(500)
    }
  }
  for (const query of ['limit=0', 'limit=x', 'cursor=x', 'created_at.gte=x', 'status[]=x', '%zz']) {
    expect((await shop.get(`/payments?${query}`)).status).toBeLessThan(500)
  }
})
