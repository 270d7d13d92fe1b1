import { type Kysely, sql } from 'kysely'

/** Who asked for a refund, and until when it is held. Null in older refunds and those by games and providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['operator', 'operator_id'])
    await db.schema.alterTable('refunds').addColumn(column, 'text').execute()
  for (const column of ['held_until', 'undone_at'])
    await db.schema.alterTable('refunds').addColumn(column, 'bigint').execute()
  await sql`alter table refunds add column held_item text check (held_item in ('keep', 'take', 'unchanged'))`.execute(
    db,
  )
  await sql`create index refunds_by_operator on refunds (operator_id, created_at) where operator_id is not null`.execute(
    db,
  )
}
