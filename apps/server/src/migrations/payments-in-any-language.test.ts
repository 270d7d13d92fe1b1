import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationsUntil } from '../../test/support/migrations/migration-states.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { findOrder } from '../payments/records/order-store.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { migrations } from './index.ts'

test('orders from before other languages keep their titles and prices, and new ones may have one price', async () => {
  const db = await openTestDatabase()
  await migrate(db, migrationsUntil('2026-11-22-22'), 'here')
  await sql`insert into orders
    (id, player_id, project, item_id, title_ru, title_en, price_rub_minor, price_usd_minor, language, status, created_at,
      refunded_minor, metadata)
    values ('old', 'anna', 'islandm3', 'hints', 'Подсказки', 'Hints', 9900, 99, 'en', 'none', 1, 0, '{}')`.execute(
    db,
  )
  await migrate(db, migrations, 'here')
  expect(await findOrder(db, 'old')).toMatchObject({
    titles: null,
    titleRu: 'Подсказки',
    priceRubMinor: 9900,
    priceUsdMinor: 99,
  })
  const old = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const titles = JSON.stringify({ en: 'Hints', de: 'Tipps' })
  await db
    .insertInto('orders')
    .values({ ...old, id: 'new', titles, priceRubMinor: null })
    .execute()
  expect(await findOrder(db, 'new')).toMatchObject({ titles, priceRubMinor: null, priceUsdMinor: 99 })
  const negative = { ...old, id: 'bad', priceUsdMinor: -1 }
  await expect(db.insertInto('orders').values(negative).execute()).rejects.toThrow(/check/i)
})
