import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createLog } from '../observability/log.ts'
import { type Migrations, migrate } from './migrations.ts'

const createTable = (name: string): Migrations[string] => ({
  up: async (db) => void (await db.schema.createTable(name).addColumn('id', 'integer').execute()),
})

const older: Migrations = { '2030-01-01-one': createTable('one') }
const newer: Migrations = { ...older, '2030-02-01-two': createTable('two') }

async function emptyDatabase() {
  const { db, remove } = await createTestDatabase()
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  return db
}

test('an older version starts again on a database that a newer one has migrated', async () => {
  const db = await emptyDatabase()
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  await migrate(db, newer, 'here', log)
  expect(lines).toEqual([])
  await migrate(db, older, 'here', log)
  expect(lines.join()).toContain('"newer":["2030-02-01-two"]')
  await migrate(db, newer, 'here', log)
})

test('a migration that a newer version did not know runs although its name sorts first', async () => {
  const db = await emptyDatabase()
  await migrate(db, newer, 'here')
  await migrate(db, { ...older, '2030-01-15-three': createTable('three') }, 'here')
  const tables = await db.introspection.getTables()
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['one', 'two', 'three']))
})
