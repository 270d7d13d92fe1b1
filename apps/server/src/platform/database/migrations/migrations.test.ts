import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/test-database.ts'
import { createLog } from '../../observability/log.ts'
import { migrate } from './migrations.ts'

/** Each migration creates the table its name ends with. */
function listMigrations(...names: string[]) {
  const createTable = (name: string): Migration => ({
    up: async (db) => void (await db.schema.createTable(name.slice(11)).addColumn('id', 'integer').execute()),
  })
  return { names, load: async () => Object.fromEntries(names.map((name) => [name, createTable(name)])) }
}

const older = listMigrations('2030-01-01-one')
const newer = listMigrations('2030-01-01-one', '2030-02-01-two')

test('an older version starts again on a database that a newer one has migrated', async () => {
  const db = await openTestDatabase()
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  await migrate(db, newer, 'here', log)
  expect(lines).toEqual([])
  await migrate(db, older, 'here', log)
  expect(lines.join()).toContain('"newer":["2030-02-01-two"]')
  await migrate(db, newer, 'here', log)
})

test('a migration that a newer version did not know runs although its name sorts first', async () => {
  const db = await openTestDatabase()
  await migrate(db, newer, 'here')
  await migrate(db, listMigrations('2030-01-01-one', '2030-01-15-three'), 'here')
  const tables = await db.introspection.getTables()
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['one', 'two', 'three']))
})

test('a database that already has tables of others is migrated', async () => {
  const db = await openTestDatabase()
  await db.schema.createTable('of_others').addColumn('id', 'integer').execute()
  await migrate(db, older, 'here')
  const tables = await db.introspection.getTables()
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['of_others', 'one']))
})
