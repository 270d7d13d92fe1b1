import type { Context } from '@playhub/server/context'
import { sql } from 'kysely'
import { withQueryTimeout } from '../../../apps/server/src/platform/database/postgres-driver.ts'
import type { Dialect } from '../selling-hub.ts'

export const players = 200_000

/** Writes paid orders for 200,000 players with few statements; the database generates the rows. */
export async function fillOrders({ db }: Context, dialect: Dialect, orders: number): Promise<void> {
  const numbers = (count: number) =>
    dialect === 'postgres'
      ? sql`(select n from generate_series(1, ${sql.lit(count)}) as s(n)) as numbers`
      : sql`(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(count)}) select n from s)`
  const order = dialect === 'postgres' ? sql`'order-' || lpad(n::text, 8, '0')` : sql`printf('order-%08d', n)`
  const player = sql`'player-' || (n % ${sql.lit(players)} + 1)`
  const statements = [
    sql`insert into accounts (id, nick_name, email, auth_type, language, created_at)
      select 'player-' || n, 'Name ' || n, 'player-' || n || '@playhub.example', 'mail', 'en', n
      from ${numbers(players)}`,
    sql`insert into identities (provider, subject, account_id, created_at)
      select 'mail', 'player-' || n || '@playhub.example', 'player-' || n, n from ${numbers(players)}`,
    sql`insert into orders (id, player_id, project, item_id, title_ru, title_en, price_usd_minor, language, status,
        provider, currency, amount_minor, created_at, started_at, paid_at, refunded_minor, metadata)
      select ${order}, ${player}, 'islandm3', 'islandm3-hints', 'Пять подсказок', 'Five hints', 99, 'en', 'paid',
        'stripe', 'USD', 99, n, n, n, 0, '{}' from ${numbers(orders)}`,
    sql`insert into attempts (id, order_id, provider, provider_payment_id, amount_minor, currency, state, checked_at,
        next_check_at, created_at)
      select 'attempt-' || n, ${order}, 'stripe', 'pi_' || n, 99, 'USD', 'succeeded', 0, 0, n from ${numbers(orders)}`,
    sql`insert into purchases (id, order_id, player_id, project, item_id, state, created_at)
      select 'purchase-' || n, ${order}, ${player}, 'islandm3', 'islandm3-hints', 'granted', n
      from ${numbers(orders)}`,
    sql`insert into webhooks (id, order_id, project, player_id, type, subject, body, state, attempts, next_try_at,
        leased_until, created_at, delivered_at)
      select 'webhook-' || n, ${order}, 'islandm3', ${player}, 'payment.paid', '', '{}', 'delivered', 1, 0, 0, n, n
      from ${numbers(orders)}`,
    sql`insert into receipts (id, order_id, number, content, created_at)
      select 'receipt-' || n, ${order}, 'PH-' || n, '{}', n from ${numbers(orders)}`,
    sql`analyze`,
  ]
  await withQueryTimeout(0, async () => {
    for (const statement of statements) await statement.execute(db)
  })
}
