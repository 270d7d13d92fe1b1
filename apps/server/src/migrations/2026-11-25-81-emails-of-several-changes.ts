import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('account_changes').addColumn('email_batch', 'text').execute()
  await sql`update account_changes set email_batch = id`.execute(db)
}
