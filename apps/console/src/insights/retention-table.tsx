import type { RetentionRow } from '@playhub/contract/operator'
import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type CohortCell, cohortDays, readCohort, sumCohorts } from './cohorts.ts'
import { useDayFormat, useFormats } from './formats.ts'
import { InsightSection } from './insight-section.tsx'
import type { PartProps } from './measures.ts'

/** From so large a share on. */
const shades = [
  [0.4, 'bg-cool/40'],
  [0.25, 'bg-cool/32'],
  [0.15, 'bg-cool/24'],
  [0.08, 'bg-cool/16'],
  [0.03, 'bg-cool/8'],
] as const

/** Retention by first day, as a heat map. */
export function RetentionTable({ query, insights, today }: PartProps) {
  const { t } = useTranslation('insights')
  const rows = insights.retention.filter(({ players }) => players > 0)
  return (
    <InsightSection
      title={t('retention.title')}
      text={t('retention.text')}
      query={query}
      exportPath="/insights/retention/export"
    >
      {rows.length === 0 ? (
        <p className="border-t border-line pt-3 text-15 text-soft">{t('retention.empty')}</p>
      ) : (
        <Cohorts rows={rows} today={today} />
      )}
    </InsightSection>
  )
}

function Cohorts({ rows, today }: { rows: readonly RetentionRow[]; today: string }) {
  const { t } = useTranslation('insights')
  const { count } = useFormats()
  const formatDay = useDayFormat(rows.length)
  const newestFirst = [...rows].sort((one, other) => (one.firstDay < other.firstDay ? 1 : -1))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={t('retention.rows')} className="max-h-150 overflow-y-auto">
      <table
        aria-label={t('retention.title')}
        className="w-full table-fixed border-separate border-spacing-0.5 text-15 max-md:text-14"
      >
        <thead>
          <tr>
            <Heading isFirst>{t('retention.firstDay')}</Heading>
            <Heading>{t('measure.newPlayers')}</Heading>
            {cohortDays.map((day) => (
              <Heading key={day}>{t('retention.day', { day })}</Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="font-semibold">
            <th scope="row" className="py-2 pe-2 text-start font-semibold">
              {t('retention.all')}
            </th>
            <td className="numeric px-2 text-end max-md:px-1">
              {count(rows.reduce((sum, row) => sum + row.players, 0))}
            </td>
            {cohortDays.map((day) => (
              <Cell key={day} cell={sumCohorts(rows, day, today)} />
            ))}
          </tr>
          {newestFirst.map((row) => (
            <tr key={row.firstDay}>
              <th scope="row" className="py-2 pe-2 text-start font-normal">
                {formatDay(row.firstDay)}
              </th>
              <td className="numeric px-2 text-end max-md:px-1">{count(row.players)}</td>
              {cohortDays.map((day) => (
                <Cell key={day} cell={readCohort(row, day, today)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Heading({ isFirst, children }: { isFirst?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={cx(
        'sticky top-0 bg-ink-0 py-1.5 align-bottom text-13 font-normal text-soft',
        isFirst ? 'w-[26%] pe-2 text-start' : 'px-2 text-end max-md:px-1',
      )}
    >
      {children}
    </th>
  )
}

/** The number says what the shade shows. */
function Cell({ cell }: { cell: CohortCell | null }) {
  const { t } = useTranslation('insights')
  const { count, percent } = useFormats()
  if (cell === null)
    return (
      <td className="px-2 text-end text-soft">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('retention.later')}</span>
      </td>
    )
  const { share } = cell
  const shade = share === null ? undefined : shades.find(([from]) => share >= from)?.[1]
  return (
    <td className={cx('numeric rounded-sm px-2 py-1 text-end whitespace-nowrap max-md:px-1', shade)}>
      {share === null ? (
        count(cell.count)
      ) : (
        <>
          <span className="block">{percent(share)}</span>
          <span className="block text-13">{count(cell.count)}</span>
        </>
      )}
    </td>
  )
}
