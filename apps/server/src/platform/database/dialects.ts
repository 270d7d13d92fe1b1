import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { type Dialect, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import { SECOND_MS } from '../clock.ts'
import { StartupError } from '../startup-error.ts'
import { prepareDataFolder } from './data-folder.ts'
import { KeepingClient, PipeliningPostgresDriver } from './postgres-driver.ts'
import { ownSchemaIntrospector } from './postgres-introspector.ts'
import { GroupingSqliteAdapter, GroupingSqliteDriver } from './sqlite-driver.ts'

const int8 = 20
// Every integer of ours fits a double, so int8 may be a number instead of the string that pg prefers.
pg.types.setTypeParser(int8, Number)

/**
 * SQLite that loses nothing acknowledged: WAL with a full sync at every commit.
 * @param synchronous  OFF waits for no disk, for a database that nobody needs after a power cut.
 */
export function sqliteDialect(file: string, synchronous: 'FULL' | 'OFF' = 'FULL'): Dialect {
  const writer = new BetterSqlite(file)
  writer.pragma('journal_mode = WAL')
  writer.pragma(`synchronous = ${synchronous}`)
  writer.pragma('foreign_keys = ON')
  writer.pragma('busy_timeout = 5000')
  const reader = new BetterSqlite(file, { readonly: true })
  reader.pragma('busy_timeout = 5000')
  const dialect = new SqliteDialect({ database: writer })
  dialect.createDriver = () => new GroupingSqliteDriver(writer, reader)
  dialect.createAdapter = () => new GroupingSqliteAdapter()
  return dialect
}

export function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5 * SECOND_MS,
    pipeline: true,
    Client: KeepingClient,
  })
  const dialect = new PostgresDialect({ pool })
  dialect.createDriver = () => new PipeliningPostgresDriver({ pool })
  dialect.createIntrospector = ownSchemaIntrospector
  return dialect
}

/** @throws StartupError when the folder cannot be made or written. */
export function sqliteFileIn(dataDir: string): string {
  prepareDataFolder(dataDir)
  return join(dataDir, 'playhub.sqlite')
}

/**
 * @param databaseUrl  `postgres://…`, or null for SQLite in the data folder.
 * @throws StartupError when the data folder cannot be written or the file is no database.
 */
export function openDialect(databaseUrl: string | null, dataDir: string): Dialect {
  if (databaseUrl) return postgresDialect(databaseUrl)
  const file = sqliteFileIn(dataDir)
  try {
    return sqliteDialect(file)
  } catch (cause) {
    throw new StartupError(`The database ${file} cannot be opened: ${(cause as Error).message}.`, { cause })
  }
}

/** Where the database is, without its password. */
export function databaseAddress(databaseUrl: string | null, dataDir: string): string {
  if (!databaseUrl) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
