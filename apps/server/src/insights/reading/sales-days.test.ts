import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { insertOrderSample } from '../../../test/support/payments/order-samples.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { newIdAt } from '../../platform/ids.ts'
import { readInsights } from './read-insights.ts'
import { sumFinishedDays } from './sales-days.ts'

type Given = { project: string; playerId: string; amountMinor: number; currency?: 'RUB' | 'USD' }

/** A paid order of now. @returns  its id */
const buy = (hub: TestHub, { project, playerId, ...amount }: Given) =>
  transact(hub.context.db, (tx) =>
    insertOrderSample(
      tx,
      { now: hub.clock.now(), playerId, project },
      { order: { ...amount, id: newIdAt(hub.clock.now()) }, attempt: amount },
    ),
  )

const sum = ({ context: { db }, clock }: TestHub) => sumFinishedDays({ db, clock }, 'UTC')

const read = async (hub: TestHub, projects?: string[]) =>
  (await readInsights(hub.context, { projects, hasMoney: true })).days.filter(
    ({ checkouts }) => checkouts > 0,
  )

test('sales of one game and of all are the same from sums as from orders', async ({ hub }) => {
  for (let day = 0; day < 4; day++) {
    await buy(hub, { project: 'islandm3', playerId: 'one', amountMinor: 100 + day })
    await buy(hub, { project: 'islandm3', playerId: 'two', amountMinor: 7000, currency: 'RUB' })
    await buy(hub, { project: 'skyport', playerId: 'one', amountMinor: 50 })
    hub.clock.advance(DAY_MS)
  }
  const readAll = async () => [
    await read(hub),
    await read(hub, ['islandm3']),
    await read(hub, ['skyport', 'islandm3']),
  ]
  const fromOrders = await readAll()
  expect(fromOrders[0]?.[0]).toMatchObject({
    ...{ checkouts: 3, paidOrders: 3, payingPlayers: 3 },
    revenue: [
      { amountMinor: 7000, currency: 'RUB' },
      { amountMinor: 150, currency: 'USD' },
    ],
  })
  await sum(hub)
  expect(await readAll()).toEqual(fromOrders)
  // Orders of days that are over for good are not read.
  hub.clock.advance(20 * DAY_MS)
  await hub.context.db.updateTable('orders').set({ project: 'familytown' }).execute()
  expect(await readAll()).toEqual(fromOrders)
})

test('checkouts of a sold day stay when orders without a payment are deleted', async ({ hub }) => {
  const { db } = hub.context
  await buy(hub, { project: 'islandm3', playerId: 'one', amountMinor: 100 })
  const unpaid = await buy(hub, { project: 'islandm3', playerId: 'two', amountMinor: 100 })
  await db
    .updateTable('orders')
    .set({ paidAt: null, status: 'none', paidAttemptId: null })
    .where('id', '=', unpaid)
    .execute()
  hub.clock.advance(2 * DAY_MS)
  await sum(hub)
  expect(await read(hub)).toMatchObject([{ checkouts: 2, paidOrders: 1 }])
  await db.updateTable('orders').set({ createdAt: hub.clock.now() }).where('id', '=', unpaid).execute()
  await sum(hub)
  expect((await read(hub, ['islandm3']))[0]).toMatchObject({ checkouts: 2, paidOrders: 1 })
  expect((await read(hub))[0]).toMatchObject({ checkouts: 2, paidOrders: 1 })
})
