import { expect } from 'vitest'
import { test as base } from '../../test/support/hub-test.ts'
import { compareInsights } from '../../test/support/insights/compare-insights.ts'
import { openFastPages } from '../../test/support/insights/play-pages.ts'
import { simulatedContent } from '../../test/support/insights/simulate-plays.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { readBuildHealth } from './health/build-health.ts'

const test = base.extend('hubOptions', () => ({ content: simulatedContent }))

test('a month of a million plays a day, one of fifty simulated, is told within one percent', {
  timeout: HOUR_MS,
}, async ({ hub }) => {
  await compareInsights(hub, openFastPages(hub), { days: 30, playsPerDay: 20_000 })
  const { db } = hub.context
  const [health] = await readBuildHealth({ db, clock: hub.clock }, ['islandm3'])
  expect(health?.faults.map(({ kind }) => kind)).toContain('crashes')
})
