import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'

test('reads continue after another hub adds a column, with at most one failure', async () => {
  const { db, remove } = await createTestDatabase()
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  await sql`create table things (id integer)`.execute(db)
  await sql`insert into things values (7)`.execute(db)
  const read = async () => (await sql`select * from things where id = ${7}`.execute(db)).rows
  expect(await read()).toEqual([{ id: 7 }])
  await sql`alter table things add column name text`.execute(db)
  await read().catch(() => {})
  expect(await read()).toEqual([{ id: 7, name: null }])
})
