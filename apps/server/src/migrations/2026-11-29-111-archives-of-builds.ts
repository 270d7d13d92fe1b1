import type { Kysely } from 'kysely'

/** Recognises an archive sent again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('builds').addColumn('archive_sha256', 'text').execute()
}
