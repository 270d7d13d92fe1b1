/**
 * An empty database for one hub: SQLite in its own folder, its own schema on a PostgreSQL server, or its own PGlite.
 * Vitest runs every server test with SQLite and PostgreSQL (`TEST_DIALECT`); `postgres-for-tests.ts` starts the server
 * for `TEST_DATABASE_URL`, and PGlite takes its place where there is none. Commits do not wait for the disk, since no
 * test cuts the power.
 */
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { migrations } from '../../src/migrations/index.ts'
import { createDb, type Db, type Tx } from '../../src/platform/database/database.ts'
import { openDialect } from '../../src/platform/database/dialects.ts'
import { migrate } from '../../src/platform/database/migrations/migrations.ts'
import { acquirePglite, createPglite, dropPglite, pgliteDialect, releasePglite } from './databases/pglite.ts'
import { createSchema, dropSchema, emptySchema, withOptions } from './databases/postgres-schemas.ts'

/** SQLite has one writer at a time, and PGlite one connection. */
export const hasSeveralConnections =
  process.env.TEST_DIALECT === 'postgres' && process.env.TEST_DATABASE_URL !== undefined

export type TestDatabase = { db: Db; remove(): Promise<void> }

export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DIALECT !== 'postgres') return createSqlite()
  const url = process.env.TEST_DATABASE_URL
  return url ? createOnPostgres(url) : onPglite(createPglite, dropPglite)
}

/** An empty database that ends with the test. */
export async function openTestDatabase(): Promise<Db> {
  const { db, remove } = await createTestDatabase()
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  return db
}

/**
 * Like `createTestDatabase`, but may have the tables already, even an earlier hub's emptied ones: unfit for tests with
 * changed tables.
 */
export async function acquireTestDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DIALECT !== 'postgres') return createSqlite(await migratedSqliteFile())
  const url = process.env.TEST_DATABASE_URL
  return url ? acquireOnPostgres(url) : onPglite(acquirePglite, releasePglite)
}

/** @param template  The file it begins as. */
async function createSqlite(template?: string): Promise<TestDatabase> {
  const dir = temporaryFolder()
  if (template) copyFileSync(template, fileIn(dir))
  return { db: await openSqlite(dir), remove: async () => rmSync(dir, { recursive: true, force: true }) }
}

const fileIn = (dir: string) => join(dir, 'playhub.sqlite')

async function openSqlite(dir: string): Promise<Db> {
  const db = createDb(openDialect(null, dir))
  await sql`pragma synchronous = off`.execute(db)
  return db
}

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'playhub-test-'))

let migrated: Promise<string> | undefined

/** Creating a hub's tables takes as long as a short test, so a worker's hubs copy one file. */
function migratedSqliteFile(): Promise<string> {
  migrated ??= createMigratedSqliteFile()
  return migrated
}

async function createMigratedSqliteFile(): Promise<string> {
  const dir = temporaryFolder()
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const db = await openSqlite(dir)
  await migrate(db, migrations, dir)
  await db.destroy()
  return fileIn(dir)
}

async function createOnPostgres(url: string): Promise<TestDatabase> {
  const schema = await createSchema(url)
  return { db: openSchema(url, schema), remove: () => dropSchema(url, schema) }
}

/**
 * Emptied schemas for the worker's next hubs, in this file or a later one: creating a hub's tables takes longer than
 * most tests, and a new connection knows no table. `postgres-for-tests.ts` removes them.
 */
const idle: TestDatabase[] = []

async function acquireOnPostgres(url: string): Promise<TestDatabase> {
  const reused = idle.pop()
  if (reused) return shareDatabase(reused)
  const schema = await createSchema(url)
  let pool: pg.Pool | undefined
  const db = openSchema(url, schema, (opened) => {
    pool = opened
  })
  const database: TestDatabase = {
    db,
    async remove() {
      while (pool && pool.idleCount < pool.totalCount) await once(pool, 'release')
      if (await emptySchema(url, schema)) return void idle.push(database)
      await db.destroy()
      await dropSchema(url, schema)
    },
  }
  return shareDatabase(database)
}

/** A hub closes its database when it stops, and remembers values for it while it runs. */
function shareDatabase({ db, remove }: TestDatabase): TestDatabase {
  const own = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
  own.destroy = async () => {}
  return { db: own, remove }
}

function openSchema(url: string, schema: string, onPool?: (pool: pg.Pool) => void): Db {
  const options = `-c search_path=${schema} -c application_name=${schema}`
  return createDb(openDialect(withOptions(url, options), '', undefined, onPool))
}

async function onPglite(take: typeof createPglite, end: typeof releasePglite): Promise<TestDatabase> {
  const pglite = await take()
  return { db: createDb(pgliteDialect(pglite)), remove: () => end(pglite) }
}

/** Resolves when another transaction waits for a lock of this one. Elsewhere each waits for the only connection. */
export async function untilAnotherWaits(tx: Tx): Promise<void> {
  if (!hasSeveralConnections) return
  const waiting = sql`select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  await expect.poll(async () => (await waiting.execute(tx)).rows).not.toEqual([])
}
