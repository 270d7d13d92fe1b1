import type { PlayReport } from '@playhub/contract'
import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { addTestOperator } from '../../test/support/operators/operator-client.ts'
import { toOutcome } from '../../test/support/registration.ts'
import { readOnHub, runOnHub } from '../../test/support/run-on-hub.ts'
import type { Player, TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { listGameErrors } from './index.ts'
import { writeReports } from './report-play.ts'

const limits = { admitPlay: () => true, admitFault: () => true, admitSource: () => true }
const countPlayer = async () => ({ isFirstToday: true, isFirstEver: true, dayNumber: 0 })

async function start(hub: TestHub, as?: Player, project = 'islandm3') {
  return (await hub.callOk('POST /play/start', { as, body: { project } })).data.result
}

async function report(hub: TestHub, body: PlayReport): Promise<void> {
  await hub.callOk('POST /play/report', { body })
  await hub.context.plays.flush()
}

/** A play of the given duration. */
async function play(hub: TestHub, seconds: number, as?: Player, project = 'islandm3'): Promise<string> {
  const { playId } = await start(hub, as, project)
  hub.clock.advance(seconds * SECOND_MS)
  await report(hub, { playId, activeSeconds: seconds })
  return playId
}

const listSessions = (hub: TestHub) => hub.context.db.selectFrom('playSessions').selectAll().execute()
const listDays = (hub: TestHub) => hub.context.db.selectFrom('playDays').selectAll().execute()

/** Publishes without files: only the number and the address matter here. */
async function activateBuild(hub: TestHub, project: string, number: number): Promise<void> {
  const { db } = hub.context
  const id = `${project}-${number}`
  const now = hub.clock.now()
  const build = { id, project, number, label: null, state: 'ready' as const, manifest: '{}', warnings: '[]' }
  await db
    .insertInto('builds')
    .values({
      ...build,
      engine: null,
      files: 1,
      sizeBytes: 1,
      createdAt: now,
      createdBy: 'test',
      activatedAt: now,
      removedAt: null,
    })
    .execute()
  await db
    .insertInto('gameVersions')
    .values({ project, buildId: id, previousBuildId: null, changedAt: now })
    .onConflict((known) => known.column('project').doUpdateSet({ buildId: id }))
    .execute()
}

test('start data tells a game who plays, in which language, without a cache', async ({ hub, player }) => {
  const response = await hub.call('POST /play/start', {
    as: player,
    body: { project: 'islandm3' },
    headers: { 'frontend-language': 'ru' },
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  if (!response.ok) throw new Error(response.body.code)
  const { playId, startData, isHosted, buildNumber } = response.body.data.result
  expect({ isHosted, buildNumber }).toEqual({ isHosted: false, buildNumber: null })
  expect(startData).toMatchObject({
    v: 1,
    playId,
    project: { id: 'islandm3' },
    player: { id: player.userId, name: 'Test', isGuest: false },
    language: 'ru',
    serverTime: hub.clock.now(),
    saves: {},
  })
  expect(playId).not.toContain(player.userId)
  expect(playId.length).toBeLessThanOrEqual(200)
})

test('a guest, and a player whose login has ended, start as guests', async ({ hub }) => {
  expect((await start(hub)).startData.player).toEqual({ id: null, name: '', isGuest: true })
  const { data } = await hub.callOk('POST /play/start', {
    body: { project: 'islandm3' },
    headers: { authorization: 'Bearer ended' },
  })
  expect(data.result.startData.player.isGuest).toBe(true)
})

test('a published game opens at its current build', async ({ hub }) => {
  const before = await start(hub)
  expect(before.frameUrl).not.toContain('/v/')
  await activateBuild(hub, 'islandm3', 3)
  expect(await start(hub)).toMatchObject({
    frameUrl: 'http://islandm3.games.localhost:3002/v/3/index.html',
    isHosted: true,
    buildNumber: 3,
  })
  await activateBuild(hub, 'islandm3', 4)
  expect((await start(hub)).buildNumber).toBe(4)
})

const forYandex = test.extend('hubOptions', {
  content: { islandm3: (yaml) => yaml.replace(/^game:$/m, 'game:\n  compat: yandex') },
})

forYandex('a game for Yandex has the fragment by which it knows that it is there', async ({ hub }) => {
  const fragment = '#origin=https%3A%2F%2Fyandex.ru&app-id=islandm3'
  expect(new URL((await start(hub)).frameUrl).hash).toBe(fragment)
  await activateBuild(hub, 'islandm3', 3)
  expect(new URL((await start(hub)).frameUrl).hash).toBe(fragment)
  expect(new URL((await start(hub, undefined, 'familytown')).frameUrl).hash).toBe('')
})

const withBreaks = test.extend('hubOptions', {
  content: { islandm3: (yaml) => yaml.replace(/^game:$/m, 'game:\n  breaks: own-games') },
})

withBreaks('only a game whose file chooses breaks has them', async ({ hub }) => {
  expect((await start(hub)).startData.capabilities).toContain('breaks')
  expect((await start(hub, undefined, 'familytown')).startData.capabilities).not.toContain('breaks')
})

const hosted = test.extend('hubOptions', {
  content: {
    islandm3: (yaml) => yaml.replace(/frameUrl: .*/, 'frameUrl: http://islandm3.games.localhost:3002/'),
  },
})

hosted('a game that the hub serves is refused until a build is current', async ({ hub }) => {
  const begin = async () => toOutcome(await hub.call('POST /play/start', { body: { project: 'islandm3' } }))
  expect(await begin()).toBe('GAME_NOT_PUBLISHED')
  await activateBuild(hub, 'islandm3', 1)
  expect(await begin()).toBe('ok')
})

test('an unknown project is refused', async ({ hub }) => {
  expect(toOutcome(await hub.call('POST /play/start', { body: { project: 'nowhere' } }))).toBe(
    'PROJECT_NOT_FOUND',
  )
})

test('a play is stored without a trace of the player', async ({ hub, player }) => {
  await play(hub, 60, player)
  const [session] = await listSessions(hub)
  expect(session).toEqual({
    id: expect.any(String),
    project: 'islandm3',
    buildNumber: null,
    day: '2030-01-01',
    startedAt: hub.clock.now() - MINUTE_MS,
    activeSeconds: 60,
    isSignedIn: 1,
    ...{ counting: 0, isNew: 0, hasLoaded: 0, hasCrashed: 0, hasFailed: 0, shopOpens: 0, part: 0, events: 0 },
  })
  expect(JSON.stringify(session)).not.toContain(player.userId)
})

test('the time of a play only grows, and never beyond the time that has passed', async ({ hub }) => {
  const playId = await play(hub, 60)
  const seconds = async () => (await listSessions(hub)).map(({ activeSeconds }) => activeSeconds)
  await report(hub, { playId, activeSeconds: 30 })
  expect(await seconds()).toEqual([60])
  hub.clock.advance(40 * SECOND_MS)
  await report(hub, { playId, activeSeconds: 80_000 })
  expect(await seconds()).toEqual([100])
})

test('reports of made-up, changed and finished plays are refused', async ({ hub }) => {
  const { playId } = await start(hub)
  const refused = async (id: string) =>
    toOutcome(await hub.call('POST /play/report', { body: { playId: id, activeSeconds: 1 } }))
  expect(await refused('made-up')).toBe('PLAY_NOT_FOUND')
  expect(await refused(`${playId.slice(0, -4)}AAAA`)).toBe('PLAY_NOT_FOUND')
  hub.clock.advance(DAY_MS)
  expect(await refused(playId)).toBe('ok')
  hub.clock.advance(1)
  expect(await refused(playId)).toBe('PLAY_NOT_FOUND')
})

test('finished days become sums of plays from ten seconds on, and their plays are deleted', async ({
  hub,
  player,
}) => {
  await play(hub, 9)
  await play(hub, 10)
  await play(hub, 100, player)
  await hub.passTime(DAY_MS)
  expect(await listDays(hub)).toEqual([])
  await hub.passTime(DAY_MS)
  const sum = { project: 'islandm3', day: '2030-01-01', plays: 2, signedInPlays: 1, seconds: 110 }
  expect(await listDays(hub)).toEqual([sum])
  expect(await listSessions(hub)).toEqual([])
  await hub.passTime(HOUR_MS)
  expect(await listDays(hub)).toEqual([sum])
})

test('the games of the last week are popular, and older plays weigh less', async ({ hub }) => {
  const { popular } = hub.context.plays
  const list = async () => {
    await popular.refresh()
    return popular.list()
  }
  const twice = ['islandm3', 'islandm3', 'neuroarena']
  for (const project of twice) await play(hub, 20, undefined, project)
  expect(await list()).toEqual(['islandm3', 'neuroarena'])
  await hub.passTime(4 * DAY_MS)
  // Two plays of four days ago weigh 2 × 0.8⁴ = 0.82.
  await play(hub, 20, undefined, 'neuroarena')
  expect(await list()).toEqual(['neuroarena', 'islandm3'])
  await hub.passTime(4 * DAY_MS)
  expect(await list()).toEqual(['neuroarena'])
})

test('a player sees the time played in the data export, each second once', async ({ hub, player }) => {
  await hub.callOk('POST /me/library/played', { as: player, body: { project: 'islandm3' } })
  const playId = await play(hub, 60, player)
  await report(hub, { playId, activeSeconds: 60 })
  hub.clock.advance(30 * SECOND_MS)
  await report(hub, { playId, activeSeconds: 90 })
  await play(hub, 10, player)
  await play(hub, 500)
  const { sections } = await hub.callOk('GET /me/export', { as: player })
  expect(sections.games).toEqual([expect.objectContaining({ project: 'islandm3', playSeconds: 100 })])
})

test('a build learns what it loads from the median of its last plays', async ({ hub }) => {
  await activateBuild(hub, 'islandm3', 1)
  const load = async (startBytes: number) => {
    const { playId } = await start(hub)
    await report(hub, { playId, activeSeconds: 0, startBytes })
  }
  const known = async () => (await start(hub)).startBytes
  await load(1_000)
  await load(9_000)
  expect(await known()).toBeNull()
  await load(2_000)
  expect(await known()).toBe(2_000)
  for (let times = 0; times < 20; times += 1) await load(5_000)
  expect(await known()).toBe(5_000)
  await activateBuild(hub, 'islandm3', 2)
  expect(await known()).toBeNull()
})

test('errors are counted by build and message, without the query of a URL', async ({ hub }) => {
  await activateBuild(hub, 'islandm3', 1)
  const { playId } = await start(hub)
  const send = (message: string, count: number) =>
    report(hub, { playId, activeSeconds: 1, errors: [{ message, count }] })
  await send('x is not defined at https://game.test/main.js?token=secret', 2)
  await send('x is not defined at https://game.test/main.js?token=other', 3)
  const { db } = hub.context
  expect(await listGameErrors(db, 'islandm3', 1)).toMatchObject([
    { message: 'x is not defined at https://game.test/main.js', count: 5 },
  ])
  await hub.passTime(31 * DAY_MS)
  expect(await listGameErrors(db, 'islandm3', 1)).toEqual([])
})

test('made-up errors of a few networks neither push out real ones nor stand above them', async ({ hub }) => {
  const { db } = hub.context
  const deps = { ...hub.context, addPlaySeconds: async () => {}, countPlayer, limits }
  const send = (network: string, play: string, errors: { message: string; count: number }[]) => {
    const begun = { id: play, project: 'islandm3', buildNumber: 1, startedAt: 0, playerId: null }
    const report = { playId: '', activeSeconds: 1, errors }
    return writeReports(deps, [{ play: begun, report, network, at: hub.clock.now(), place: null }])
  }
  for (let n = 0; n < 60; n++) await send(`192.0.2.${n}`, `real-${n}`, [{ message: 'real', count: 3 }])
  const listMessages = async () => (await listGameErrors(db, 'islandm3', 1)).map(({ message }) => message)
  for (let network = 0; network < 3; network++)
    for (let play = 0; play < 30; play++) {
      const errors = Array.from({ length: 20 }, (_, n) => ({
        message: `forged ${network} ${play} ${n}`,
        count: 1e6,
      }))
      await send(`198.51.100.${network}`, `forged-${network}-${play}`, errors)
    }
  expect((await listMessages())[0]).toBe('real')
  expect(await listMessages()).toHaveLength(31)
  for (let network = 0; network < 20; network++) {
    const errors = Array.from({ length: 10 }, (_, n) => ({ message: `many ${network} ${n}`, count: 1 }))
    await send(`203.0.113.${network}`, `many-${network}`, errors)
  }
  await send('192.0.2.200', 'later', [{ message: 'later', count: 2 }])
  await hub.runDueJobs()
  await hub.passTime(HOUR_MS)
  const kept = await db.selectFrom('gameErrors').select('message').execute()
  expect(kept).toHaveLength(100)
  expect(kept.map(({ message }) => message)).toEqual(expect.arrayContaining(['real', 'later']))
  const pump = [{ message: 'forged 0 0 0', count: 1e6 }]
  for (let play = 0; play < 60; play++) await send('198.51.100.0', `pump-${play}`, pump)
  expect((await listMessages())[0]).toBe('real')
  hub.clock.advance(DAY_MS)
  await send('198.51.100.0', 'next-day', [{ message: 'next day', count: 5 }])
  expect(await listMessages()).toContain('next day')
})

test('staff see the errors of the newest builds, the most frequent first', async ({ hub }) => {
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  for (const number of [1, 2]) {
    await activateBuild(hub, 'islandm3', number)
    const { playId } = await start(hub)
    const errors = [
      { message: `rare in ${number}`, count: 1 },
      { message: `frequent in ${number}`, count: 7 },
    ]
    await report(hub, { playId, activeSeconds: 1, errors })
  }
  const { data } = await operator.callOk('GET /game-servers/{project}/builds', {
    params: { project: 'islandm3' },
  })
  const lastAt = hub.clock.now()
  expect(data.result.map(({ number, errors }) => ({ number, errors }))).toEqual(
    [2, 1].map((number) => ({
      number,
      errors: [
        { message: `frequent in ${number}`, count: 7, lastAt },
        { message: `rare in ${number}`, count: 1, lastAt },
      ],
    })),
  )
  const { printed } = await runOnHub(hub, 'games versions islandm3')
  expect(printed).toMatch(
    /number: 2\n[\s\S]*frequent in 2 +7 .*\n +rare in 2 +1 [\s\S]*number: 1\n[\s\S]*frequent in 1 +7 /,
  )
  const json = await readOnHub(hub, 'games versions islandm3')
  expect(json[1].errors).toMatchObject([{ count: 7 }, { count: 1 }])
})

test('hubs that write about the same games and errors at once do not block each other', async ({ hub }) => {
  const deps = { ...hub.context, addPlaySeconds: async () => {}, countPlayer, limits }
  const write = (names: string[]) => {
    const pending = names.map((name) => ({
      play: { id: `${name}-${names[0]}`, project: name, buildNumber: 1, startedAt: 0, playerId: null },
      report: {
        playId: '',
        activeSeconds: 20,
        startBytes: 1000,
        errors: names.map((message) => ({ message, count: 1 })),
      },
      network: '192.0.2.1',
      at: 1,
      place: null,
    }))
    return writeReports(deps, pending)
  }
  const names = Array.from({ length: 20 }, (_, n) => `game-${n}`)
  for (let round = 0; round < 3; round++) await Promise.all([write(names), write(names.toReversed())])
  const errors = await deps.db.selectFrom('gameErrors').select('count').execute()
  expect(new Set(errors.map(({ count }) => Number(count)))).toEqual(new Set([6]))
})
