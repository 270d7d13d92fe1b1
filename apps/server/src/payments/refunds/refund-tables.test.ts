import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../../platform/clock.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { orderMigrations } from '../tables.ts'
import { refundMigrations } from './refund-tables.ts'

test('what was paid before refunds had rows of their own is kept, second charges and webhooks too', async () => {
  const { db, remove } = await createTestDatabase()
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  await migrate(db, orderMigrations, 'here')
  await sql`insert into orders (id, player_id, project, item_id, title_ru, title_en, price_rub_minor, price_usd_minor,
    language, status, provider, currency, amount_minor, created_at, started_at, paid_at)
    values ('order', 'player', 'islandm3', 'hints', 'x', 'x', 9900, 99, 'en', 'paid', 'stripe', 'USD', 99, 1, 1, 5)`.execute(
    db,
  )
  for (const [id, refundId] of [
    ['first', 're_1'],
    ['second', null],
  ]) {
    await sql`insert into attempts (id, order_id, provider, provider_id, amount_minor, currency, state, checked_at,
      next_check_at, created_at, closed_at, refund_id)
      values (${id}, 'order', 'stripe', ${`pi_${id}`}, 99, 'USD', 'succeeded', 0, 0, 1, 5, ${refundId})`.execute(
      db,
    )
  }
  await sql`insert into purchases (id, order_id, player_id, project, item_id, state, created_at, consumed_at)
    values ('purchase', 'order', 'player', 'islandm3', 'hints', 'consumed', 5, 6)`.execute(db)
  await sql`insert into webhooks (id, order_id, project, type, body, state, attempts, created_at)
    values ('webhook', 'order', 'islandm3', 'payment.paid', '{}', 'dead', 10, 5)`.execute(db)

  await migrate(db, { ...orderMigrations, ...refundMigrations }, 'here')

  expect(await db.selectFrom('orders').select(['paidAttemptId', 'refundedMinor']).execute()).toEqual([
    { paidAttemptId: 'second', refundedMinor: 0 },
  ])
  expect(await db.selectFrom('refunds').selectAll().execute()).toMatchObject([
    {
      id: 'second-charge-first',
      attemptId: 'first',
      requestedBy: 'hub',
      providerRefundId: 're_1',
      amountMinor: 99,
    },
  ])
  expect(await db.selectFrom('attempts').select('nextAuditAt').distinct().execute()).toEqual([
    { nextAuditAt: 5 + DAY_MS },
  ])
  expect(await db.selectFrom('purchases').select(['id', 'state', 'consumedAt']).execute()).toEqual([
    { id: 'purchase', state: 'consumed', consumedAt: 6 },
  ])
  expect(await db.selectFrom('webhooks').select(['id', 'subject', 'state', 'attempts']).execute()).toEqual([
    { id: 'webhook', subject: '', state: 'dead', attempts: 10 },
  ])
})
