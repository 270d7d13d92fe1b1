import { DeleteResult } from 'kysely'
import { expect } from 'vitest'
import { test as base } from '../../test/support/hub-test.ts'
import { filePaid, startGameServer } from '../../test/support/payments/game-server.ts'
import { stripeCheckout } from '../../test/support/payments/stripe-checkout.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'

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

async function later(hub: TestHub, ms: number): Promise<void> {
  hub.clock.advance(ms)
  await hub.runDueJobs()
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

  await later(hub, 30 * DAY_MS - HOUR_MS)
  expect(await countRows(hub)).toEqual(before)
  await later(hub, 2 * HOUR_MS)
  expect(await countRows(hub)).toEqual({ ...before, providerEvents: 0 })
  await later(hub, 30 * DAY_MS)
  expect(await countRows(hub)).toEqual({ ...before, providerEvents: 0, webhooks: 0 })
})

base('webhooks that wait or were given up stay', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: { ...game.env, WEBHOOK_RETENTION_DAYS: '30' } })
  game.respondWith(() => ({ status: 410 }))
  await filePaid(hub, 'anna')
  await hub.runDueJobs()
  await later(hub, 400 * DAY_MS)
  expect(await countRows(hub)).toMatchObject({ webhooks: 1 })
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
