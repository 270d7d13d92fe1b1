import { existsSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresIntrospector,
  SqliteDialect,
  sql,
} from 'kysely'
import pg from 'pg'
import { SECOND_MS } from '../clock.ts'
import { getErrorMessage } from '../errors.ts'
import type { Log } from '../observability/log.ts'
import { StartupError } from '../startup-error.ts'
import { prepareDataFolder, restrictDatabaseFile } from './data-folder.ts'
import { watchOutages } from './outages.ts'
import { PreparingClient, TimeLimitedClient } from './postgres-driver.ts'
import { GroupingSqliteAdapter, GroupingSqliteDriver } from './sqlite-driver.ts'

/**
 * @param databaseUrl  `postgres://…`, or null for SQLite in the data folder.
 * @param log          Receives PostgreSQL outages.
 * @param onPool       Receives the PostgreSQL connection pool.
 * @throws StartupError when the data folder is not writable or the file is not a database.
 */
export function openDialect(
  databaseUrl: string | null,
  dataDir: string,
  log?: Log,
  onPool?: (pool: pg.Pool) => void,
): Dialect {
  if (databaseUrl) return postgresDialect(databaseUrl, log, onPool)
  prepareDataFolder(dataDir)
  const file = join(dataDir, 'playhub.sqlite')
  try {
    return sqliteDialect(file, log)
  } catch (cause) {
    throw new StartupError(`The database ${file} cannot be opened: ${getErrorMessage(cause)}.`, { cause })
  }
}

/**
 * SQLite beside a running hub, which holds the lock of the data folder.
 * @returns  undefined when a hub has not created the database yet
 */
export function openReadOnlyDialect(dataDir: string): Dialect | undefined {
  const file = join(dataDir, 'playhub.sqlite')
  if (!existsSync(file)) return undefined
  const database = new BetterSqlite(file, { readonly: true, fileMustExist: true })
  database.pragma('busy_timeout = 5000')
  return new SqliteDialect({ database })
}

const busyTimeoutMs = 5

/** SQLite in WAL mode. Every commit syncs fully, so a power cut loses no acknowledged change. */
function sqliteDialect(file: string, log: Log | undefined): Dialect {
  restrictDatabaseFile(file)
  const writer = new BetterSqlite(file)
  writer.pragma('journal_mode = WAL')
  writer.pragma('synchronous = FULL')
  writer.pragma('foreign_keys = ON')
  // The commit group waits for other processes without blocking the event loop.
  writer.pragma(`busy_timeout = ${busyTimeoutMs}`)
  const reader = new BetterSqlite(file, { readonly: true })
  reader.pragma('busy_timeout = 5000')
  const dialect = new SqliteDialect({ database: writer })
  dialect.createDriver = () => new GroupingSqliteDriver(writer, reader, log)
  dialect.createAdapter = () => new GroupingSqliteAdapter()
  return dialect
}

const int8 = 20
// Our integers fit a double, so parse int8 as a number instead of pg's default, a string.
pg.types.setTypeParser(int8, Number)

const connectionTimeoutMs = 5 * SECOND_MS
/** Short, because a probe on a broken network delays the next one. */
const probeTimeoutMs = 2 * SECOND_MS

/** Queries throw `DatabaseUnavailable` while the server does not respond. */
function postgresDialect(url: string, log?: Log, onPool?: (pool: pg.Pool) => void): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    Client: preparesStatements(url) ? PreparingClient : TimeLimitedClient,
  })
  onPool?.(pool)
  const outages = watchOutages(() => probePostgres(url), log)
  // Idle connections, and those between a transaction's queries, emit an error when lost. Without a listener it would
  // end the process.
  pool.on('error', outages.report)
  pool.on('connect', (client) => void client.on('error', outages.report))
  const driverConfig: PostgresDialectConfig = {
    pool: {
      options: pool.options,
      connect: () => outages.connect(() => pool.connect()),
      end: () => {
        outages.stop()
        return pool.end()
      },
    },
    onCreateConnection: async (connection) => {
      const executeQuery = connection.executeQuery.bind(connection)
      connection.executeQuery = (query) => outages.watch(() => executeQuery(query))
    },
  }
  const dialect = new PostgresDialect(driverConfig)
  dialect.createIntrospector = ownSchemaIntrospector
  return dialect
}

/**
 * Some poolers, such as PgBouncer before 1.21, switch connections per transaction and lose prepared statements.
 * `?prepare=false` in the database URL disables them.
 */
function preparesStatements(url: string): boolean {
  return URL.parse(url)?.searchParams.get('prepare') !== 'false'
}

/** @throws when the server refuses the connection or does not respond */
async function probePostgres(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Lists tables in the hub's own schema. Kysely's introspector reads every schema: it mistakes another hub's migration
 * tables for ours, and fails when another schema is dropped at the same time.
 */
// biome-ignore lint/suspicious/noExplicitAny: Kysely passes a database of unknown tables
function ownSchemaIntrospector(db: Kysely<any>): DatabaseIntrospector {
  return {
    getSchemas: () => new PostgresIntrospector(db).getSchemas(),
    getTables: async () => {
      const { rows } = await sql<{ name: string }>`
        select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()`.execute(db)
      return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }))
    },
  }
}

/** Database location for messages, without a password. */
export function databaseLocation(databaseUrl: string | null, dataDir: string): string {
  if (!databaseUrl) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
