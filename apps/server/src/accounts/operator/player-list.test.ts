import { expect } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { test } from '../../../test/support/hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { addNote, deleteNote, listNotes } from './notes.ts'
import { isPlayerIn, listPlayers, type PlayerListFilter } from './player-list.ts'
import { foldChangedNames } from './player-search-store.ts'
import { deletePlayer, undoDeletion } from './players.ts'

const operation = { operator: 'Olga', operatorId: 'olga', reason: 'Test' }

async function find(hub: TestHub, filter: Partial<PlayerListFilter>) {
  const page = { limit: 10, now: hub.clock.now() }
  const { rows } = await listPlayers(hub.context.db, { findsParts: true, ...filter }, page)
  return rows.map(({ id }) => id)
}

test('players are found by any part of a name or email, also after a change, until erased', async ({
  hub,
}) => {
  const { db } = hub.context
  const anna = await hub.logIn('anna_b@example.org')
  const boris = await hub.logIn('boris@example.com')
  expect(await find(hub, { q: 'NNA_B' })).toEqual([anna.userId])
  expect(await find(hub, { q: '@example' })).toEqual([boris.userId, anna.userId])
  expect(await find(hub, { q: 'nn' })).toEqual([])

  await db.updateTable('accounts').set({ nickName: '50% "of" Bob' }).where('id', '=', boris.userId).execute()
  for (const q of ['50%', '"of"', '% "of', 'bob'])
    expect([q, await find(hub, { q })]).toEqual([q, [boris.userId]])
  for (const q of ['a%b', 'AND', '"', '""""', "'''", '*** OR', '___', 'x NOT y', '(((', '^an', 'words:anna'])
    expect([q, await find(hub, { q })]).toEqual([q, []])

  await addNote({ db, clock: hub.clock }, anna.userId, { text: 'Kind', projects: null }, operation)
  await deletePlayer(hub.context, anna.userId, { ...operation, isAtOnce: true })
  await hub.runDueJobs()
  expect(await find(hub, { q: 'nna_b' })).toEqual([])
  expect(await db.selectFrom('playerSearch').select('accountId').execute()).toEqual([
    { accountId: boris.userId },
  ])
  expect(await db.selectFrom('playerNotes').select('id').execute()).toEqual([])
})

const namedAlike: [name: string, queries: string[]][] = [
  ['ЁЖИКОВА АЛЁНА', ['ЁЖИКОВА АЛЁНА', 'ежиков', 'Ёжикова алена', 'ЛЁН', 'ёж', 'Е']],
  ['Пе\u0308тр Щёкин', ['ПЁТР', 'петр щекин']],
  ['ZOË ÅNGSTRÖM', ['zoe', 'Ångström', 'ZO']],
  ['Irmak IŞIK', ['ırmak', 'ışık', 'isik', 'İR']],
]

test.for(namedAlike)(
  '%s is found in any case, with and without accents, also when many match',
  async ([nickName, queries], { hub }) => {
    const { db, clock } = hub.context
    await hub.logIn('other@example.org')
    const { userId } = await hub.logIn('player@example.org')
    // Simulates a hub on an older version.
    await db.updateTable('accounts').set({ nickName }).where('id', '=', userId).execute()
    for (const q of queries) {
      expect([q, await find(hub, { q })]).toEqual([q, [userId]])
    }
    await db.updateTable('accounts').set({ nickName }).execute()
    for (const q of queries) {
      const page = { limit: 10, now: clock.now(), scanLimit: 1 }
      expect(await listPlayers(db, { q, findsParts: true }, page), q).toMatchObject({
        rows: [{ id: userId }],
      })
    }
  },
)

test('a player is found by an email as it is typed', async ({ hub }) => {
  const { userId } = await hub.logIn('иван@xn--e1afmkfd.xn--p1ai')
  for (const q of ['Иван@Пример.РФ', 'иван@xn--e1afmkfd.xn--p1ai'])
    expect([q, await find(hub, { q, findsParts: false })]).toEqual([q, [userId]])
})

test('without the right to personal data only exact ids and emails match', async ({ hub }) => {
  const { userId } = await hub.logIn('anna@example.org')
  expect(await find(hub, { q: 'anna@exam', findsParts: false })).toEqual([])
  for (const q of ['ANNA@example.org', userId]) {
    expect(await find(hub, { q, findsParts: false })).toEqual([userId])
  }
})

test('a project sees the players who played it, had an order or a ticket in it', async ({ hub }) => {
  const { db } = hub.context
  const player = await hub.logIn('anna@example.org')
  expect(await find(hub, { projects: ['islandm3'] })).toEqual([])
  await hub.callOk('POST /play/token', { as: player, body: { project: 'islandm3' } })
  expect(await find(hub, { projects: ['islandm3'] })).toEqual([player.userId])
  expect(await find(hub, { projects: ['familytown'] })).toEqual([])
  expect(await isPlayerIn(db, player.userId, ['islandm3'])).toBe(true)
  expect(await isPlayerIn(db, player.userId, ['familytown'])).toBe(false)
})

test('a deletion can be undone until it is due', async ({ hub }) => {
  const { userId } = await hub.logIn('anna@example.org')
  await deletePlayer(hub.context, userId, { ...operation, isAtOnce: false })
  expect(await find(hub, { state: 'deleting' })).toEqual([userId])
  await undoDeletion(hub.context, userId, operation)
  expect(await find(hub, { state: 'deleting' })).toEqual([])
  await deletePlayer(hub.context, userId, { ...operation, isAtOnce: false })
  hub.clock.advance(14 * DAY_MS)
  await expect(undoDeletion(hub.context, userId, operation)).rejects.toThrow('PLAYER_NOT_FOUND')
})

test('only its author deletes a note', async ({ hub }) => {
  const deps = { db: hub.context.db, clock: hub.clock }
  const { userId: playerId } = await hub.logIn('anna@example.org')
  const { id: noteId } = await addNote(deps, playerId, { text: 'Kind', projects: null }, operation)
  const other = { ...operation, operatorId: 'ivan' }
  await expect(deleteNote(deps, { playerId, noteId }, other)).rejects.toThrow('NOTE_NOT_FOUND')
  expect(await listNotes(deps.db, playerId)).toMatchObject([{ text: 'Kind', operator: 'Olga' }])
  await deleteNote(deps, { playerId, noteId }, operation)
  expect(await listNotes(deps.db, playerId)).toEqual([])
})

test('a search for a part reads the trigram index', async ({ hub }) => {
  const { db } = hub.context
  const names = Array.from({ length: 6000 }, (_, index) => `player${index * 7919}`)
  const rows = names.map((nickName, index) => ({
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    ...{ nickName, email: null, receiptEmail: null, firstName: null, lastName: null },
    ...{
      authType: 'mail',
      language: 'en',
      createdAt: 0,
      deletionAt: null,
      bannedAt: null,
      bannedUntil: null,
    },
  })) as never[]
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto('accounts')
      .values(rows.slice(start, start + 500))
      .execute()
  await foldChangedNames(db)
  const page = { limit: 10, now: 0 }
  const plan = await explainQueries(db, (recorded) =>
    listPlayers(recorded, { q: 'yer23749', findsParts: true }, page),
  )
  expect(plan).toMatch(/player_search_by_folded|SCAN hits VIRTUAL TABLE INDEX/)
  expect(plan).not.toMatch(/Seq Scan on (accounts|player_search)|SCAN accounts|SCAN player_search"/)
})
