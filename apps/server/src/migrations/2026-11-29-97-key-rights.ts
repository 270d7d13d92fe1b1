import { type Kysely, sql } from 'kysely'

/**
 * Hides keys with fewer rights than a game server's from versions without scopes and ends: those look for the hash
 * alone. Keys with a later end stay, because the previous version's hubs accept them meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update project_keys set hash = 'restricted:' || hash
    where scope = 'builds' or expires_at <= ${sql.lit(Date.now())}`.execute(db)
}
