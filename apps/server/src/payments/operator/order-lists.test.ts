import { expect } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { test } from '../../../test/support/hub-test.ts'
import { insertOrderSample } from '../../../test/support/payments/order-samples.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { transact } from '../../platform/database/database.ts'
import type { WebhookRow } from '../records/tables.ts'
import { countOrdersInState } from './order-list-store.ts'
import { listOrders, type OrderListQuery } from './order-lists.ts'

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
  { states: ['game-not-told'] },
  { states: ['refund-pending'] },
  { states: ['pending'], startedBefore: Date.UTC(2100, 0) },
  { states: ['refunded', 'partly-refunded'] },
  { states: ['pending', 'failed'], providers: ['stripe'] },
  { text: 'pi_unknown' },
  { countriesDiffer: true },
  { countriesDiffer: true, projects: ['islandm3'], states: ['paid'] },
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
  const at = { now, playerId: 'anna', project: 'islandm3' }
  await transact(db, async (tx) => {
    await insertOrderSample(tx, at, { attempt: { reviewReason: 'other amount' } })
    await insertOrderSample(tx, at, { disputes: [{}], refunds: [{ state: 'failed' }] })
    await insertOrderSample(tx, at, { webhooks: [{ attempts: 1 }] })
    // SQLite reads tables of a few rows without an index.
    const won = Array.from({ length: 50 }, () => ({ state: 'won' as const }))
    for (let count = 0; count < 4; count++)
      await insertOrderSample(tx, at, { disputes: won, refunds: won.map(() => ({})) })
  })
  for (const query of queries) {
    const plan = await explainQueries(db, (recorded) =>
      listOrders(recorded, query, { limit: 50, scanLimit: 100 }),
    )
    expect(plan, JSON.stringify(query)).not.toMatch(
      /Seq Scan on orders|SCAN (orders|attempts|refunds|disputes|webhooks)(?! USING)/,
    )
  }
})

test('orders of a state are counted behind any number of others of its index', async ({ hub }) => {
  const { db, clock } = hub.context
  const at = { now: clock.now(), playerId: 'anna', project: 'skyport' }
  const count = (state: 'game-not-told' | 'undelivered' | 'refund-failed', projects?: string[]) =>
    countOrdersInState(db, { states: [state], projects }, 2)
  await transact(db, async (tx) => {
    for (let order = 0; order < 3; order++) {
      await insertOrderSample(tx, at, { webhooks: [{ attempts: 2 }] })
      const refunds = [{ state: 'failed' as const }, {}]
      await insertOrderSample(tx, at, { refunds, order: { refundedMinor: 99 } })
    }
    const untold = { webhooks: [{ attempts: 2 }], purchase: { state: 'consumed' as const } }
    await insertOrderSample(tx, at, untold)
    await insertOrderSample(tx, { ...at, project: 'islandm3' }, { webhooks: [{ attempts: 2 }] })
    await insertOrderSample(tx, at, { refunds: [{ state: 'failed' }] })
  })
  expect((await count('undelivered')).count).toBe(2)
  expect((await count('undelivered', ['islandm3'])).count).toBe(1)
  expect((await count('game-not-told')).count).toBe(1)
  expect((await count('refund-failed')).count).toBe(1)
})
