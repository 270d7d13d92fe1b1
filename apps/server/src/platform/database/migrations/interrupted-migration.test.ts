import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  afterStatements,
  insertRows,
  migrateByStatement,
  migrateWithRows,
  migrationsUntil,
  readSqlite,
  versions,
} from '../../../../test/support/migrations/migration-states.ts'
import { migrations } from '../../../migrations/index.ts'
import { createDb, type Db } from '../database.ts'
import { openDialect } from '../dialects.ts'
import { migrate } from './migrations.ts'

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function withSqlite<T>(dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(openDialect(null, dir))
  await sql`pragma synchronous = off`.execute(db)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

function writeImage(dir: string, content: Buffer): void {
  writeFileSync(fileIn(dir), content)
  for (const suffix of ['-wal', '-shm']) rmSync(fileIn(dir) + suffix, { force: true })
}

/** The short form starts on every fifth file; coprime to the number of statements in most migrations. */
const imageStep = process.env.TEST_LONG === 'true' ? 1 : 5

const fileIn = (dir: string) => join(dir, 'playhub.sqlite')
const startsFrom = Object.entries(versions)

test.for(startsFrom.filter(([name]) => name !== 'oneLanguage'))(
  'a power cut at any statement of a migration from %s leaves the database as it was',
  { timeout: 240_000 },
  async ([, version]) => {
    const dir = temporaryFolder()
    await withSqlite(dir, (db) => migrateWithRows(db, version))
    const before = readSqlite(fileIn(dir))
    const images: string[] = []
    await withSqlite(dir, async (db) => {
      const takeImage = afterStatements(() => {
        const image = join(dir, `playhub.sqlite.${images.length}`)
        for (const suffix of ['', '-wal'])
          if (existsSync(fileIn(dir) + suffix)) copyFileSync(fileIn(dir) + suffix, image + suffix)
        images.push(image)
      })
      await migrate(db.withPlugin(takeImage), migrations, dir)
    })
    expect(readSqlite(fileIn(dir))).not.toEqual(before)
    expect(images.length).toBeGreaterThan(migrations.names.length - migrationsUntil(version).names.length)
    for (const image of images) expect(readSqlite(image)).toEqual(before)
  },
)

test.for(startsFrom.filter(([name]) => name !== 'beforeOneTransaction'))(
  'a file that an older version left at any statement of a migration from %s is completed',
  { timeout: 480_000 },
  async ([name, version]) => {
    const dir = temporaryFolder()
    await withSqlite(dir, async (db) => {
      if (version) await migrateWithRows(db, version)
      else await migrate(db, { names: ['0'], load: async () => ({ 0: { up: async () => {} } }) }, dir)
    })
    const database = new BetterSqlite(fileIn(dir))
    database.exec(`delete from kysely_migration where name = '0'`)
    const images: { migration: string; content: Buffer }[] = []
    const expected: Record<string, unknown> = {}
    await migrateByStatement(database, {
      from: version,
      // Later migrations never ran in this way.
      until: name === 'oneLanguage' ? versions.beforeOperators : versions.beforeOneTransaction,
      onStatement: (migration) => images.push({ migration, content: database.serialize() }),
      onMigrated: (migration) => (expected[migration] = readSqlite(database)),
    })
    database.close()
    expect(images.length).toBeGreaterThan(20)
    for (const { migration, content } of images.filter((_, index) => index % imageStep === 0)) {
      writeImage(dir, content)
      await withSqlite(dir, (db) => migrate(db, migrationsUntil(migration), dir))
      expect(readSqlite(fileIn(dir)), migration).toEqual(expected[migration])
    }
  },
)

test('rows that an older version adds to a half migrated file get what the migration gives', {
  timeout: 240_000,
}, async () => {
  const dir = temporaryFolder()
  await withSqlite(dir, (db) => migrateWithRows(db, versions.beforeOperators))
  const database = new BetterSqlite(fileIn(dir))
  const images: Buffer[] = []
  const onStatement = (migration: string) => {
    if (/player-search-index|ticket-queue/.test(migration)) images.push(database.serialize())
  }
  const until = versions.beforeOneTransaction
  await migrateByStatement(database, { from: versions.beforeOperators, until, onStatement, onMigrated() {} })
  database.close()
  expect(images.length).toBeGreaterThan(20)
  for (const image of images.filter((_, index) => index % 5 === 0)) {
    writeImage(dir, image)
    await withSqlite(dir, async (db) => {
      await insertRows(db, 'later')
      await migrate(db, migrations, dir)
      const { rows } = await sql<{ numbers: string; found: number }>`select
        (select group_concat(number) from (select number from tickets order by number)) as numbers,
        (select count(*) from player_search_index where words match ${'"Anna-later"'}) as found`.execute(db)
      expect(rows).toEqual([{ numbers: '1,2,3', found: 1 }])
    })
  }
})

test('a file without its list of migrations keeps its rows', async () => {
  const dir = temporaryFolder()
  await withSqlite(dir, async (db) => {
    await migrateWithRows(db, versions.beforeOperators)
    await sql`delete from kysely_migration`.execute(db)
  })
  const before = readSqlite(fileIn(dir))
  await withSqlite(dir, async (db) => {
    await expect(migrate(db, migrations, dir)).rejects.toThrow(/parts of .* not recorded: restore a backup/)
  })
  expect(readSqlite(fileIn(dir))).toEqual(before)
})
