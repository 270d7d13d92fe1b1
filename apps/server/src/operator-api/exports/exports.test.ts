import { storeFault } from '@playhub/contract/operator/sentences/faults'
import { expect } from 'vitest'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { insertOrderSample } from '../../../test/support/payments/order-samples.ts'
import { insertPaidOrder, refundAs } from '../../../test/support/payments/refund-staff.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { test as hubTest } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import english from '../../i18n/en/exports.json' with { type: 'json' }
import russian from '../../i18n/ru/exports.json' with { type: 'json' }
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { type ExportColumn, getHead } from './columns.ts'
import { exportRows } from './rows.ts'

const owner = { role: 'owner', project: '*' } as const

/** The console exists once there is an owner. */
const test = hubTest.extend('first', { scope: 'file', auto: true }, ({ hub }) => addTestOperator(hub, owner))

/** Of a head with a comma, other programs make two. */
test('a head is one cell, and says a unit once', () => {
  for (const column of Object.keys(english.columns) as ExportColumn[])
    for (const language of ['en', 'ru'] as const)
      expect(getHead(column, language)).not.toMatch(/[,;"]|\).*\)/)
})

/** Rows of an export by head. No cell of these tests has a comma in it. */
async function readRows(operator: Pick<OperatorClient, 'read'>, path: string, separator = ',') {
  const { status, text } = await operator.read(path)
  expect(status, text).toBe(200)
  const [heads = [], ...rows] = text
    .replace('\u{feff}', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(separator))
  return rows.map((cells) => Object.fromEntries(heads.map((head, place) => [head, cells[place]])))
}

const fiscal = { document: '31234', storage: '9999078900005430', attribute: '3216549870' }

async function setFiscalNumbers(hub: TestHub, orderId: string): Promise<void> {
  const { db } = hub.context
  const receipt = await db
    .selectFrom('receipts')
    .selectAll()
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  const content = JSON.stringify({ ...JSON.parse(receipt.content), fiscal })
  await db.updateTable('receipts').set({ content }).where('id', '=', receipt.id).execute()
}

const receiptColumns = {
  Receipt: expect.stringMatching(/^PH-/),
  'Fiscal document': fiscal.document,
  'Fiscal storage': fiscal.storage,
  'Fiscal attribute': fiscal.attribute,
  'Buyer country': 'US',
}

test('each column has a head in both languages, and each head a column', () => {
  const columns = new Set(Object.values(exportRows).flatMap(({ shape }) => Object.keys(shape)))
  for (const { columns: heads } of [english, russian])
    expect(Object.keys(heads).toSorted()).toEqual([...columns].toSorted())
})

test('orders, refunds and the month name receipt, fiscal numbers, item and operator, for a masked role too', async ({
  hub,
  player,
}) => {
  const finance = await addTestOperator(hub, { role: 'finance', project: '*' })
  const { orderId } = await stripeCheckout(hub).buy(player)
  await setFiscalNumbers(hub, orderId)
  expect(await refundAs(finance, orderId, { amountMinor: 40 })).toBe('ok')
  for (let round = 0; round < 2; round++) {
    await hub.passTime(10_000)
  }
  const item = { Item: 'islandm3-hints', Project: 'islandm3', ...receiptColumns }
  expect(await readRows(finance, `/orders/export?player=${player.userId}`)).toMatchObject([
    { ...item, Id: orderId, Operator: '', 'Amount (in currency)': '0.99', 'Refunded (in currency)': '0.40' },
  ])
  expect(await readRows(finance, '/refunds/export')).toMatchObject([
    { ...item, Order: orderId, Operator: 'Olga', 'Held until (UTC)': '', State: 'succeeded' },
  ])
  const [sale, refund] = await readRows(finance, '/finance/documents/export?month=2030-01')
  expect(sale).toMatchObject({ ...item, Kind: 'sale', Operator: '', 'Amount (in currency)': '0.99' })
  expect(sale?.['Time (UTC)']).toMatch(/^2030-01-01T\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(refund).toMatchObject({ ...item, Kind: 'refund', Operator: 'Olga', 'Amount (in currency)': '-0.40' })
})

test('orders and sales of the month name list price, discount and offers', async ({ hub, player }) => {
  const finance = await addTestOperator(hub, { role: 'finance', project: '*' })
  const reduced = await stripeCheckout(hub).buy(player)
  const terms = { listUsdMinor: 198, offerIds: '["code-ten","winter"]' }
  const { db } = hub.context
  await db.updateTable('orders').set(terms).where('id', '=', reduced.orderId).execute()
  const { orderId } = await stripeCheckout(hub).buy(player)
  await stripeCheckout(hub).order(player)
  expect(await refundAs(finance, reduced.orderId, { amountMinor: 40 })).toBe('ok')
  for (let round = 0; round < 2; round++) await hub.passTime(10_000)
  const winter = { 'List price (in currency)': '1.98', 'Discount (in currency)': '0.99' }
  const none = { 'List price (in currency)': '0.99', 'Discount (in currency)': '0.00', Offers: '' }
  const empty = { 'List price (in currency)': '', 'Discount (in currency)': '' }
  const orders = await readRows(finance, `/orders/export?player=${player.userId}`)
  expect(orders.find(({ Id }) => Id === reduced.orderId)).toMatchObject(winter)
  expect(orders.find(({ Id }) => Id === orderId)).toMatchObject(none)
  expect(orders.find(({ Paid, Status }) => Status !== 'paid' && !Paid)).toMatchObject({
    ...empty,
    Offers: '',
  })
  const documents = await readRows(finance, '/finance/documents/export?month=2030-01')
  const own = documents.filter(({ Order }) => Order === reduced.orderId || Order === orderId)
  expect(own).toMatchObject([winter, none, empty])
  for (const path of ['/orders/export', '/finance/documents/export?month=2030-01'])
    expect((await finance.read(path)).text).toContain('"code-ten, winter"')
})

test('a day of the insights has a column for each sum and currency', async ({ hub, player }) => {
  const operator = await addTestOperator(hub, owner)
  const { orderId } = await stripeCheckout(hub).buy(player)
  expect(await refundAs(operator, orderId, { amountMinor: 40 })).toBe('ok')
  for (let round = 0; round < 2; round++) await hub.passTime(10_000)
  const [row] = await readRows(operator, '/insights/export?from=2030-01-01&to=2030-01-01')
  const amount = expect.stringMatching(/^\d+\.\d\d$/)
  expect(row).toMatchObject({
    ...{ 'Revenue (USD)': amount, 'Refunded (USD)': amount, 'Revenue (RUB)': '' },
    ...{ 'First-time payers': expect.stringMatching(/^\d+$/), 'Discount (RUB)': '' },
  })
})

test('an operator whose console is in Russian gets Russian heads and semicolons', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  await operator.callOk('PUT /session/language', { body: { language: 'ru' } })
  const id = await insertPaidOrder(hub)
  await operator.callOk('POST /orders/{id}/grant', {
    ...{ params: { id }, body: { reason: 'Goodwill' }, idempotencyKey: newId() },
  })
  expect(await readRows(operator, '/orders/export?player=anna', ';')).toMatchObject([
    { Номер: id, 'Сумма (в валюте)': '0.99', Сотрудник: 'Olga', Квитанция: '', 'Страна покупателя': '' },
  ])
  expect(
    (await operator.read('/finance/documents/export?month=2030-01')).headers.get('content-disposition'),
  ).toBe('attachment; filename="finance-documents-all-projects-2030-01-UTC.csv"')
})

test('why a refund was made and failed is in the language of the operator', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  const error = storeFault('refund-impossible')
  await transact(hub.context.db, (tx) =>
    insertOrderSample(
      tx,
      { now: hub.clock.now(), playerId: 'vera', project: 'skyport' },
      { refunds: [{ state: 'failed', reason: storeFault('paid-twice'), error }] },
    ),
  )
  const path = '/refunds/export?project=skyport&state=failed'
  expect(await readRows(operator, path)).toMatchObject([
    { Reason: 'The order was paid twice', Error: 'The provider could not refund it' },
  ])
  await operator.callOk('PUT /session/language', { body: { language: 'ru' } })
  expect(await readRows(operator, path, ';')).toMatchObject([
    { Причина: 'Заказ оплачен дважды', Ошибка: 'Платёжный сервис не смог вернуть деньги' },
  ])
})

test('disputes are exported in scope only, with the filters of their list', async ({ hub, player }) => {
  const all = await addTestOperator(hub, owner)
  await hub.context.payments.seedAttention(player.userId)
  const { data } = await all.callOk('GET /disputes', { query: {} })
  const [dispute] = data.result
  const elsewhere = dispute?.project === 'islandm3' ? 'familytown' : 'islandm3'
  const other = await addTestOperator(hub, { role: 'finance', project: elsewhere })
  expect(await readRows(all, '/disputes/export?state=open')).toMatchObject([
    { Id: dispute?.id, 'Answer by (UTC)': expect.stringMatching(/Z$/), Item: expect.any(String) },
  ])
  expect(await readRows(all, '/disputes/export?state=won')).toEqual([])
  expect(await readRows(other, '/disputes/export')).toEqual([])
  expect((await other.read('/disputes/export')).headers.get('content-disposition')).toContain(
    `disputes-${elsewhere}-2030-01`,
  )
  const viewer = await addTestOperator(hub, { role: 'viewer', project: '*' })
  expect((await viewer.read('/disputes/export')).status).toBe(403)
})
