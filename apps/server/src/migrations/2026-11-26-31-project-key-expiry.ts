import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('project_keys').addColumn('expires_at', 'bigint').execute()
}
