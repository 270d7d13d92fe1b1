import { expect } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { test } from '../../../test/support/hub-test.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { type HistoryPage, listStartedOrders } from '../records/order-store.ts'

const pages: HistoryPage[] = [
  { project: undefined, before: undefined, limit: 50 },
  { project: undefined, before: newId(), limit: 50 },
  { project: 'islandm3', before: newId(), limit: 50 },
]

test('any page of a long history is read from an index in order', async ({ hub }) => {
  const { db } = hub.context
  await transact(db, async (tx) => {
    for (let hundred = 0; hundred < 20; hundred++) {
      const orders = Array.from({ length: 100 }, () => paidOrder('anna', 'islandm3', hub.clock.now()))
      await tx.insertInto('orders').values(orders).execute()
    }
  })
  for (const page of pages) {
    const plan = await explainQueries(db, (recorded) => listStartedOrders(recorded, 'anna', page))
    expect(plan).toMatch(/Index Scan Backward using orders_|USING INDEX orders_/)
    expect(plan).not.toMatch(/Sort|TEMP B-TREE|Seq Scan|SCAN orders/)
  }
})
