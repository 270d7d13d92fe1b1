import { test as base } from '../../test/support/hub-test.ts'
import { compareInsights } from '../../test/support/insights/compare-insights.ts'
import { openPages } from '../../test/support/insights/play-pages.ts'
import { simulatedContent } from '../../test/support/insights/simulate-plays.ts'

const test = base.extend('hubOptions', () => ({ content: simulatedContent, env: { TRUST_PROXY: 'true' } }))

test('what operators read of some days is what happened', ({ hub }) =>
  compareInsights(hub, openPages(hub), { days: 3, playsPerDay: 300 }))
