import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('registrations').addColumn('secret_hash', 'text').execute()
  await db.schema.alterTable('registrations').addColumn('repeated_at', 'bigint').execute()
}
