/** A hub's sales, from its database. */
import { DatabaseSync } from 'node:sqlite'
import { runStatement } from '@playhub/test-kit/postgres/postgres-server'

export type StoredOrder = {
  id: string
  playerId: string
  itemId: string
  status: string
  currency: string | null
  amountMinor: number | null
  purchases: number
}

const statement = `
  select id, player_id as "playerId", item_id as "itemId", status, currency,
    cast(amount_minor as integer) as "amountMinor",
    cast((select count(*) from purchases where order_id = orders.id) as integer) as purchases
  from orders order by id`

/** @param database  A PostgreSQL URL or an SQLite file. */
export const readOrders = (database: string) => query<StoredOrder>(database, statement)

/** Names of applied migrations. */
export async function readMigrations(database: string): Promise<string[]> {
  const rows = await query<{ name: string }>(database, 'select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** Makes what the statement names older, as if the hub had run for longer. */
export async function changeDatabase(database: string, statement: string): Promise<void> {
  if (database.startsWith('postgres://')) return void (await runStatement(database, statement))
  const db = new DatabaseSync(database, { timeout: 10_000 })
  try {
    db.exec(statement)
  } finally {
    db.close()
  }
}

/** Rows of a statement valid on both databases. */
export async function query<Row extends object>(database: string, statement: string): Promise<Row[]> {
  if (database.startsWith('postgres://')) return runStatement<Row>(database, statement)
  const db = new DatabaseSync(database, { readOnly: true })
  try {
    return db
      .prepare(statement)
      .all()
      .map((row) => ({ ...row }) as Row)
  } finally {
    db.close()
  }
}

export const listPaid = (orders: StoredOrder[]): StoredOrder[] =>
  orders.filter(({ status }) => status === 'paid')

/** Paid order count and sum per item and currency. */
export function calculateTotals(stored: StoredOrder[]): Record<string, { orders: number; sumMinor: number }> {
  const totals: Record<string, { orders: number; sumMinor: number }> = {}
  for (const { itemId, currency, amountMinor } of listPaid(stored)) {
    const name = `${itemId} ${currency}`
    const { orders, sumMinor } = totals[name] ?? { orders: 0, sumMinor: 0 }
    totals[name] = { orders: orders + 1, sumMinor: sumMinor + (amountMinor ?? 0) }
  }
  return totals
}
