import type { DetailedDay, Grant } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { emailsTo } from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { addDays } from '../../platform/time-zone.ts'
import { findNextMonday, scheduleWeeklyReport, type WeeklyReportDeps } from './weekly-report.ts'

const none: DetailedDay = {
  ...{ day: '', views: 0, plays: 0, players: 0, newPlayers: 0, playSeconds: 0, checkouts: 0, paidOrders: 0 },
  ...{ payingPlayers: 0, revenue: [], loads: 0, keptPlays: 0, crashedPlays: 0, failedPlays: 0 },
  ...{ shopOpens: 0, firstPayers: 0, discount: [], refunded: [] },
}

type Week = Partial<DetailedDay>
type Played = Record<string, { now: Week; before: Week }>

/** A hub whose games were played so on each day. */
const test = base
  .extend('played', (): Played => ({}))
  .extend('weekly', async ({ hub, played }) => {
    const requested: Parameters<WeeklyReportDeps['readWeek']>[0][] = []
    const readWeek: WeeklyReportDeps['readWeek'] = async (week) => {
      requested.push(week)
      const days = (from: string, of: Week = {}) =>
        Array.from({ length: 7 }, (_, index) => ({
          ...{ ...none, ...of, day: addDays(from, index) },
          revenue: week.hasMoney ? (of.revenue ?? []) : [],
        }))
      const { now, before } = played[week.projects.join()] ?? {}
      return { days: days(week.from, now), before: days(addDays(week.from, -7), before) }
    }
    await scheduleWeeklyReport({ ...hub.context, readWeek })
    // The console does not exist without one.
    await addTestOperator(hub, { role: 'owner', project: '*' })
    return { requested, deps: { ...hub.context, readWeek } }
  })

const island = {
  now: {
    ...{ plays: 300, players: 100, newPlayers: 40, playSeconds: 75_000 },
    revenue: [{ amountMinor: 19_900, currency: 'RUB' as const }],
  },
  before: {
    ...{ plays: 200, players: 125, newPlayers: 40, playSeconds: 75_000 },
    revenue: [{ amountMinor: 9_950, currency: 'RUB' as const }],
  },
}

async function addReader(hub: TestHub, grant: Grant) {
  const operator = await addTestOperator(hub, grant)
  await operator.callOk('PUT /session/weekly-report', { body: { isOn: true } })
  return operator
}

async function readReports(hub: TestHub, email: string) {
  const emails = await emailsTo(hub, email)
  return emails.filter(({ text }) => text.includes('/me\n'))
}

/** The test's clock begins on Tuesday, 2030-01-01. */
const monday = Date.UTC(2030, 0, 7, 8)

const passTo = (hub: TestHub, instant: number) => hub.passTime(instant - hub.clock.now())

test('a hub that was down on Monday sends the same week later, and the next one in time', async ({
  hub,
  played,
  weekly,
}) => {
  played.islandm3 = island
  await addReader(hub, { role: 'owner', project: '*' })
  await passTo(hub, monday + 4 * DAY_MS + HOUR_MS)
  await hub.passTime(MINUTE_MS)
  await passTo(hub, monday + 7 * DAY_MS)
  await hub.passTime(MINUTE_MS)
  const weeks = weekly.requested.filter(({ projects }) => projects.join() === 'islandm3')
  expect(weeks.map(({ from, to }) => [from, to])).toEqual([
    ['2029-12-31', '2030-01-06'],
    ['2030-01-07', '2030-01-13'],
  ])
})

test('the figures come on Monday at eight, once however many hubs there are', async ({
  hub,
  played,
  weekly,
}) => {
  played.islandm3 = island
  await scheduleWeeklyReport(weekly.deps)
  const { email } = await addReader(hub, { role: 'owner', project: '*' })
  await passTo(hub, monday - MINUTE_MS)
  expect(await readReports(hub, email)).toEqual([])
  for (let pass = 0; pass < 3; pass++) await hub.passTime(MINUTE_MS)
  const [report, ...more] = await readReports(hub, email)
  expect(more).toEqual([])
  expect(weekly.requested).toContainEqual({
    ...{ projects: ['islandm3'], from: '2029-12-31', to: '2030-01-06', hasMoney: true },
  })
  expect(report?.text).toContain(
    [
      'Players a day: 100 (-20%)',
      'New players: 280 (0%)',
      'Plays: 2,100 (+50%)',
      'Play time per player and day: 12.5 min (+25%)',
      'Revenue: ₽1,393 (+100%)',
      `${hub.context.config.console.url}/insights/islandm3`,
    ].join('\n'),
  )
  expect(report?.text).not.toContain('skyport')
  await passTo(hub, monday + 7 * DAY_MS - HOUR_MS)
  expect(await readReports(hub, email)).toHaveLength(1)
  await passTo(hub, monday + 7 * DAY_MS)
  expect(await readReports(hub, email)).toHaveLength(2)
})

