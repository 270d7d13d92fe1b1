import { type Kysely, sql } from 'kysely'
import { createAuthFlows } from './2026-11-21-10-accounts.ts'

/** Flows live for minutes, so they are not copied. SQLite cannot change a check on an existing table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('auth_flows').execute()
  await createAuthFlows(db, {
    purpose: sql`purpose in ('sign-in', 'link', 'confirm')`,
    status: sql`status in ('waiting', 'signed-in', 'linked', 'confirmed', 'cancelled', 'failed')`,
  })
}

/** An interrupted `up` may have dropped the table. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists auth_flows (id text primary key)`.execute(db)
}
