import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { acquireTestDatabase, createTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestHub } from './test-hub.ts'

async function open(take: () => Promise<TestDatabase>) {
  const { db, remove } = await take()
  const close = () => db.destroy().then(remove)
  return { db, close }
}

test('databases that are open together share nothing', async () => {
  const databases = [await open(createTestDatabase), await open(acquireTestDatabase)]
  onTestFinished(async () => {
    for (const { close } of databases) await close()
  })
  for (const [id, { db }] of databases.entries()) {
    await sql`create table numbers (id integer primary key)`.execute(db)
    await sql`insert into numbers values (${id})`.execute(db)
  }
  for (const [id, { db }] of databases.entries())
    expect((await sql`select id from numbers`.execute(db)).rows).toEqual([{ id }])
})

test('hubs that run together know none of each other’s players, nor does a later one', async () => {
  const hubs = [await startTestHub(), await startTestHub()]
  const [anna] = await Promise.all(hubs.map((hub) => hub.logIn('anna@example.org')))
  const later = await startTestHub()
  for (const hub of [hubs[1], later]) expect((await hub?.call('GET /me', { as: anna }))?.status).toBe(401)
})
