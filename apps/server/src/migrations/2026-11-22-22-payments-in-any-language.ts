import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** Titles by language, and optional prices. SQLite cannot drop `not null`, so the columns are replaced. */
const statements = [
  sql`alter table orders add column titles text`,
  ...['price_rub_minor', 'price_usd_minor'].flatMap((column) => [
    sql`alter table orders add column price_before bigint`,
    sql`update orders set price_before = ${sql.ref(column)}`,
    sql`alter table orders drop column ${sql.ref(column)}`,
    sql`alter table orders add column ${sql.ref(column)} bigint check (${sql.ref(column)} > 0)`,
    sql`update orders set ${sql.ref(column)} = price_before`,
    sql`alter table orders drop column price_before`,
  ]),
]

/** An interrupted `up` may have left the prices of one column in `price_before`. */
export async function down(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info('orders')`.execute(db)
  const columns = rows.map(({ name }) => name)
  if (!columns.includes('price_before')) return
  for (const price of ['price_rub_minor', 'price_usd_minor']) {
    if (!columns.includes(price))
      await sql`alter table orders add column ${sql.ref(price)} bigint`.execute(db)
    // Prices could not be missing before.
    await sql`update orders set ${sql.ref(price)} = price_before where ${sql.ref(price)} is null`.execute(db)
  }
  await sql`alter table orders drop column price_before`.execute(db)
}
