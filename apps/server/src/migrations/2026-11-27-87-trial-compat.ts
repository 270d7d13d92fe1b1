import type { Kysely } from 'kysely'

/** The portal whose SDK a tried build uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('trials').addColumn('compat', 'text').execute()
}
