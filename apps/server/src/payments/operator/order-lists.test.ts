import type { OperatorOrderState } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { test } from '../../../test/support/hub-test.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { insertAttempt } from '../records/attempt-store.ts'
import { insertDispute } from '../records/dispute-store.ts'
import { insertOrder } from '../records/order-store.ts'
import { insertRefund } from '../records/refund-store.ts'
import type { OrderRow, WebhookRow } from '../records/tables.ts'
import { insertWebhook } from '../records/webhook-store.ts'
import { listOrders, type OrderListQuery } from './order-lists.ts'

const unpaid = { paidAt: null } as const

type Sample = { order?: Partial<OrderRow>; with?: ('review' | 'dispute' | 'refund' | 'webhook')[] }

const samples: Record<OperatorOrderState, Sample> = {
  'not-started': { order: { status: 'none', startedAt: null, provider: null, ...unpaid } },
  pending: { order: { status: 'pending', ...unpaid } },
  held: { order: { status: 'pending', ...unpaid }, with: ['review', 'webhook'] },
  failed: { order: { status: 'fail', ...unpaid } },
  cancelled: { order: { status: 'none', ...unpaid } },
  undelivered: { order: { refundedMinor: 1 }, with: ['webhook'] },
  paid: {},
  disputed: { with: ['dispute', 'refund', 'webhook'] },
  'refund-failed': { order: { refundedMinor: 1 }, with: ['refund', 'webhook'] },
  'partly-refunded': { order: { refundedMinor: 1 } },
  refunded: { order: { refundedMinor: 99 }, with: ['refund', 'webhook'] },
}

async function insertSample(db: Db, { order: changes = {}, with: given = [] }: Sample, now: number) {
  const order = { ...paidOrder('anna', 'islandm3', now), ...changes }
  const common = { orderId: order.id, attemptId: order.id, amountMinor: 1, currency: 'USD' } as const
  await transact(db, async (tx) => {
    await insertOrder(tx, order)
    await insertAttempt(tx, {
      ...{ id: order.id, orderId: order.id, provider: 'stripe', providerPaymentId: `pi_${order.id}` },
      ...{ amountMinor: 99, currency: 'USD', state: 'failed', receiptEmail: null, paidWith: null },
      ...{ reviewReason: given.includes('review') ? 'amount' : null, checkedAt: 0, nextCheckAt: 0 },
      ...{ createdAt: now, closedAt: now, supersededAt: null, cancelRequestedAt: null },
      ...{ nextTotalsCheckAt: null, reconciledAt: null },
    })
    if (given.includes('dispute'))
      await insertDispute(tx, {
        ...{ ...common, id: order.id, providerDisputeId: 'dp_1', reason: 'fraudulent', state: 'open' },
        ...{ openedAt: now, dueBy: null, settledAt: null, nextCheckAt: null },
      })
    if (given.includes('refund'))
      await insertRefund(tx, {
        ...{ ...common, id: order.id, requestKey: 'operator:1', reason: 'asked', requestedBy: 'operator' },
        ...{ state: 'failed', providerRefundId: null, error: 'no', createdAt: now, sentAt: now },
        ...{ nextCheckAt: null, settledAt: now, mailedAt: null },
      })
    if (given.includes('webhook'))
      await insertWebhook(tx, {
        ...{ id: order.id, orderId: order.id, project: 'islandm3', playerId: 'anna', type: 'payment.paid' },
        ...{ subject: '', body: '{}', state: 'dead', attempts: 2, lastError: '500', nextTryAt: 0 },
        ...{ leasedUntil: 0, createdAt: now, deliveredAt: null, resentBy: null },
      })
  })
  return order.id
}

