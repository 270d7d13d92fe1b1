import { DeleteResult, sql } from 'kysely'
import { expect } from 'vitest'
import { test as base } from '../../test/support/hub-test.ts'
import { filePaid, startGameServer } from '../../test/support/payments/game-server.ts'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { migrations } from '../migrations/index.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { newId } from '../platform/ids.ts'
import { orderReferences } from './records/order-store.ts'

const test = base.extend('hubOptions', {
  env: { WEBHOOK_RETENTION_DAYS: '60', PROVIDER_EVENT_RETENTION_DAYS: '30' },
})

const tables = [
  'orders',
  'attempts',
  'purchases',
  'receipts',
  'refunds',
  'disputes',
  'webhooks',
  'providerEvents',
] as const

async function countRows({ context }: TestHub) {
  const counts = tables.map(async (table) => {
    const rows = await context.db.selectFrom(table).select('id').execute()
    return [table, rows.length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test('webhooks and provider events are deleted when their time is over, and nothing else is', async ({
  hub,
  player,
}) => {
  const checkout = stripeCheckout(hub)
  await checkout.buy(player)
  const before = await countRows(hub)
  expect(before).toMatchObject({ orders: 1, attempts: 1, purchases: 1, receipts: 1, webhooks: 1 })
  expect(before.providerEvents).toBeGreaterThan(0)

  await hub.passTime(30 * DAY_MS - HOUR_MS)
  expect(await countRows(hub)).toEqual(before)
  await hub.passTime(2 * HOUR_MS)
  expect(await countRows(hub)).toEqual({ ...before, providerEvents: 0 })
  await hub.passTime(30 * DAY_MS)
  expect(await countRows(hub)).toEqual({ ...before, providerEvents: 0, webhooks: 0 })
})

base('webhooks that wait or were given up stay', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: { ...game.env, WEBHOOK_RETENTION_DAYS: '30' } })
  game.respondWith(() => ({ status: 410 }))
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  await hub.passTime(400 * DAY_MS)
  expect(await countRows(hub)).toMatchObject({ webhooks: 1 })
})

test('an order that nobody opened is deleted unless a ticket, a gift or anything else names it', async ({
  hub,
  player,
}) => {
  const { db } = hub.context
  const checkout = stripeCheckout(hub)
  const unused = await checkout.order(player, 'islandm3-boosters')
  const given = await checkout.order(player)
  const requested = await checkout.order(player, 'islandm3-chest')
  const why = ['--by', 'olga', '--reason', 'Goodwill']
  expect(await runOnHub(hub, ['orders', 'grant', given, ...why])).toMatchObject({ code: 0 })
  await hub.callOk('POST /payments/send-letter-support', {
    as: player,
    body: { data: { paymentId: requested, reason: 'OTHER', email: player.email, message: 'Help' } },
  })
  await hub.passTime(3 * DAY_MS)
  const left = (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  expect(left.toSorted()).toEqual([given, requested].toSorted())
  expect(left).not.toContain(unused)
  const job = db.selectFrom('jobs').select(['state', 'lastError']).where('kind', '=', 'payments.retention')
  expect(await job.execute()).toEqual([{ state: 'waiting', lastError: null }])
})

test('a hub from before offers deletes an unused order with its uses of offers', async ({ hub, player }) => {
  const { db } = hub.context
  const orderId = await stripeCheckout(hub).order(player)
  await db
    .insertInto('offerUses')
    .values({
      ...{ id: newId(), project: 'islandm3', offerId: 'half', codeId: null, playerId: player.userId },
      ...{ slot: '1', orderId, state: 'released', createdAt: hub.clock.now() },
    })
    .execute()
  await db.deleteFrom('orders').where('id', '=', orderId).execute()
  expect(await db.selectFrom('offerUses').selectAll().execute()).toEqual([])
})

base('every table that refers to orders is known to the clean-up', async () => {
  const db = await openTestDatabase()
  await migrate(db, migrations, 'the test database')
  const found =
    process.env.TEST_DIALECT === 'postgres'
      ? sql<{ name: string }>`select distinct conrelid::regclass::text as name from pg_constraint
          where contype = 'f' and confrelid = 'orders'::regclass`
      : sql<{ name: string }>`select distinct m.name from sqlite_master m, pragma_foreign_key_list(m.name) f
          where m.type = 'table' and f."table" = 'orders'`
  const { rows } = await found.execute(db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(orderReferences.toSorted())
})

test('more rows than one statement deletes are all deleted', async () => {
  let left = 10_000
  const deleted: number[] = []
  await deleteInBatches(async (limit) => {
    deleted.push(Math.min(limit, left))
    left -= Math.min(limit, left)
    return new DeleteResult(BigInt(deleted.at(-1) ?? 0))
  })
  expect(left).toBe(0)
  expect(deleted.length).toBeGreaterThan(2)
})
