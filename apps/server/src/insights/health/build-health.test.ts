import { expect } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { test } from '../../../test/support/hub-test.ts'
import { addBuilds, addLoads, addPlays } from '../../../test/support/insights/build-plays.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { addDays, dayIn } from '../../platform/time-zone.ts'
import { readBuildHealth } from './build-health.ts'

const project = 'islandm3'

const read = async ({ context: { db }, clock }: TestHub, projects?: string[]) =>
  readBuildHealth({ db, clock }, projects)

test('a build that crashes more often than the one before it is worse', async ({ hub }) => {
  await addBuilds(hub, project, [11, 12])
  hub.clock.advance(DAY_MS)
  await addPlays(hub, project, 11, { plays: 1000, crashedPlays: 12, failedPlays: 30, keptPlays: 900 })
  await addPlays(hub, project, 12, { plays: 500, crashedPlays: 41, failedPlays: 15, keptPlays: 450 })
  expect(await read(hub)).toEqual([
    {
      ...{ project, buildNumber: 12, buildId: `${project}-12`, plays: 500 },
      ...{ baselineNumber: 11, baselineId: `${project}-11`, baselinePlays: 1000, isJudged: true },
      faults: [{ kind: 'crashes', share: 0.082, baselineShare: 0.012 }],
    },
  ])
})

test('errors, a lost first minute and load times count as well', async ({ hub }) => {
  await addBuilds(hub, project, [1, 2])
  hub.clock.advance(DAY_MS)
  await addPlays(hub, project, 1, { plays: 1000, failedPlays: 10, keptPlays: 800 })
  await addPlays(hub, project, 2, { plays: 1000, failedPlays: 50, keptPlays: 700 })
  // A tenth of the loads is in the last bucket; the ninth of ten in the one before.
  await addLoads(hub, project, 1, { 10: 700, 20: 200, 30: 100 })
  await addLoads(hub, project, 2, { 10: 700, 20: 100, 25: 200 })
  const [health] = await read(hub)
  expect(health?.faults.map(({ kind }) => kind).sort()).toEqual(['errors', 'first-minute', 'load-time'])
  expect(health?.faults.at(-1)).toEqual({ kind: 'load-time', share: 0.2, baselineShare: 0.1 })
})

test('with fewer than 200 plays nothing is judged, and without an earlier build nothing is said', async ({
  hub,
}) => {
  await addBuilds(hub, project, [1, 2])
  await addBuilds(hub, 'skyport', [1])
  await addPlays(hub, 'skyport', 1, { plays: 1000 })
  await addPlays(hub, project, 1, { plays: 1000, keptPlays: 1000 })
  await addPlays(hub, project, 2, { plays: 199, crashedPlays: 199 })
  expect(await read(hub)).toMatchObject([{ project, plays: 199, isJudged: false, faults: [] }])
})

test('plays of the last minutes are not taken for lost ones', async ({ hub }) => {
  await addBuilds(hub, project, [1, 2])
  await addPlays(hub, project, 1, { plays: 100_000, keptPlays: 80_000 })
  await addPlays(hub, project, 2, { plays: 1000, keptPlays: 750 })
  hub.clock.advance(HOUR_MS)
  expect(await read(hub)).toMatchObject([{ isJudged: true, faults: [] }])
  hub.clock.advance(DAY_MS)
  expect(await read(hub)).toMatchObject([{ faults: [{ kind: 'first-minute' }] }])
})

test('a build that was replaced at once, or came later, is no baseline', async ({ hub }) => {
  await addBuilds(hub, project, [1, 2, 3])
  hub.clock.advance(DAY_MS)
  await addPlays(hub, project, 1, { plays: 1000 })
  await addPlays(hub, project, 2, { plays: 20 })
  await addPlays(hub, project, 3, { plays: 1000, crashedPlays: 100 })
  expect(await read(hub)).toMatchObject([{ baselineNumber: 1, faults: [{ kind: 'crashes' }] }])
  await hub.context.db
    .updateTable('gameVersions')
    .set({ buildId: `${project}-2`, previousBuildId: `${project}-3` })
    .execute()
  expect(await read(hub)).toMatchObject([{ buildNumber: 2, baselineNumber: 1, isJudged: false }])
})

test('plays of more than 30 days ago, other dimensions and other projects say nothing', async ({ hub }) => {
  await addBuilds(hub, project, [1, 2])
  await addPlays(hub, project, 1, { plays: 1000 })
  hub.clock.advance(31 * DAY_MS)
  await addPlays(hub, project, 2, { plays: 1000, crashedPlays: 100 })
  expect(await read(hub)).toEqual([])
  await addPlays(hub, project, 1, { plays: 1000 })
  expect(await read(hub, ['skyport'])).toEqual([])
  expect(await read(hub, [])).toEqual([])
  expect(await read(hub, [project])).toHaveLength(1)
})

test('all projects are read with four statements, by the index', async ({ hub }) => {
  for (const name of [project, 'skyport']) {
    await addBuilds(hub, name, [1, 2])
    for (const number of [1, 2]) await addPlays(hub, name, number, { plays: 1000 })
  }
  const { db } = hub.context
  await addSources(hub)
  const plan = await explainQueries(db, (recording) => readBuildHealth({ db: recording, clock: hub.clock }))
  expect(plan.split('\n')).toHaveLength(4)
  expect(plan).toMatch(
    /SEARCH insight_days [^"]*\(dimension=\? AND project=\? AND day>\? AND day<\?\)|Index Cond: [^"]*dimension/,
  )
  expect(plan).not.toMatch(/SCAN insight/)
})

/** Adds a few months of rows in another dimension. */
async function addSources({ context: { db }, clock }: TestHub): Promise<void> {
  const [row] = await db.selectFrom('insightDays').selectAll().limit(1).execute()
  if (!row) throw new Error('There are no plays')
  const sources = Array.from({ length: 20 }, (_, number) => `host-${number}.example.org`)
  for (let age = 0; age < 200; age++) {
    const day = addDays(dayIn('UTC', clock.now()), -age)
    const rows = sources.map((value) => ({ ...row, day, dimension: 'source' as const, value }))
    await db.insertInto('insightDays').values(rows).execute()
  }
}
