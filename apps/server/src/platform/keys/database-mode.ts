import type { Db } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'
import { loadOrCreateSecret } from './secrets.ts'

/** The database's mode. Staging hubs use `sandbox`, because their payments are the sandbox's. */
export type HubMode = 'sandbox' | 'production'

/**
 * Ties a database to the mode at its first start: a sandbox database has a demo account with a public password, and
 * payments nobody has made.
 * @param createdIn  Mode for databases older than this record.
 * @throws StartupError when the database belongs to the other mode
 */
export async function expectDatabaseMode(
  db: Db,
  {
    mode,
    address: location,
    createdIn,
  }: { mode: HubMode; address: string; createdIn: () => Promise<HubMode> },
): Promise<void> {
  const recorded = await loadOrCreateSecret(db, 'hub-mode', createdIn)
  if (recorded === mode) return
  throw new StartupError(
    mode === 'production'
      ? `The database at ${location} was made in sandbox mode and may have a demo account: set DATA_DIR or DATABASE_URL to a new one.`
      : `The database at ${location} belongs to a production hub: set HUB_MODE to production, or DATA_DIR or DATABASE_URL to another one.`,
  )
}
