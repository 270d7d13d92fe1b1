import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { withOwnPlan } from './postgres-driver.ts'

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

test.runIf(process.env.TEST_DIALECT === 'postgres')('a query with its own plan is not prepared', async () => {
  const { db, remove } = await createTestDatabase()
  onTestFinished(async () => {
    await db.destroy()
    await remove()
  })
  await db.connection().execute(async (connection) => {
    await withOwnPlan(() => sql`select ${1}::int as own`.execute(connection))
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%as own'`.execute(connection)
    expect(rows).toEqual([])
  })
})
