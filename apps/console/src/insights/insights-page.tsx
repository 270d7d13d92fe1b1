import type { Insights } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { callOperator } from '../lib/api.ts'
import { addDays, formatPeriod, getToday } from '../lib/days.ts'
import { readFilters } from '../lib/filters.ts'
import { loadMe, useMe, useProjectNames } from '../lib/me.ts'
import { useNow } from '../lib/use-now.ts'
import { usePolling } from '../lib/use-polling.ts'
import { BuildHealthPanel } from './build-health.tsx'
import { DayCharts } from './day-charts.tsx'
import { Figures } from './figures.tsx'
import { FunnelTable, FurtherFacts } from './funnel-table.tsx'
import { InsightFilters } from './insight-filters.tsx'
import { findFirstDay, type InsightQuery } from './measures.ts'
import { CountingNote } from './notes.tsx'
import { PartTables } from './parts/part-tables.tsx'
import { RetentionTable } from './retention-table.tsx'

const DAYS = 28

export async function loader({ request, params }: LoaderFunctionArgs) {
  const filters = readFilters(new URL(request.url).searchParams)
  const [from, to] = [filters.text('from'), filters.text('to')]
  const period = from && to ? { from, to } : await getLastDays()
  const query: InsightQuery = { project: params.project, ...period }
  return { query, insights: (await callOperator('GET /insights', { query })).data.result }
}

async function getLastDays() {
  const { timeZone } = await loadMe()
  const to = getToday(Date.now(), timeZone)
  return { from: addDays(to, 1 - DAYS), to }
}

/** Insights of one game, or of all that the operator may see. */
export function Component() {
  const { t, i18n } = useTranslation(['insights', 'common'])
  const { query, insights } = useLoaderData<typeof loader>()
  const nameProject = useProjectNames()
  const me = useMe()
  usePolling()
  const games = me.projects.filter(({ id }) => me.can('insights.read', id))
  const [only] = games
  if (!query.project && only && games.length === 1)
    return <Navigate to={`/insights/${encodeURIComponent(only.id)}`} replace />
  const { timeZone } = insights
  const area = t('common:area.insights')
  return (
    <PageFrame title={query.project ? t('titleOne', { area, game: nameProject(query.project) }) : area}>
      <InsightFilters query={query} timeZone={timeZone} games={games} />
      <p className="text-13 text-soft">
        {t('period', {
          from: formatPeriod(insights.from, i18n.language),
          to: formatPeriod(insights.to, i18n.language),
          timeZone,
        })}
      </p>
      <Content query={query} insights={insights} />
    </PageFrame>
  )
}

function Content({ query, insights }: { query: InsightQuery; insights: Insights }) {
  const today = getToday(useNow(), insights.timeZone)
  const firstDay = findFirstDay([...insights.before, ...insights.days])
  const part = { query, insights, today }
  return (
    <>
      <CountingNote {...part} firstDay={firstDay} />
      {firstDay !== undefined && (
        <>
          <Figures {...part} firstDay={firstDay} />
          <BuildHealthPanel health={insights.health} />
          <DayCharts {...part} />
          <div className="grid gap-x-10 *:min-w-0 min-[1200px]:grid-cols-2">
            <div>
              <FunnelTable {...part} />
              <FurtherFacts {...part} />
            </div>
            <RetentionTable {...part} />
          </div>
          <PartTables {...part} />
        </>
      )}
    </>
  )
}
