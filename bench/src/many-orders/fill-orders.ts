import type { Context } from '@playhub/server/context'
import { withQueryTimeout } from '@playhub/server/postgres-driver'
import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../selling-hub.ts'

export const players = 200_000

const dayMs = 86_400_000
const days = 730
const startedAt = Date.now() - days * dayMs
/** Milliseconds between two orders, of a million in two years. */
const orderStepMs = Math.floor((days * dayMs) / 1_000_000)
const playerStepMs = 5 * orderStepMs

export const orderId = (order: number) => toId(startedAt + order * orderStepMs, order)
export const playerId = (player: number) => toId(startedAt + player * playerStepMs, player)

/** An order's player. */
export const buyer = (order: number) => ((order * 7919) % players) + 1

/** UUIDv7 of an instant, like `uuid` in SQL. */
function toId(instant: number, n: number): string {
  const hex = instant.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/** SQL of the generated rows in one dialect. Numbers are expressions of `n`. */
export function writeSql(dialect: Dialect) {
  const numbers = (count: number) =>
    dialect === 'postgres'
      ? sql`(select n from generate_series(1, ${sql.lit(count)}::bigint) as s(n)) as numbers`
      : sql`(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${sql.lit(count)}) select n from s)`
  const uuid = (instant: RawBuilder<unknown>, n: RawBuilder<unknown> = sql`n`) =>
    dialect === 'postgres'
      ? sql`(lpad(to_hex((${instant}) >> 16), 8, '0') || '-' || lpad(to_hex((${instant}) & 65535), 4, '0') || '-7000-8000-' || lpad(to_hex(${n}), 12, '0'))`
      : sql`printf('%08x-%04x-7000-8000-%012x', (${instant}) >> 16, (${instant}) & 65535, ${n})`
  const hash =
    dialect === 'postgres'
      ? sql`to_hex(n * 2654435761 % 4294967296)`
      : sql`printf('%x', n * 2654435761 % 4294967296)`
  const instant = (order: RawBuilder<unknown> = sql`n`) =>
    sql`(${sql.lit(startedAt)} + (${order}) * ${sql.lit(orderStepMs)})`
  const joinedAt = (player: RawBuilder<unknown>) =>
    sql`(${sql.lit(startedAt)} + (${player}) * ${sql.lit(playerStepMs)})`
  const buyerNumber = (order: RawBuilder<unknown> = sql`n`) =>
    sql`((${order}) * 7919 % ${sql.lit(players)} + 1)`
  return {
    numbers,
    uuid,
    hash,
    /** When an order was created. */
    instant,
    joinedAt,
    order: (order: RawBuilder<unknown> = sql`n`) => uuid(instant(order), order),
    player: (player: RawBuilder<unknown> = buyerNumber()) => uuid(joinedAt(player), player),
    buyerNumber,
    project: (order: RawBuilder<unknown> = sql`n`) =>
      sql`case (${order}) % 4 when 0 then 'familytown' when 1 then 'skyport' else 'islandm3' end`,
  }
}

/** Runs statements too long for a query's timeout. */
export async function runAll({ db }: Pick<Context, 'db'>, statements: RawBuilder<unknown>[]): Promise<void> {
  await withQueryTimeout(0, async () => {
    for (const statement of statements) await statement.execute(db)
  })
}

/** Writes two years of paid orders for 200,000 players with few statements; the database generates the rows. */
export async function fillOrders(context: Context, dialect: Dialect, orders: number): Promise<void> {
  const { numbers, hash, instant, joinedAt, order, player, project } = writeSql(dialect)
  const account = player(sql`n`)
  const provider = sql`case n % 3 when 0 then 'yookassa' else 'stripe' end`
  const currency = sql`case n % 3 when 0 then 'RUB' else 'USD' end`
  await runAll(context, [
    sql`insert into accounts (id, nick_name, first_name, email, auth_type, language, created_at)
      select ${account}, 'Name ' || n, ${hash}, 'player-' || n || '@playhub.example', 'mail', 'en', ${joinedAt(sql`n`)}
      from ${numbers(players)}`,
    sql`insert into identities (provider, subject, account_id, created_at)
      select 'mail', 'player-' || n || '@playhub.example', ${account}, ${joinedAt(sql`n`)} from ${numbers(players)}`,
    sql`insert into orders (id, player_id, project, item_id, title_ru, title_en, price_usd_minor, language, status,
        provider, currency, amount_minor, created_at, started_at, paid_at, paid_attempt_id, refunded_minor, metadata)
      select ${order()}, ${player()}, ${project()}, ${project()} || '-hints', 'Пять подсказок', 'Five hints', 99, 'en',
        'paid', ${provider}, ${currency}, 99, ${instant()}, ${instant()}, ${instant()}, 'attempt-' || n, 0, '{}'
      from ${numbers(orders)}`,
    sql`insert into attempts (id, order_id, provider, provider_payment_id, amount_minor, currency, state, checked_at,
        next_check_at, created_at)
      select 'attempt-' || n, ${order()}, ${provider}, 'pi_' || n, 99, ${currency}, 'succeeded', 0, 0, ${instant()}
      from ${numbers(orders)}`,
    sql`insert into purchases (id, order_id, player_id, project, item_id, state, created_at)
      select ${order()}, ${order()}, ${player()}, ${project()}, ${project()} || '-hints', 'granted', ${instant()}
      from ${numbers(orders)}`,
    sql`insert into webhooks (id, order_id, project, player_id, type, subject, body, state, attempts, next_try_at,
        leased_until, created_at, delivered_at)
      select ${order()}, ${order()}, ${project()}, ${player()}, 'payment.paid', '', '{}', 'delivered', 1, 0, 0,
        ${instant()}, ${instant()} from ${numbers(orders)}`,
    sql`insert into receipts (id, order_id, number, content, created_at)
      select ${order()}, ${order()}, 'PH-' || n, '{}', ${instant()} from ${numbers(orders)}`,
    sql`analyze`,
  ])
}
