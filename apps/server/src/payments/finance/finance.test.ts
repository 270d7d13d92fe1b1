import { expect } from 'vitest'
import { insertSurplusRefund } from '../../../test/support/payments/refund-staff.ts'
import { stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { parseMonth } from '../../platform/time-zone.ts'
import { insertDispute } from '../records/dispute-store.ts'
import { type DocumentsQuery, type FinanceDocument, listDocuments } from './documents.ts'
import { listSalesRows } from './sales-rows.ts'

const always: DocumentsQuery = { from: 0, until: Date.parse('2031-01-01'), zone: 'UTC' }

/** Two months of sales in two projects, with refunds and a lost dispute. */
async function sellForTwoMonths(hub: TestHub): Promise<void> {
  const { buy } = stripeCheckout(hub)
  const orderIds: string[] = []
  for (const item of [undefined, 'familytown-coins', undefined, undefined]) {
    const player = await hub.logIn()
    orderIds.push((await (item ? buy(player, item) : buy(player))).orderId)
    hub.clock.advance(11 * DAY_MS)
  }
  await runOnHub(hub, ['refund', orderIds[0] ?? '', '0.40', '--reason', 'Sorry'])
  await runOnHub(hub, ['refund', orderIds[1] ?? '', '--reason', 'Sorry'])
  await hub.runDueJobs()
  await loseDispute(hub, orderIds[2] ?? '')
}

async function loseDispute({ context: { db }, clock }: TestHub, orderId: string): Promise<void> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const amountMinor = order.amountMinor ?? 0
  await insertDispute(db, {
    ...{ id: newId(), orderId, attemptId: order.paidAttemptId ?? '', providerDisputeId: 'dp_1', amountMinor },
    ...{
      currency: 'USD',
      reason: 'fraudulent',
      state: 'lost',
      openedAt: clock.now(),
      settledAt: clock.now(),
      dueBy: null,
    },
    nextCheckAt: null,
  })
  await db.updateTable('orders').set({ refundedMinor: amountMinor }).where('id', '=', orderId).execute()
}

