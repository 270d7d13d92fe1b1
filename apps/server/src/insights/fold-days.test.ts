import { expect } from 'vitest'
import { test as base } from '../../test/support/hub-test.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import { foldInsights } from './fold-days.ts'

/** The month that ends 400 days before this is November 2028. */
const test = base.extend('hubOptions', () => ({ now: '2030-01-20T12:00:00Z' }))

const fold = ({ context: { db }, clock }: TestHub) => foldInsights({ db, clock, timeZone: 'UTC' })

async function addDay({ context: { db } }: TestHub, project: string, day: string, plays: number) {
  const row = { project, day, dimension: 'all' as const, value: '' }
  const none = {
    ...{ players: 0, newPlayers: 0, playSeconds: 0, loads: 0, keptPlays: 0, crashedPlays: 0 },
    ...{ failedPlays: 0, shopOpens: 0 },
  }
  await db
    .insertInto('insightDays')
    .values([
      { ...row, ...none, views: 2 * plays, plays },
      { ...row, dimension: 'build', value: '7', ...none, views: 0, plays },
    ])
    .execute()
  await db
    .insertInto('insightLoads')
    .values({ project, day, buildNumber: 7, bucket: 20, count: plays })
    .execute()
  const event = { project, day, buildNumber: 7, name: 'level-done', count: plays, sum: plays / 2 }
  await db.insertInto('insightEvents').values(event).execute()
}

async function readDays({ context: { db } }: TestHub) {
  const days = await db
    .selectFrom('insightDays')
    .select(['project', 'day', 'views', 'plays'])
    .where('dimension', '=', 'all')
    .orderBy('project')
    .orderBy('day')
    .execute()
  return days.map(({ project, day, views, plays }) => [project, day, views, plays])
}

test('months of more than 400 days ago become one day, however often', async ({ hub }) => {
  await addDay(hub, 'islandm3', '2028-10-31', 1)
  for (const [day, plays] of [
    ['01', 10],
    ['02', 20],
    ['30', 30],
  ] as const)
    await addDay(hub, 'islandm3', `2028-11-${day}`, plays)
  await addDay(hub, 'islandm3', '2028-12-01', 100)
  await addDay(hub, 'islandm3', '2028-12-02', 200)
  await addDay(hub, 'skyport', '2028-11-15', 5)
  for (let pass = 0; pass < 3; pass++) await fold(hub)
  expect(await readDays(hub)).toEqual([
    ['islandm3', '2028-10-01', 2, 1],
    ['islandm3', '2028-11-01', 120, 60],
    ['islandm3', '2028-12-01', 200, 100],
    ['islandm3', '2028-12-02', 400, 200],
    ['skyport', '2028-11-01', 10, 5],
  ])
  const { db } = hub.context
  const sums = { project: 'islandm3', day: '2028-11-01', buildNumber: 7 }
  expect(
    await db.selectFrom('insightLoads').selectAll().where('day', '=', sums.day).execute(),
  ).toContainEqual({
    ...{ ...sums, bucket: 20, count: 60 },
  })
  expect(
    await db.selectFrom('insightEvents').selectAll().where('day', '=', sums.day).execute(),
  ).toContainEqual({
    ...{ ...sums, name: 'level-done', count: 60, sum: 30 },
  })
})

test('the day that makes a month old is one of the time zone', async ({ hub }) => {
  await addDay(hub, 'islandm3', '2028-12-15', 1)
  const { db } = hub.context
  // 400 days before 2030-02-05 is 2029-01-01.
  const clock = { ...hub.clock, now: () => Date.parse('2030-02-04T22:00:00Z') }
  await foldInsights({ db, clock, timeZone: 'UTC' })
  expect(await readDays(hub)).toEqual([['islandm3', '2028-12-15', 2, 1]])
  await foldInsights({ db, clock, timeZone: 'Europe/Moscow' })
  expect(await readDays(hub)).toEqual([['islandm3', '2028-12-01', 2, 1]])
})

test('cohorts of more than 800 days ago are deleted', async ({ hub }) => {
  const { db } = hub.context
  const cohort = { project: 'islandm3', dayNumber: 1, count: 3 }
  const add = (firstDay: string) =>
    db
      .insertInto('cohortDays')
      .values({ ...cohort, firstDay })
      .execute()
  await add('2027-11-11')
  await add('2027-11-12')
  await fold(hub)
  const kept = await db.selectFrom('cohortDays').select('firstDay').execute()
  expect(kept.map(({ firstDay }) => firstDay)).toEqual(['2027-11-12'])
})
