import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { afterCommit, afterRollback, transact } from './database.ts'
import { withOwnPlan } from './postgres-driver.ts'

test('calls succeed while another hub adds a column', async () => {
  const db = await openTestDatabase()
  await sql`create table things (id integer)`.execute(db)
  await sql`insert into things values (7)`.execute(db)
  const read = async () => (await sql`select * from things where id = ${7}`.execute(db)).rows
  expect(await read()).toEqual([{ id: 7 }])
  await sql`alter table things add column name text`.execute(db)
  expect(await read()).toEqual([{ id: 7, name: null }])
  await sql`alter table things add column size text`.execute(db)
  expect(await Promise.all([read(), read(), read()])).toHaveLength(3)
})

test('a transaction is repeated as a whole when another hub adds a column', async () => {
  const db = await openTestDatabase()
  await sql`create table things (id integer)`.execute(db)
  await sql`create table log (at integer)`.execute(db)
  const events: string[] = []
  const run = () =>
    transact(db, async (tx) => {
      afterCommit(() => events.push('committed'))
      afterRollback(() => events.push('undone'))
      await sql`insert into log values (${1})`.execute(tx)
      await sql`insert into things (id) values (${7})`.execute(tx)
      return (await sql`select * from things where id = ${7}`.execute(tx)).rows
    })
  expect(await run()).toEqual([{ id: 7 }])
  await sql`alter table things add column name text`.execute(db)
  expect((await run())[0]).toEqual({ id: 7, name: null })
  expect((await sql`select at from log`.execute(db)).rows).toHaveLength(2)
  expect(events.filter((event) => event === 'committed')).toHaveLength(2)
  expect(events.at(-1)).toBe('committed')
})

test('a transaction that ends for a deadlock again and again fails after four tries', async () => {
  const db = await openTestDatabase()
  const ended = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  let runs = 0
  const failing = transact(db, async () => {
    runs += 1
    throw ended
  })
  await expect(failing).rejects.toBe(ended)
  expect(runs).toBe(4)
})

test('a transaction that fails for another reason runs once', async () => {
  const db = await openTestDatabase()
  let runs = 0
  const failing = transact(db, async (tx) => {
    runs += 1
    await sql`select * from nothing where id = ${1}`.execute(tx)
  })
  await expect(failing).rejects.toThrow(/nothing/)
  expect(runs).toBe(1)
})

test.runIf(process.env.TEST_DIALECT === 'postgres')('a query with its own plan is not prepared', async () => {
  const db = await openTestDatabase()
  await db.connection().execute(async (connection) => {
    await withOwnPlan(() => sql`select ${1}::int as own`.execute(connection))
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%as own'`.execute(connection)
    expect(rows).toEqual([])
  })
})
