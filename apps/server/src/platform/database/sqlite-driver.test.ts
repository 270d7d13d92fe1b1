import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, type Db, transact } from './database.ts'
import { openDialect } from './dialects.ts'

async function openNotes() {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-test-'))
  const file = join(dir, 'playhub.sqlite')
  const db = createDb(openDialect(null, dir))
  await sql`create table notes (n integer primary key)`.execute(db)
  const onDisk = new BetterSqlite(file, { readonly: true })
  onTestFinished(async () => {
    onDisk.close()
    await db.destroy()
    rmSync(dir, { recursive: true, force: true })
  })
  /** Committed rows: another process sees these, and a crash keeps them. */
  const committed = () => onDisk.prepare('select n from notes order by n').pluck().all()
  return { db, committed }
}

const write = (db: Db, n: number) => sql`insert into notes (n) values (${n})`.execute(db)

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function writeTwice(db: Db, n: number, failure?: Error): Promise<void> {
  await transact(db, async (tx) => {
    await write(tx, n)
    if (failure) throw failure
    await write(tx, n + 100)
  })
}

test('a failing transaction does not affect the other members of its group', async () => {
  const { db, committed } = await openNotes()
  const outcomes = await Promise.allSettled([
    writeTwice(db, 1),
    writeTwice(db, 2, new Error('fails on purpose')),
    write(db, 3),
    write(db, 3),
    writeTwice(db, 4),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(committed()).toEqual([1, 3, 4, 101, 104])
})

test('a write resolves after its change is on the disk', async () => {
  const { db, committed } = await openNotes()
  const writers = Array.from({ length: 40 }, async (_, n) => {
    await (n % 2 ? write(db, n) : writeTwice(db, n))
    expect(committed()).toContain(n)
  })
  await Promise.all(writers)
})

test('reads see only what is on the disk', async () => {
  const { db, committed } = await openNotes()
  const writing = write(db, 1)
  for (let turn = 0; turn < 20; turn++) {
    const { rows } = await sql<{ n: number }>`select n from notes`.execute(db)
    expect(rows.map(({ n }) => n)).toEqual(committed())
  }
  await writing
})

test('writes of consecutive turns share a commit', async () => {
  const { db, committed } = await openNotes()
  const first = write(db, 1)
  await nextTurn()
  await nextTurn()
  const second = write(db, 2)
  await first
  expect(committed()).toEqual([1, 2])
  await second
})

test('a writer in each turn does not put off the commit for good', async () => {
  const { db, committed } = await openNotes()
  const writers: Promise<unknown>[] = []
  for (let n = 0; committed().length === 0; n++) {
    expect(n).toBeLessThan(40)
    writers.push(write(db, n))
    await nextTurn()
  }
  await Promise.all(writers)
})

test('a waiting transaction delays the commit of its group until it ends', async () => {
  const { db, committed } = await openNotes()
  let go = () => {}
  const gate = new Promise<void>((resolve) => {
    go = resolve
  })
  const slow = transact(db, async (tx) => {
    await write(tx, 1)
    await gate
  })
  const quick = writeTwice(db, 2)
  await nextTurn()
  expect(committed()).toEqual([])
  go()
  await Promise.all([slow, quick])
  expect(committed()).toEqual([1, 2, 102])
})

test('when the commit of a group fails, every member rejects', async () => {
  const { db, committed } = await openNotes()
  await sql`create table pages (id integer primary key)`.execute(db)
  await sql`create table lines (page integer references pages (id) deferrable initially deferred)`.execute(db)
  const broken = transact(db, (tx) => sql`insert into lines (page) values (7)`.execute(tx))
  const outcomes = await Promise.allSettled([write(db, 1), broken, writeTwice(db, 2)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(committed()).toEqual([])
  await write(db, 3)
  expect(committed()).toEqual([3])
})
