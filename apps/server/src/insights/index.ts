import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import { foldInsights } from './fold-days.ts'
import { readInsights } from './reading/read-insights.ts'
import { sumFinishedDays } from './reading/sales-days.ts'
import { sumWeeks } from './week-sums.ts'
import { scheduleWeeklyReport, type WeeklyReportDeps } from './weekly-report/weekly-report.ts'

export { type CountPlayer, countPlays, type PlayChange, type PlayState } from './count-plays.ts'
export { type AdmitSource, addDayCounts, type DayCount } from './day-counts.ts'
export { readBuildHealth } from './health/build-health.ts'
export { limitReads } from './reading/limit-reads.ts'
export { type InsightDeps, readInsightDays } from './reading/read-insights.ts'
export { mayCount, type Place, toPlace } from './visits.ts'
export { readInsights }

type Deps = Omit<WeeklyReportDeps, 'readWeek'>

/** Sums orders of finished days, folds old days and mails the figures of a week. */
export async function createInsights(deps: Deps): Promise<void> {
  const getZone = () => deps.catalogue.content().hub.timeZone
  await scheduleHourly(
    deps,
    'insights.sums',
    () => sumFinishedDays(deps, getZone()),
    () => foldInsights({ ...deps, timeZone: getZone() }),
    () => sumWeeks({ ...deps, timeZone: getZone() }),
  )
  await scheduleWeeklyReport({ ...deps, readWeek: (week) => readInsights(deps, week) })
}
