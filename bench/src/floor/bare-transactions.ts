/**
 * Database baseline: the minimum that a paid order must write, in sequential transactions on one connection, with the
 * plain driver.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { createDatabase, type Dialect } from '../selling-hubs.ts'

const transactions = 300
const tables = ['orders', 'attempts', 'purchases', 'webhooks']
const createTable = (table: string) => `create table ${table} (id text primary key, state text not null)`

export function bareTransactionsPerSecond(dialect: Dialect): Promise<number> {
  return dialect === 'sqlite' ? onSqlite() : onPostgres()
}

async function perSecond(transaction: (id: string) => unknown): Promise<number> {
  const start = performance.now()
  for (let done = 0; done < transactions; done++) await transaction(randomUUID())
  return (transactions * 1000) / (performance.now() - start)
}

/** Same durability as the hub: every commit waits for the disk. */
async function onSqlite(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-bare-'))
  const db = new BetterSqlite(join(dir, 'bare.sqlite'))
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    for (const table of tables) db.exec(createTable(table))
    const inserts = tables.map((table) =>
      db.prepare(`insert into ${table} (id, state) values (?, 'pending')`),
    )
    const pay = db.prepare("update orders set state = 'paid' where id = ? and state = 'pending'")
    const transaction = db.transaction((id: string) => {
      for (const insert of inserts) insert.run(id)
      pay.run(id)
    })
    return await perSecond(transaction.immediate)
  } finally {
    db.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function onPostgres(): Promise<number> {
  const database = await createDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const run = (name: string, text: string, id: string) => client.query({ name, text, values: [id] })
  try {
    for (const table of tables) await client.query(createTable(table))
    return await perSecond(async (id) => {
      await client.query('begin')
      for (const table of tables) await run(table, `insert into ${table} values ($1, 'pending')`, id)
      await run('pay', "update orders set state = 'paid' where id = $1 and state = 'pending'", id)
      await client.query('commit')
    })
  } finally {
    await client.end()
    await database.drop()
  }
}
