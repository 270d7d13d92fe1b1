import { type Kysely, sql } from 'kysely'

/** Builds by a project key named its id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update builds
    set created_by = 'key ' || (select label from project_keys where project_keys.id = builds.created_by)
    where created_by in (select id from project_keys)`.execute(db)
}
