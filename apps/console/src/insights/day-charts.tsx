import { currencies } from '@playhub/contract/money'
import type { DetailedDay } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import type { Mark } from '../components/charts/series.ts'
import { TimeChart } from '../components/charts/time-chart.tsx'
import { useProjectNames } from '../lib/me.ts'
import { useDayFormat, useFormats } from './formats.ts'
import { InsightSection } from './insight-section.tsx'
import { getAmount, type PartProps, totalMoney } from './measures.ts'

/** Plays, players and revenue of each day over those of as many days before. */
export function DayCharts({ query, insights }: PartProps) {
  const { t } = useTranslation('insights')
  const { count, money } = useFormats()
  const { days, before, timeZone } = insights
  const formatDay = useDayFormat(days.length)
  const marks = useMarks(insights)
  const labels = days.map(({ day }) => formatDay(day))
  const draw = (name: string, read: (day: DetailedDay) => number) => ({
    ...{ kind: 'lines' as const, labels, labelTitle: t('day'), zone: timeZone, marks },
    series: [
      { name, values: days.map(read) },
      { name: t('earlier', { count: before.length }), values: before.map(read), isBefore: true },
    ],
  })
  const sold = currencies.filter((currency) => totalMoney([...days, ...before], 'revenue', currency) > 0)
  return (
    <InsightSection title={t('byDay')} text={t('byDayText')} query={query} exportPath="/insights/export">
      <div className="grid gap-x-10 gap-y-8 min-[1200px]:grid-cols-2">
        {(['plays', 'players'] as const).map((name) => (
          <TimeChart
            key={name}
            title={t(`chart.${name}`)}
            text={t(`chart.${name}Text`)}
            {...draw(t(`measure.${name}`), (day) => day[name])}
            format={count}
          />
        ))}
        {sold.map((currency) => (
          <TimeChart
            key={currency}
            title={t('chart.revenue', { currency })}
            text={t('chart.revenueText')}
            {...draw(t('measure.revenue'), (day) => getAmount(day, 'revenue', currency))}
            format={(amountMinor) => money(amountMinor, currency)}
          />
        ))}
      </div>
    </InsightSection>
  )
}

/** New versions and offers; with their game where there are several. */
function useMarks({ days, marks }: PartProps['insights']): Mark[] {
  const { t } = useTranslation('insights')
  const nameProject = useProjectNames()
  const hasSeveral = new Set(marks.map(({ project }) => project)).size > 1
  return marks.flatMap(({ day, kind, project, name }) => {
    const index = days.findIndex((one) => one.day === day)
    if (index === -1) return []
    const said = t(`mark.${kind}`, { name })
    return [{ index, name: hasSeveral ? `${nameProject(project)}: ${said}` : said }]
  })
}
