import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('login_sessions').addColumn('network_hash', 'text').execute()
}