async function collectDocuments(hub: TestHub, query = always): Promise<FinanceDocument[]> {
  const documents: FinanceDocument[] = []
  for await (const document of listDocuments(hub.context.db, query)) documents.push(document)
  return documents
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('the documents add up to the orders, to the cent, and to the sales by day and month', async ({
  hub,
}) => {
  await sellForTwoMonths(hub)
  const documents = await collectDocuments(hub)
  expect(documents.map(({ kind }) => kind)).toEqual([
    ...Array(4).fill('sale'),
    ...['refund', 'refund', 'dispute-lost'],
  ])
  expect(documents.every(({ receiptNumber }) => receiptNumber?.startsWith('PH-'))).toBe(true)
  const orders = await hub.context.db.selectFrom('orders').selectAll().where('status', '=', 'paid').execute()
  const kept = sum(orders.map(({ amountMinor, refundedMinor }) => (amountMinor ?? 0) - refundedMinor))
  expect(sum(documents.map(({ amountMinor }) => amountMinor))).toBe(kept)
  for (const by of ['day', 'month'] as const) {
    const rows = await listSalesRows(hub.context.db, { ...always, by })
    expect(sum(rows.map(({ netMinor }) => netMinor))).toBe(kept)
    expect(sum(rows.map(({ orders }) => orders))).toBe(4)
  }
})

test('money of surplus charges is no sale, whoever returns it', async ({ hub }) => {
  const { db } = hub.context
  const { orderId } = await stripeCheckout(hub).buy(await hub.logIn())
  for (const requestedBy of ['hub', 'operator', 'provider'] as const)
    await insertSurplusRefund(hub, orderId, { requestedBy, state: 'succeeded' })
  await loseDispute(hub, orderId)
  const { attemptId } = await db.selectFrom('refunds').select('attemptId').executeTakeFirstOrThrow()
  await db.updateTable('disputes').set({ attemptId }).execute()
  hub.clock.advance(DAY_MS)
  expect((await collectDocuments(hub)).map(({ kind }) => kind)).toEqual(['sale'])
  expect(await listSalesRows(db, { ...always, by: 'month' })).toMatchObject([
    { orders: 1, refunds: 0, disputesLost: 0, netMinor: 99 },
  ])
})

test('sales by month have a row for each project, and for each item if wanted', async ({ hub }) => {
  await sellForTwoMonths(hub)
  const rows = await listSalesRows(hub.context.db, { ...always, by: 'month' })
  expect(
    rows.map(({ period, project, orders, refunds, disputesLost }) => [
      period,
      project,
      orders,
      refunds,
      disputesLost,
    ]),
  ).toEqual([
    ['2030-01', 'familytown', 1, 0, 0],
    ['2030-01', 'islandm3', 2, 0, 0],
    ['2030-02', 'familytown', 0, 1, 0],
    ['2030-02', 'islandm3', 1, 1, 1],
  ])
  const filter = { ...always, by: 'month' as const, projects: ['familytown'], isByItem: true }
  const items = await listSalesRows(hub.context.db, filter)
  expect(items.map(({ itemId }) => itemId)).toEqual(['familytown-coins', 'familytown-coins'])
  expect(await listSalesRows(hub.context.db, { ...filter, projects: [] })).toEqual([])
})

test('a provider and a currency leave out the others in rows and documents alike', async ({ hub }) => {
  await sellForTwoMonths(hub)
  const { db } = hub.context
  const roubles = { provider: 'yookassa', currency: 'RUB' } as const
  const { orderId } = await db
    .selectFrom('refunds')
    .select('orderId')
    .where('amountMinor', '=', 40)
    .executeTakeFirstOrThrow()
  await db.updateTable('orders').set(roubles).where('id', '=', orderId).execute()
  await db.updateTable('attempts').set(roubles).where('orderId', '=', orderId).execute()
  await db.updateTable('refunds').set({ currency: 'RUB' }).where('orderId', '=', orderId).execute()
  const countKinds = async (filter: Partial<DocumentsQuery>) => {
    const rows = await listSalesRows(db, { ...always, ...filter, by: 'month' })
    const documents = await collectDocuments(hub, { ...always, ...filter })
    expect(sum(rows.map(({ netMinor }) => netMinor))).toBe(
      sum(documents.map(({ amountMinor }) => amountMinor)),
    )
    return documents.map(({ kind }) => kind)
  }
  expect(await countKinds({ providers: ['yookassa'] })).toEqual(['sale', 'refund'])
  expect(await countKinds({ currency: 'RUB' })).toEqual(['sale', 'refund'])
  const others = ['sale', 'sale', 'sale', 'refund', 'dispute-lost']
  expect(await countKinds({ providers: ['stripe', 'yandex-pay'] })).toEqual(others)
  expect(await countKinds({ currency: 'USD' })).toEqual(others)
  expect(await countKinds({ providers: ['yookassa', 'stripe'] })).toHaveLength(7)
  expect(await countKinds({ providers: ['yookassa'], currency: 'USD' })).toEqual([])
})

test('a month begins at midnight of the zone and holds the documents of its projects', async ({ hub }) => {
  await sellForTwoMonths(hub)
  const month = (zone: string) => ({ ...(parseMonth('2030-01', zone) ?? expect.unreachable()), zone })
  // The first order is from 2030-01-01T00:00Z, which is December in New York.
  expect(await collectDocuments(hub, month('UTC'))).toHaveLength(3)
  expect(await collectDocuments(hub, month('America/New_York'))).toHaveLength(2)
  const town = { ...month('Europe/Moscow'), projects: ['familytown'] }
  expect(await collectDocuments(hub, town)).toMatchObject([
    {
      day: '2030-01-12',
      timeZone: 'Europe/Moscow',
      project: 'familytown',
      currency: 'USD',
      provider: 'stripe',
    },
  ])
  expect(await collectDocuments(hub, { ...town, projects: [] })).toEqual([])
})

test('more documents than a page are each listed once, also when many are of one instant', async ({
  hub,
}) => {
  await stripeCheckout(hub).buy(await hub.logIn())
  const { db } = hub.context
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: 1300 }, (_, index) => ({
    ...order,
    id: newId(),
    paidAt: 1000 + (index % 3),
  }))
  for (let first = 0; first < copies.length; first += 100)
    await db
      .insertInto('orders')
      .values(copies.slice(first, first + 100))
      .execute()
  const documents = await collectDocuments(hub)
  expect(new Set(documents.map(({ orderId }) => orderId)).size).toBe(1301)
  expect(documents).toHaveLength(1301)
})
