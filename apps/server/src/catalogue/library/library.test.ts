import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { toOutcome } from '../../../test/support/registration.ts'
import { hasSeveralConnections, untilAnotherWaits } from '../../../test/support/test-database.ts'
import { type Player, startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { deleteLibraryByPlayer } from './library-store.ts'

const fetchLibrary = async (hub: TestHub, player: Player) =>
  (await hub.callOk('GET /me/library', { as: player })).data.result

const mark = (hub: TestHub, player: Player, project: string, isFavourite = true) =>
  hub.callOk('POST /me/library/favourite', { as: player, body: { project, isFavourite } })

const play = (hub: TestHub, player: Player, project: string) =>
  hub.callOk('POST /me/library/played', { as: player, body: { project } })

test('a library lists marked and played games, most recent first', async ({ hub, player }) => {
  expect(await fetchLibrary(hub, player)).toEqual([])
  const start = hub.clock.now()
  await mark(hub, player, 'islandm3')
  hub.clock.advance(MINUTE_MS)
  const { data } = await play(hub, player, 'neuroarena')
  expect(data.result).toEqual([
    { project: 'neuroarena', favouriteAt: null, playedAt: start + MINUTE_MS },
    { project: 'islandm3', favouriteAt: start, playedAt: null },
  ])
  hub.clock.advance(MINUTE_MS)
  await play(hub, player, 'islandm3')
  expect((await fetchLibrary(hub, player)).map(({ project }) => project)).toEqual(['islandm3', 'neuroarena'])
})

test('marking a favourite is idempotent, and so is removing it', async ({ hub, player }) => {
  const marked = hub.clock.now()
  await mark(hub, player, 'islandm3')
  hub.clock.advance(DAY_MS)
  await mark(hub, player, 'islandm3')
  expect(await fetchLibrary(hub, player)).toEqual([
    { project: 'islandm3', favouriteAt: marked, playedAt: null },
  ])
  await mark(hub, player, 'islandm3', false)
  await mark(hub, player, 'islandm3', false)
  expect(await fetchLibrary(hub, player)).toEqual([])
})

test('merging a guest library into the account is idempotent', async () => {
  const hub = await startTestHub({ now: '2030-01-01T00:00:00Z' })
  const player = await hub.logIn()
  const now = hub.clock.now()
  await mark(hub, player, 'islandm3')
  await play(hub, player, 'neuroarena')
  const games = [
    { project: 'islandm3', favouriteAt: now - DAY_MS, playedAt: now - DAY_MS },
    { project: 'neuroarena', favouriteAt: now - 5, playedAt: now - DAY_MS },
    { project: 'familytown', favouriteAt: null, playedAt: now + DAY_MS },
    { project: 'nowhere', favouriteAt: now, playedAt: now },
  ]
  const merge = () => hub.callOk('POST /me/library/merge', { as: player, body: { games } })
  const first = (await merge()).data.result
  expect(first.toSorted((a, b) => a.project.localeCompare(b.project))).toEqual([
    { project: 'familytown', favouriteAt: null, playedAt: now },
    { project: 'islandm3', favouriteAt: now, playedAt: now - DAY_MS },
    { project: 'neuroarena', favouriteAt: now - 5, playedAt: now },
  ])
  expect((await merge()).data.result).toEqual(first)
  expect(
    (await hub.callOk('POST /me/library/merge', { as: player, body: { games: [] } })).data.result,
  ).toEqual(first)
})

test('unknown games are refused, libraries are private, and guests have none on the server', async ({
  hub,
}) => {
  const [anna, boris] = [await hub.logIn(), await hub.logIn()]
  const body = { project: 'nowhere', isFavourite: true }
  expect(toOutcome(await hub.call('POST /me/library/favourite', { as: anna, body }))).toBe('GAME_NOT_FOUND')
  expect(toOutcome(await hub.call('POST /me/library/played', { as: anna, body }))).toBe('GAME_NOT_FOUND')
  await mark(hub, anna, 'islandm3')
  expect(await fetchLibrary(hub, boris)).toEqual([])
  expect(toOutcome(await hub.call('GET /me/library'))).toBe('UNAUTHORIZED')
})

test('the library is in the data export and is erased with the account', async ({ hub }) => {
  const [anna, boris] = [await hub.logIn(), await hub.logIn()]
  await mark(hub, anna, 'islandm3')
  await mark(hub, boris, 'islandm3')
  const { sections } = await hub.callOk('GET /me/export', { as: anna })
  expect(sections.games).toEqual([
    {
      project: 'islandm3',
      favouriteAt: hub.clock.now(),
      playedAt: null,
      playSeconds: 0,
      awayFrom: null,
      returnedAt: null,
    },
  ])
  await hub.callOk('POST /me/deletion', { as: anna })
  await hub.passTime(15 * DAY_MS)
  const left = await hub.context.db.selectFrom('libraryGames').select('playerId').execute()
  expect(left).toEqual([{ playerId: boris.userId }])
})

test.skipIf(!hasSeveralConnections)(
  'an erasure locks the games of a player in the order of reports of plays',
  async ({ hub, player }) => {
    // The later name has the earlier row.
    for (const project of ['neuroarena', 'islandm3']) await mark(hub, player, project)
    const { db } = hub.context
    const lockGame = (tx: Db, project: string) =>
      tx.selectFrom('libraryGames').select('project').where('project', '=', project).forUpdate().execute()
    const [locked, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const report = transact(db, async (tx) => {
      await lockGame(tx, 'islandm3')
      locked.resolve()
      await begun.promise
      await untilAnotherWaits(tx)
      await lockGame(tx, 'neuroarena')
    })
    await locked.promise
    let runs = 0
    const erasure = transact(db, async (tx) => {
      runs += 1
      await deleteLibraryByPlayer(tx, player.userId)
    })
    begun.resolve()
    await Promise.all([report, erasure])
    expect(runs).toBe(1)
    expect(await fetchLibrary(hub, player)).toEqual([])
  },
)
