import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import pg from 'pg'
import { SECOND_MS } from './clock.ts'
import { prepareDataFolder } from './data-folder.ts'
import { StartupProblem } from './startup-problem.ts'

const int8 = 20
// Every integer of ours fits a double, so int8 may be a number instead of the string that pg prefers.
pg.types.setTypeParser(int8, Number)

class ImmediateSqliteDriver extends SqliteDriver {
  /** Takes the write lock at once: a deferred transaction that began by reading could not be upgraded later. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite that loses nothing acknowledged: WAL with a full sync at every commit. */
export function sqliteDialect(file: string): Dialect {
  const database = new BetterSqlite(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  const dialect = new SqliteDialect({ database })
  dialect.createDriver = () => new ImmediateSqliteDriver({ database })
  return dialect
}

export function postgresDialect(url: string): Dialect {
  return new PostgresDialect({
    pool: new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5 * SECOND_MS }),
  })
}

/** @throws StartupProblem when the folder cannot be made or written. */
export function sqliteFileIn(dataDir: string): string {
  prepareDataFolder(dataDir)
  return join(dataDir, 'playhub.sqlite')
}

/**
 * @param databaseUrl  `postgres://…`, or null for SQLite in the data folder.
 * @throws StartupProblem when the data folder cannot be written or the file is no database.
 */
export function openDialect(databaseUrl: string | null, dataDir: string): Dialect {
  if (databaseUrl) return postgresDialect(databaseUrl)
  const file = sqliteFileIn(dataDir)
  try {
    return sqliteDialect(file)
  } catch (cause) {
    throw new StartupProblem(`The database ${file} cannot be opened: ${(cause as Error).message}.`, { cause })
  }
}

/** Where the database is, without its password. */
export function databaseAddress(databaseUrl: string | null, dataDir: string): string {
  if (!databaseUrl) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
