import { type Kysely, sql } from 'kysely'

/** A project key's scope: act as the game server, or only publish builds. Existing keys are those of servers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('project_keys')
    .addColumn('scope', 'text', (column) =>
      column.notNull().defaultTo('server').check(sql`scope in ('server', 'builds')`),
    )
    .execute()
}
