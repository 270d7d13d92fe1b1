import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

/** Titles by language, and prices that may be missing. SQLite cannot drop `not null`, so the columns are replaced. */
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
