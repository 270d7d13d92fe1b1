import { type Kysely, SqliteAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('accounts_by_email').on('accounts').column('email').execute()
  await db.schema.createIndex('accounts_by_receipt_email').on('accounts').column('receipt_email').execute()
  await db.schema.createIndex('identities_by_subject').on('identities').column('subject').execute()
  // Byte order, so an index can find a name prefix in any PostgreSQL locale.
  const collation = db.getExecutor().adapter instanceof SqliteAdapter ? 'binary' : '"C"'
  const name = sql`(lower(nick_name) collate ${sql.raw(collation)})`
  await sql`create index accounts_by_name on accounts (${name})`.execute(db)
}
