import { sql } from 'kysely'
import { test as base, expect } from 'vitest'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { type Db, transact } from './database.ts'
import { prepareQuery, prepareRowQuery } from './prepared-query.ts'

type Note = { id: number; noteText: string; color: string | null }
declare module './database.ts' {
  interface Tables {
    notes: Note
  }
}

async function openNotes(): Promise<{ db: Db; close(): Promise<void> }> {
  const { db, remove } = await createTestDatabase()
  await sql`create table notes (id integer primary key, note_text text not null, color text)`.execute(db)
  return { db, close: () => db.destroy().then(remove) }
}

const test = base.extend<{ db: Db }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures that a fixture uses
  db: async ({}, use) => {
    const { db, close } = await openNotes()
    await use(db)
    await close()
  },
})

const insertNote = prepareQuery((db, note: Note) => db.insertInto('notes').values(note))
const listNotes = prepareQuery((db, from: number, { color }: Pick<Note, 'color'>) =>
  db
    .selectFrom('notes')
    .select(['id', 'noteText'])
    .where('id', '>=', from)
    .where('color', '=', color)
    .orderBy('id'),
)
const recolor = prepareRowQuery((db, id: number, color: string | null) =>
  db
    .updateTable('notes')
    .set((eb) => ({ color: eb.fn.coalesce(eb.val(color), 'color') }))
    .where('id', '=', id)
    .returningAll(),
)

test('each run of a prepared query uses its own values', async ({ db }) => {
  for (const id of [1, 2, 3])
    await insertNote(db, { id, noteText: `note ${id}`, color: id === 2 ? null : 'red' })
  expect(await listNotes(db, 0, { color: 'red' })).toEqual([
    { id: 1, noteText: 'note 1' },
    { id: 3, noteText: 'note 3' },
  ])
  expect(await listNotes(db, 2, { color: 'red' })).toEqual([{ id: 3, noteText: 'note 3' }])
  expect(await listNotes(db, 0, { color: 'blue' })).toEqual([])
})

test('a prepared query may begin with a null, and later runs may differ', async ({ db }) => {
  await insertNote(db, { id: 1, noteText: 'note', color: null })
  expect(await recolor(db, 1, null)).toEqual({ id: 1, noteText: 'note', color: null })
  expect(await recolor(db, 1, 'red')).toEqual({ id: 1, noteText: 'note', color: 'red' })
  expect(await recolor(db, 1, null)).toEqual({ id: 1, noteText: 'note', color: 'red' })
  expect(await recolor(db, 2, 'red')).toBeUndefined()
})

test('a prepared query runs inside a transaction, and is undone with it', async ({ db }) => {
  const failing = transact(db, async (tx) => {
    await insertNote(tx, { id: 1, noteText: 'note', color: 'red' })
    expect(await listNotes(tx, 0, { color: 'red' })).toHaveLength(1)
    throw new Error('fails on purpose')
  })
  await expect(failing).rejects.toThrow('fails on purpose')
  expect(await listNotes(db, 0, { color: 'red' })).toEqual([])
})

test('the outer database is refused inside a transaction', async ({ db }) => {
  await insertNote(db, { id: 1, noteText: 'note', color: 'red' })
  const failing = transact(db, () => listNotes(db, 0, { color: 'red' }))
  await expect(failing).rejects.toThrow('The outer db was used inside a transaction')
})

test('databases share a prepared query', async ({ db }) => {
  const other = await openNotes()
  await insertNote(db, { id: 1, noteText: 'here', color: 'red' })
  await insertNote(other.db, { id: 1, noteText: 'there', color: 'red' })
  expect(await listNotes(db, 0, { color: 'red' })).toEqual([{ id: 1, noteText: 'here' }])
  expect(await listNotes(other.db, 0, { color: 'red' })).toEqual([{ id: 1, noteText: 'there' }])
  await other.close()
})

test('a query that computes with a parameter is refused', async ({ db }) => {
  const after = prepareQuery((notes, id: number) =>
    notes
      .selectFrom('notes')
      .select('id')
      .where('id', '>', id + 1),
  )
  await expect(after(db, 1)).rejects.toThrow('cannot compute with its parameters')
})

test('a list is refused, because its length would be fixed', async ({ db }) => {
  const among = prepareQuery((notes, ids: number[]) =>
    notes.selectFrom('notes').select('id').where('id', 'in', ids),
  )
  await expect(among(db, [1])).rejects.toThrow('pass no array')
})

const note = (id: number): Note => ({ id, noteText: `note ${id}`, color: 'red' })
const listIds = async (db: Db) => (await listNotes(db, 0, { color: 'red' })).map(({ id }) => id)

test('a write that fails rolls back its transaction, which reports it', async ({ db }) => {
  await insertNote(db, note(1))
  const work = transact(db, async (tx) => {
    await insertNote(tx, note(2))
    await insertNote(tx, note(1))
    await insertNote(tx, note(3))
  })
  await expect(work).rejects.toThrow(/unique/i)
  expect(await listIds(db)).toEqual([1])
})

test('a failed write ends its transaction, and the connection goes on', async ({ db }) => {
  await insertNote(db, note(1))
  const work = transact(db, async (tx) => {
    await insertNote(tx, note(1))
    await listIds(tx)
  })
  await expect(work).rejects.toThrow(/unique/i)
  await transact(db, (tx) => insertNote(tx, note(2)))
  expect(await listIds(db)).toEqual([1, 2])
})
