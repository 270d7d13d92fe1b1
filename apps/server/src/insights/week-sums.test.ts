import { allProjects } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { test as base } from '../../test/support/hub-test.ts'
import { createRandom } from '../../test/support/random.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS } from '../platform/clock.ts'
import { addDays, listDayNames } from '../platform/time-zone.ts'
import { foldInsights } from './fold-days.ts'
import { readInsights } from './index.ts'
import { measures } from './tables.ts'
import { sumWeeks } from './week-sums.ts'

/** A Wednesday. */
const today = '2030-01-16'
const test = base.extend('hubOptions', () => ({ now: `${today}T12:00:00Z` }))

const projects = ['islandm3', 'skyport']
const first = '2029-10-04'

/** Days on which both games are played with two builds, from three sites. */
async function fillDays({ context: { db } }: TestHub, days = listDayNames(first, today)): Promise<void> {
  const random = createRandom(7)
  const draw = () => Object.fromEntries(measures.map((measure) => [measure, random.upTo(50)])) as never
  for (const day of days)
    for (const project of [...projects, allProjects]) {
      const parts = [
        ...([['all', '']] as const),
        ...['1', '2'].map((value) => ['build', value] as const),
        ...['own', 'direct', 'a.example'].map((value) => ['source', value] as const),
      ]
      const rows = parts.map(([dimension, value]) => ({
        project,
        day,
        dimension,
        value,
        ...(draw() as object),
      }))
      await db
        .insertInto('insightDays')
        .values(rows as never)
        .execute()
      const load = { project, day, buildNumber: 1 + random.upTo(2), bucket: 10 + random.upTo(4) }
      await db
        .insertInto('insightLoads')
        .values({ ...load, count: random.upTo(9) })
        .execute()
      const event = { project, day, buildNumber: 1, name: 'level-done' }
      await db
        .insertInto('insightEvents')
        .values({ ...event, count: random.upTo(9), sum: 1.5 })
        .execute()
    }
}

const sum = ({ context: { db }, clock }: TestHub) => sumWeeks({ db, clock, timeZone: 'UTC' })

const read = (hub: TestHub, from: string, to: string, only?: string[]) =>
  readInsights(hub.context, { projects: only, hasMoney: false, from, to })

test('figures of a period are the same from its weeks as from its days', async ({ hub }) => {
  await fillDays(hub)
  const periods = [
    ['2029-10-04', '2030-01-16'],
    ['2029-10-08', '2029-10-14'],
    ['2029-10-09', '2029-10-15'],
    ['2029-12-31', '2030-01-16'],
    ['2029-12-25', '2030-01-02'],
  ] as const
  const readAll = async () => {
    const found: unknown[] = []
    for (const [from, to] of periods)
      for (const only of [undefined, ...projects.map((project) => [project]), projects])
        found.push(await read(hub, from, to, only))
    return found
  }
  const fromDays = await readAll()
  await sum(hub)
  await sum(hub)
  expect(await readAll()).toEqual(fromDays)
})

test('a finished week is read without its days', async ({ hub }) => {
  await fillDays(hub)
  const period = ['2029-10-08', '2029-12-30', ['islandm3']] as [string, string, string[]]
  const { parts, loadTimes, events } = await read(hub, ...period)
  await sum(hub)
  const { db } = hub.context
  await db.deleteFrom('insightDays').where('dimension', '<>', 'all').where('day', '<', 'w').execute()
  for (const table of ['insightLoads', 'insightEvents'] as const)
    await db.deleteFrom(table).where('day', '<', 'w').execute()
  expect(await read(hub, ...period)).toMatchObject({ parts, loadTimes, events })
})

test('a week is summed once no play of it goes on', async ({ hub }) => {
  // The week begins on Monday, 7 January.
  await fillDays(hub)
  const listWeeks = async () => {
    const rows = await hub.context.db
      .selectFrom('insightDays')
      .select('day')
      .where('project', '=', 'skyport')
      .where('day', '>', 'w')
      .where('value', '=', '2')
      .execute()
    return rows.map(({ day }) => day).sort()
  }
  await sum(hub)
  const known = await listWeeks()
  expect(known.at(0)).toBe('w2029-10-01')
  expect(known.at(-1)).toBe('w2029-12-31')
  hub.clock.advance(DAY_MS)
  await sum(hub)
  expect((await listWeeks()).at(-1)).toBe('w2030-01-07')
})

test('weeks end before their days become months', async ({ hub }) => {
  const old = listDayNames('2028-11-20', '2029-01-20')
  await fillDays(hub, old)
  hub.clock.advance(Date.parse('2029-02-15') - hub.clock.now())
  await sum(hub)
  hub.clock.advance(Date.parse('2030-01-20T12:00:00Z') - hub.clock.now())
  const { db } = hub.context
  const before = await read(hub, '2028-11-01', '2029-01-31')
  await foldInsights({ db, clock: hub.clock, timeZone: 'UTC' })
  await sum(hub)
  const after = await read(hub, '2028-11-01', '2029-01-31')
  expect(after.parts).toEqual(before.parts)
  expect(after.loadTimes).toEqual(before.loadTimes)
  const weeks = await db.selectFrom('insightLoads').select('day').where('day', '>', 'w').execute()
  // November was folded.
  expect(weeks.map(({ day }) => day).sort()[0]).toBe('w2028-12-04')
  expect(addDays('2028-12-04', -7)).toBe('2028-11-27')
})

test('nothing is written before something is counted', async ({ hub }) => {
  await sum(hub)
  expect(await hub.context.db.selectFrom('insightDays').selectAll().execute()).toEqual([])
})
