/**
 * An empty database for one hub: SQLite in a folder of its own, or a schema of its own on PostgreSQL. Vitest runs every
 * server test with both (`TEST_DIALECT`); PostgreSQL is the server of `TEST_DATABASE_URL`, or PGlite in memory. Commits
 * do not wait for the disk, since no test cuts the power.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import { migrations } from '../context.ts'
import { createDb, type Db } from '../platform/database/database.ts'
import {
  ownSchemaIntrospector,
  postgresDialect,
  sqliteDialect,
  sqliteFileIn,
} from '../platform/database/dialects.ts'
import { migrate } from '../platform/database/migrations.ts'
import {
  acquireSchema,
  createSchema,
  dropSchema,
  newSchemaName,
  releaseSchema,
  withOptions,
} from './postgres-schemas.ts'

export type TestDatabase = { db: Db; remove(): Promise<void> }

export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DIALECT !== 'postgres') return createSqlite()
  const url = process.env.TEST_DATABASE_URL
  return url ? onPostgres(url, createSchema, dropSchema) : createPglite()
}

/**
 * Like `createTestDatabase`, but may have the tables already, and the emptied ones of an earlier hub: not for tests that
 * change tables.
 */
export async function acquireTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DIALECT !== 'postgres') return createSqlite(await migratedSqliteFile())
  const url = process.env.TEST_DATABASE_URL
  return url ? onPostgres(url, acquireSchema, releaseSchema) : createPglite()
}

/** @param template  The file that it begins as. */
function createSqlite(template?: string): TestDatabase {
  const dir = temporaryFolder()
  const file = sqliteFileIn(dir)
  if (template) copyFileSync(template, file)
  return {
    db: createDb(sqliteDialect(file, { synchronous: 'OFF' })),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  }
}

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'playhub-test-'))

let migrated: Promise<string> | undefined

/** Creating a hub's tables takes as long as a short test, so the hubs of a worker copy one file. */
function migratedSqliteFile(): Promise<string> {
  migrated ??= createMigratedSqliteFile()
  return migrated
}

async function createMigratedSqliteFile(): Promise<string> {
  const dir = temporaryFolder()
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const file = sqliteFileIn(dir)
  const db = createDb(sqliteDialect(file, { synchronous: 'OFF' }))
  await migrate(db, migrations, file)
  await db.destroy()
  return file
}

async function onPostgres(
  url: string,
  take: typeof acquireSchema,
  end: typeof releaseSchema,
): Promise<TestDatabase> {
  const schema = await take(url)
  return {
    db: createDb(postgresDialect(withOptions(url, `-c search_path=${schema}`))),
    remove: () => end(url, schema),
  }
}

const int8 = 20
let shared: Promise<PGlite> | undefined

/** PGlite takes a second to start, so the hubs of a file share one, with a schema for each. */
async function createPglite(): Promise<TestDatabase> {
  shared ??= PGlite.create({ parsers: { [int8]: Number } })
  const pglite = await shared
  const schema = newSchemaName()
  await pglite.exec(`create schema ${schema}; set search_path to ${schema}`)
  const connection = new Proxy(pglite, {
    get(target, name) {
      // Kysely closes its connection, which the next hub still needs.
      if (name === 'close') return async () => {}
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const dialect = new PGliteDialect({ pglite: connection })
  dialect.createIntrospector = ownSchemaIntrospector
  return {
    db: createDb(dialect),
    remove: async () => void (await pglite.exec(`drop schema ${schema} cascade`)),
  }
}
