import { type Kysely, sql } from 'kysely'

/**
 * Hides keys with fewer rights than a game server's from versions that know no scopes and no ends: those look for the
 * hash alone. Keys that end later stay as they are, because the previous version's hubs accept them meanwhile.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update project_keys set hash = 'restricted:' || hash
    where scope = 'builds' or expires_at <= ${sql.lit(Date.now())}`.execute(db)
}