test('hubs that were down for weeks send one email when they are back', async ({ hub, played, weekly }) => {
  played.islandm3 = island
  const { email } = await addReader(hub, { role: 'viewer', project: '*' })
  hub.clock.advance(23 * DAY_MS)
  await scheduleWeeklyReport(weekly.deps)
  await hub.passTime(MINUTE_MS)
  expect(await readReports(hub, email)).toHaveLength(1)
})

test('who has not asked, is suspended or has no played game gets nothing', async ({
  hub,
  played,
  weekly,
}) => {
  played.islandm3 = island
  const quiet = await addTestOperator(hub, { role: 'viewer', project: '*' })
  const other = await addReader(hub, { role: 'viewer', project: 'skyport' })
  const suspended = await addReader(hub, { role: 'viewer', project: '*' })
  const stopped = await addReader(hub, { role: 'viewer', project: '*' })
  await hub.context.db
    .updateTable('operators')
    .set({ state: 'suspended' })
    .where('id', '=', suspended.id)
    .execute()
  const { result } = (await stopped.callOk('PUT /session/weekly-report', { body: { isOn: false } })).data
  expect(result.hasWeeklyReport).toBe(false)
  await passTo(hub, monday)
  expect(weekly.requested.map(({ projects }) => projects)).toEqual([['skyport']])
  for (const { email } of [quiet, other, suspended, stopped])
    expect(await readReports(hub, email)).toEqual([])
})

test('a reader sees the games of their roles, and money where they see sales', async ({
  hub,
  played,
  weekly,
}) => {
  for (const project of ['islandm3', 'skyport']) played[project] = island
  const producer = await addReader(hub, { role: 'producer', project: 'islandm3' })
  const viewer = await addReader(hub, { role: 'viewer', project: '*' })
  const finance = await addReader(hub, { role: 'finance', project: 'skyport' })
  await passTo(hub, monday)
  expect(weekly.requested.length).toBeGreaterThan(3)
  const read = async ({ email }: { email: string }) => (await readReports(hub, email))[0]?.text ?? ''
  expect(await read(producer)).toMatch(/insights\/islandm3/)
  expect(await read(producer)).not.toMatch(/skyport|Skyport/)
  expect(await read(viewer)).toMatch(/insights\/islandm3\n[\s\S]*insights\/skyport\n/)
  expect(await read(viewer)).not.toContain('Revenue')
  expect(await read(finance)).toContain('Revenue')
})

test('the email is in the language of its reader, as HTML too', async ({ hub, played, weekly }) => {
  played.islandm3 = island
  const operator = await addReader(hub, { role: 'owner', project: '*' })
  await operator.callOk('PUT /session/language', { body: { language: 'ru' } })
  await passTo(hub, monday)
  expect(weekly.requested).not.toEqual([])
  const [report] = await readReports(hub, operator.email)
  expect(report?.subject).toMatch(/31 декабря 2029\s.* – 6 января 2030\s/)
  expect(report?.text).toMatch(/Игроков в день: 100 \(-20\s%\)/)
  expect(report?.html).toContain(`href="${hub.context.config.console.url}/insights/islandm3"`)
})

base('a Monday at eight begins in the time zone of the hub', () => {
  const next = (instant: string, zone: string) =>
    new Date(findNextMonday(Date.parse(instant), zone)).toISOString()
  expect(next('2026-11-30T04:59:59Z', 'Europe/Moscow')).toBe('2026-11-30T05:00:00.000Z')
  expect(next('2026-11-30T05:00:00Z', 'Europe/Moscow')).toBe('2026-12-07T05:00:00.000Z')
  expect(next('2026-11-29T22:00:00Z', 'Europe/Moscow')).toBe('2026-11-30T05:00:00.000Z')
  expect(next('2026-11-30T15:00:00Z', 'America/New_York')).toBe('2026-12-07T13:00:00.000Z')
  expect(next('2026-12-06T23:00:00Z', 'UTC')).toBe('2026-12-07T08:00:00.000Z')
})