test('each state in words is found by its filter, and only it', async ({ hub }) => {
  const { db } = hub.context
  const ids: Record<string, string> = {}
  for (const [state, sample] of Object.entries(samples))
    ids[state] = await insertSample(db, sample, hub.clock.now())
  for (const state of Object.keys(samples) as OperatorOrderState[]) {
    const { rows } = await listOrders(db, { states: [state] }, { limit: 50 })
    expect(rows.map(({ id }) => id)).toEqual([ids[state]])
    expect(rows.map((row) => row.state)).toEqual([state])
  }
  const all = await listOrders(db, {}, { limit: 50 })
  expect(all.rows.map(({ state }) => state)).toEqual(Object.keys(samples).reverse())
})

test('filters by project, player, text and time combine, and pages continue where the last one ended', async ({
  hub,
}) => {
  const { db, clock } = hub.context
  const now = clock.now()
  const orders = Array.from({ length: 5 }, (_, index) =>
    paidOrder(index % 2 === 0 ? 'anna' : 'boris', index < 3 ? 'islandm3' : 'farm', now),
  )
  await transact(db, (tx) => tx.insertInto('orders').values(orders).execute())
  const find = async (query: OrderListQuery) =>
    (await listOrders(db, query, { limit: 50 })).rows.map(({ id }) =>
      orders.findIndex((order) => order.id === id),
    )
  expect(await find({ projects: ['islandm3'] })).toEqual([2, 1, 0])
  expect(await find({ projects: ['islandm3', 'farm'], playerIds: ['boris'] })).toEqual([3, 1])
  expect(await find({ projects: [] })).toEqual([])
  expect(await find({ text: orders[3]?.id })).toEqual([3])
  expect(await find({ text: orders[3]?.id, projects: ['islandm3'] })).toEqual([])
  expect(await find({ text: 'boris' })).toEqual([3, 1])
  expect(await find({ text: 'somebody', matchingPlayerIds: ['boris'] })).toEqual([3, 1])
  expect(await find({ until: 1 })).toEqual([])
  expect(await find({ from: Date.UTC(2100, 0) })).toEqual([])
  const first = await listOrders(db, {}, { limit: 2 })
  const second = await listOrders(db, {}, { limit: 2, cursor: first.nextCursor ?? '' })
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(
    orders
      .slice(1)
      .map(({ id }) => id)
      .reverse(),
  )
})

const queries: OrderListQuery[] = [
  {},
  { projects: ['islandm3'], currency: 'RUB' },
  { playerIds: ['anna'], states: ['refunded'] },
  { states: ['held'] },
  { states: ['disputed'] },
  { states: ['refund-failed'] },
  { states: ['undelivered'] },
  { states: ['refunded', 'partly-refunded'] },
  { states: ['pending', 'failed'], providers: ['stripe'] },
  { text: 'pi_unknown' },
]

function delivered(orderId: string, now: number): WebhookRow {
  return {
    ...{ id: orderId, orderId, project: 'islandm3', playerId: 'anna', type: 'payment.paid', subject: '' },
    ...{ body: '{}', state: 'delivered', attempts: 1, lastError: null, nextTryAt: 0, leasedUntil: 0 },
    ...{ createdAt: now, deliveredAt: now, resentBy: null },
  }
}

test('no filter reads a whole table', async ({ hub }) => {
  const { db } = hub.context
  const now = hub.clock.now()
  await transact(db, async (tx) => {
    for (let hundred = 0; hundred < 20; hundred++) {
      const orders = Array.from({ length: 100 }, () => paidOrder('anna', 'islandm3', now))
      await tx.insertInto('orders').values(orders).execute()
      await tx
        .insertInto('webhooks')
        .values(orders.map(({ id }) => delivered(id, now)))
        .execute()
    }
  })
  for (const sample of Object.values(samples)) await insertSample(db, sample, now)
  for (const query of queries) {
    const plan = await explainQueries(db, (recorded) =>
      listOrders(recorded, query, { limit: 50, scanLimit: 100 }),
    )
    expect(plan, JSON.stringify(query)).not.toMatch(
      /Seq Scan on orders|SCAN (orders|attempts|refunds|disputes|webhooks)(?! USING)/,
    )
  }
})
