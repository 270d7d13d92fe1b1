import type { Insights } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormats } from '../formats.ts'
import { InsightSection } from '../insight-section.tsx'
import type { PartProps } from '../measures.ts'
import { usePartName } from './use-part-name.ts'

type EventRow = Insights['events'][number]

/** Events declared and counted by the game. */
export function EventTable({ query, insights }: PartProps) {
  const { t } = useTranslation('insights')
  const columns = useColumns()
  return (
    <InsightSection
      title={t('event.title')}
      text={t('event.text')}
      query={query}
      exportPath="/insights/events/export"
    >
      {insights.events.length === 0 ? (
        <div className="border-t border-line pt-3 text-15 text-pretty text-soft">
          <p>{t('event.empty')}</p>
          <pre className="mt-2 overflow-x-auto font-mono text-13">
            {"game:\n  events: [level-done]\n\nPlayhub.track('level-done', 7)"}
          </pre>
        </div>
      ) : (
        <DataTable
          label={t('event.title')}
          columns={columns}
          rows={insights.events}
          getKey={({ name, buildNumber }) => `${name} ${buildNumber}`}
        />
      )}
    </InsightSection>
  )
}

function useColumns(): Column<EventRow>[] {
  const { t } = useTranslation('insights')
  const { count, decimal } = useFormats()
  const toName = usePartName()
  const average = ({ sum, count: times }: EventRow) => decimal(sum / times)
  return [
    {
      key: 'name',
      label: t('event.name'),
      card: 'title',
      cell: (event) => (
        <>
          <code className="font-mono text-13">{event.name}</code>
          <span className="block text-13 font-normal text-soft md:hidden">
            {t('event.line', { sum: decimal(event.sum), average: average(event) })}
          </span>
        </>
      ),
    },
    {
      key: 'build',
      label: t('build.build'),
      card: 'detail',
      cell: ({ buildNumber }) => toName({ dimension: 'build', value: String(buildNumber) }),
    },
    {
      key: 'count',
      label: t('event.count'),
      isNumeric: true,
      card: 'end',
      cell: (event) => count(event.count),
    },
    { key: 'sum', label: t('event.sum'), isNumeric: true, cell: ({ sum }) => decimal(sum) },
    { key: 'average', label: t('event.average'), isNumeric: true, cell: average },
  ]
}
