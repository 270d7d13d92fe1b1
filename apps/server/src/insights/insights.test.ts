import type { PlayReport } from '@playhub/contract'
import type { GuestVisit } from '@playhub/contract/insights/visit'
import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { toOutcome } from '../../test/support/registration.ts'
import { readOnHub, runOnHub } from '../../test/support/run-on-hub.ts'
import { hasSeveralConnections, untilAnotherWaits } from '../../test/support/test-database.ts'
import type { Player, TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts'
import { type Tx, transact } from '../platform/database/database.ts'
import { readInsights } from './index.ts'

const project = 'islandm3'

const newGuest: GuestVisit = {
  ...{ device: 'phone', referrer: '' },
  ...{ isFirstToday: true, isFirstEver: true, dayNumber: 0 },
}
const isAgain = { isFirstToday: false, isFirstEver: false }

async function view(hub: TestHub, referrer = '', headers: Record<string, string> = {}) {
  await hub.callOk('POST /play/view', { body: { project, visit: { device: 'phone', referrer } }, headers })
}

type Given = Partial<PlayReport> & { as?: Player; headers?: Record<string, string>; seconds?: number }

/** A play with one report. */
async function play(hub: TestHub, { as, headers, seconds = 90, ...report }: Given = {}): Promise<PlayReport> {
  const started = await hub.callOk('POST /play/start', { as, body: { project }, headers })
  hub.clock.advance(seconds * SECOND_MS)
  const { playId } = started.data.result
  const body = { playId, activeSeconds: seconds, part: 1, visit: newGuest, ...report }
  await hub.callOk('POST /play/report', { body, headers })
  await hub.context.plays.flush()
  return body
}

const read = (hub: TestHub, query: { from?: string; to?: string } = {}) =>
  readInsights(hub.context, { projects: [project], hasMoney: true, ...query })

const readToday = async (hub: TestHub) => (await read(hub)).days.at(-1)

test('a play that is reported many times, in any order and by many hubs at once, counts once', async ({
  hub,
}) => {
  const body = await play(hub, {
    loadMs: 2000,
    hasCrashed: true,
    shopOpens: 2,
    errors: [{ message: 'x', count: 5 }],
  })
  const earlier = { ...body, activeSeconds: 40, shopOpens: 1 }
  await Promise.all(
    [body, earlier, body, body].map((report) => hub.callOk('POST /play/report', { body: report })),
  )
  await hub.context.plays.flush()
  expect(await readToday(hub)).toMatchObject({
    ...{ plays: 1, players: 1, newPlayers: 1, playSeconds: 90, loads: 1, keptPlays: 1 },
    ...{ crashedPlays: 1, failedPlays: 1, shopOpens: 2 },
  })
})

test.skipIf(!hasSeveralConnections)(
  'a batch that PostgreSQL ends for a deadlock is written once',
  async ({ hub }) => {
    const { db } = hub.context
    await play(hub)
    const { data } = await hub.callOk('POST /play/start', { body: { project } })
    const { playId } = data.result
    await hub.callOk('POST /play/report', { body: { playId, activeSeconds: 0, part: 1, visit: newGuest } })
    const lockRows = (tx: Tx, dimension: 'all' | 'source') =>
      tx.selectFrom('insightDays').select('day').where('dimension', '=', dimension).forUpdate().execute()
    const [locked, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = transact(db, async (tx) => {
      await lockRows(tx, 'source')
      locked.resolve()
      await begun.promise
      await untilAnotherWaits(tx)
      // The batch has this row, and began to wait first: PostgreSQL ends it.
      await lockRows(tx, 'all')
    })
    await locked.promise
    const flushed = hub.context.plays.flush()
    begun.resolve()
    await Promise.all([other, flushed])
    expect(await readToday(hub)).toMatchObject({ plays: 2, players: 2, newPlayers: 2 })
  },
)

test('a play that goes on adds only what is new, to the day when it began', async ({ hub }) => {
  const { timeZone } = hub.context.catalogue.content().hub
  expect(timeZone).toBe('UTC')
  hub.clock.advance(DAY_MS / 2)
  const body = await play(hub, { seconds: 30 })
  expect(await readToday(hub)).toMatchObject({ plays: 1, playSeconds: 30, keptPlays: 0 })
  hub.clock.advance(DAY_MS - 2 * MINUTE_MS)
  await hub.callOk('POST /play/report', { body: { ...body, activeSeconds: 600, part: 2 } })
  await hub.context.plays.flush()
  const { days } = await read(hub)
  expect(days.at(-2)).toMatchObject({ plays: 1, playSeconds: 600, keptPlays: 1 })
  expect(days.at(-1)).toMatchObject({ plays: 0, playSeconds: 0 })
})

test('guests are counted by what their browser says, players by what the hub knows', async ({
  hub,
  player,
}) => {
  await play(hub)
  await play(hub, { visit: { ...newGuest, ...isAgain } })
  // Whatever the page of a player says.
  await play(hub, { as: player, visit: newGuest })
  await play(hub, { as: player, visit: newGuest })
  expect(await readToday(hub)).toMatchObject({ plays: 4, players: 2, newPlayers: 2 })
  hub.clock.advance(DAY_MS)
  await play(hub, { as: player, visit: newGuest })
  await play(hub, { visit: { ...newGuest, isFirstEver: false, dayNumber: 1 } })
  // A first play longer ago than a cohort is followed.
  await play(hub, { visit: { ...newGuest, isFirstEver: false, dayNumber: null } })
  const { days, retention, parts } = await read(hub)
  expect(days.at(-1)).toMatchObject({ plays: 3, players: 3, newPlayers: 0 })
  expect(retention).toMatchObject([{ players: 2, d1: 2, d7: 0, d30: 0 }])
  expect(parts.filter(({ dimension }) => dimension === 'player')).toMatchObject([
    { value: 'new', plays: 4 },
    { value: 'returning', plays: 3 },
  ])
})

test('a player from before, and one whose guest days are merged, are not new', async ({ hub, player }) => {
  const today = new Date(hub.clock.now()).toISOString().slice(0, 10)
  const yesterday = new Date(hub.clock.now() - DAY_MS).toISOString().slice(0, 10)
  const game = { project, favouriteAt: null, playedAt: hub.clock.now() - DAY_MS }
  const games = [{ ...game, firstDay: yesterday, lastDay: yesterday }]
  await hub.callOk('POST /me/library/merge', { as: player, body: { games } })
  await play(hub, { as: player })
  const old = await hub.logIn('old@example.org')
  await hub.callOk('POST /me/library/merge', { as: old, body: { games: [game] } })
  await play(hub, { as: old })
  const malicious = await hub.logIn('malicious@example.org')
  await hub.callOk('POST /me/library/merge', {
    as: malicious,
    body: { games: [{ ...game, firstDay: '2999-01-01', lastDay: '2999-01-01' }] },
  })
  await play(hub, { as: malicious })
  const unseen = await hub.logIn('unseen@example.org')
  await hub.callOk('POST /me/library/played', { as: unseen, body: { project } })
  await play(hub, { as: unseen, visit: undefined })
  await play(hub, { as: unseen })
  const { days, retention } = await read(hub)
  expect(days.at(-1)).toMatchObject({ day: today, players: 4, newPlayers: 0 })
  // Nobody was counted as new on that day.
  expect(retention).toEqual([])
})

test('a guest who logs in is the same player of the day', async ({ hub, player }) => {
  const day = new Date(hub.clock.now()).toISOString().slice(0, 10)
  const [first] = [{ project, favouriteAt: null, playedAt: 1, firstDay: '2029-12-01', lastDay: '2029-12-01' }]
  await hub.callOk('POST /me/library/merge', { as: player, body: { games: [first] } })
  await play(hub)
  await hub.callOk('POST /me/library/merge', {
    as: player,
    body: { games: [{ project, favouriteAt: null, playedAt: 1, firstDay: day, lastDay: day }] },
  })
  await play(hub, { as: player })
  expect(await readToday(hub)).toMatchObject({ plays: 2, players: 1 })
})

test('no made-up day comes into a cohort', async ({ hub }) => {
  await play(hub)
  for (let n = 0; n < 3; n++) await play(hub, { visit: { ...newGuest, isFirstEver: false, dayNumber: 0 } })
  hub.clock.advance(DAY_MS)
  for (let n = 0; n < 3; n++) await play(hub, { visit: { ...newGuest, isFirstEver: false, dayNumber: 1 } })
  expect((await read(hub)).retention).toMatchObject([{ players: 1, d1: 1 }])
})

test('days that no calendar of the hub has are refused', async ({ hub }) => {
  for (const day of ['9999-12-31', '0000-01-10', '2030-02-31'])
    await expect(read(hub, { from: day, to: day })).rejects.toMatchObject({ code: 'BODY_INVALID' })
})

test('views and plays are counted by device, language and source', async ({ hub }) => {
  await view(hub)
  await view(hub, 'www.google.co.uk')
  await view(hub, 'mail.google.com', { 'frontend-language': 'ru' })
  await view(hub, new URL(hub.url).hostname)
  await view(hub, '0direct')
  await hub.context.plays.flush()
  const { days, parts } = await read(hub)
  expect(days.at(-1)).toMatchObject({ views: 5, plays: 0 })
  const counts = (wanted: string) =>
    parts.flatMap(({ dimension, value, views }) => (dimension === wanted ? [`${value} ${views}`] : [])).sort()
  expect(counts('source')).toEqual(['0direct 1', 'direct 1', 'mail.google.com 1', 'own 1', 'search 1'])
  expect(counts('language')).toEqual(['en 4', 'ru 1'])
  expect(counts('device')).toEqual(['phone 5'])
})

test('nothing is counted of bots and of whoever asks not to be tracked', async ({ hub }) => {
  const quiet = [
    { dnt: '1' },
    { 'sec-gpc': '1' },
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ] as Record<string, string>[]
  for (const headers of quiet) {
    await view(hub, '', headers)
    const { data } = await hub.callOk('POST /play/start', { body: { project }, headers })
    expect(data.result.counting).toBeNull()
    await play(hub, { headers })
  }
  expect(await readToday(hub)).toMatchObject({ views: 0, plays: 0, playSeconds: 0 })
})

const off = test.extend('hubOptions', { content: { '../hub': (yaml) => `${yaml}\ninsights: off\n` } })

off('with insights off nothing is counted', async ({ hub }) => {
  await view(hub)
  const { data } = await hub.callOk('POST /play/start', { body: { project } })
  expect(data.result.counting).toBeNull()
  await play(hub)
  expect(await read(hub)).toMatchObject({ isOn: false, parts: [], retention: [] })
})

const withEvents = test.extend('hubOptions', {
  content: { islandm3: (yaml) => yaml.replace(/^game:$/m, 'game:\n  events: [level-up]') },
})

withEvents('events are counted and summed, once a report and so many a minute', async ({ hub }) => {
  const { data } = await hub.callOk('POST /play/start', { body: { project } })
  expect(data.result.counting?.events).toContain('level-up')
  const events = [
    { name: 'level-up', count: 3, sum: 12 },
    { name: 'not-declared', count: 1, sum: 0 },
    { name: 'happytime', count: 1, sum: 0 },
    { name: 'level-up', count: 1, sum: 2e9 },
  ]
  const body = await play(hub, { events })
  await hub.callOk('POST /play/report', { body })
  await hub.callOk('POST /play/report', {
    body: { ...body, part: 2, events: [{ name: 'level-up', count: 1000, sum: 1000 }] },
  })
  await hub.context.plays.flush()
  expect((await read(hub)).events).toEqual([
    { name: 'happytime', buildNumber: 0, count: 1, sum: 0 },
    { name: 'level-up', buildNumber: 0, count: 3, sum: 12 },
  ])
})

const live = test.extend('hubOptions', { env: { TRUST_PROXY: 'true' } })

live('a network counts so many plays a minute, and names few hosts', async ({ hub }) => {
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  for (let n = 0; n < 65; n++) await play(hub, { headers, seconds: 0, hasCrashed: true })
  for (let n = 0; n < 10; n++) await view(hub, `made-up-${n}.example`, headers)
  await hub.context.plays.flush()
  const { days, parts } = await read(hub)
  expect(days.at(-1)).toMatchObject({ plays: 60, views: 10, crashedPlays: 10 })
  const hosts = parts.filter(({ dimension, value }) => dimension === 'source' && value.startsWith('made-up'))
  expect(hosts).toHaveLength(3)
})

test('load times are told as median and ninetieth percentile', async ({ hub }) => {
  for (let n = 1; n <= 20; n++) await play(hub, { loadMs: n * 100 })
  const [all] = (await read(hub)).loadTimes
  expect(all?.loads).toBe(20)
  expect(all?.p50Ms).toBeGreaterThan(900)
  expect(all?.p50Ms).toBeLessThan(1100)
  expect(all?.p90Ms).toBeGreaterThan(1650)
  expect(all?.p90Ms).toBeLessThan(1950)
})

test('a stop writes what waits', async ({ hub }) => {
  await view(hub)
  await hub.context.plays.stop()
  expect(await readToday(hub)).toMatchObject({ views: 1 })
})

test('the command and the staff read the same', async ({ hub }) => {
  await play(hub)
  const day = new Date(hub.clock.now()).toISOString().slice(0, 10)
  const response = await readOnHub(hub, `insights ${project} --from ${day} --to ${day}`)
  expect((response.data?.result ?? response).days).toMatchObject([{ day, plays: 1, revenue: [] }])
})

test('figures of no game are refused', async ({ hub }) => {
  const { code, printed } = await runOnHub(hub, 'insights nothing')
  expect(code).toBe(1)
  expect(printed).toContain('no such project')
})

test('views of no game, and made-up visits, are refused', async ({ hub }) => {
  const send = async (body: object) => toOutcome(await hub.call('POST /play/view', { body: body as never }))
  const visit = { device: 'phone', referrer: '' }
  expect(await send({ project: 'nothing', visit })).toBe('PROJECT_NOT_FOUND')
  for (const wrong of [{ device: 'fridge', referrer: '' }, { device: 'phone', referrer: 'A b' }, {}])
    expect(await send({ project, visit: wrong })).toBe('BODY_INVALID')
})
