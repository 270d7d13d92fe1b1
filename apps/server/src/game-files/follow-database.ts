import { createDb, type Db } from '../platform/database/database.ts'
import { openDialect, openReadOnlyDialect } from '../platform/database/dialects.ts'
import type { Log } from '../platform/observability/log.ts'

type Location = { databaseUrl: string | null; dataDir: string }

/**
 * Opens the hub's database for reading, beside a running hub.
 * @returns  finds the database, once there is one; a hub creates it
 */
export function followDatabase({ databaseUrl, dataDir }: Location, log: Log): () => Db | undefined {
  let db: Db | undefined
  return () => {
    db ??= open()
    return db
  }

  function open(): Db | undefined {
    const dialect = databaseUrl ? openDialect(databaseUrl, dataDir, log) : openReadOnlyDialect(dataDir)
    return dialect && createDb(dialect)
  }
}
