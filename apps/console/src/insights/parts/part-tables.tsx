import type { InsightPart } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Bar } from '../bar.tsx'
import { useFormats } from '../formats.ts'
import { InsightSection } from '../insight-section.tsx'
import type { PartProps } from '../measures.ts'
import { BuildTable } from './build-table.tsx'
import { EventTable } from './event-table.tsx'
import { usePartName } from './use-part-name.ts'

const dimensions = ['source', 'device', 'language', 'player'] as const

/** Plays by source, device, language and build. */
export function PartTables(props: PartProps) {
  const { t } = useTranslation('insights')
  const { query, insights } = props
  return (
    <>
      <div className="grid gap-x-10 *:min-w-0 min-[1200px]:grid-cols-2">
        {dimensions.map((dimension) => (
          <InsightSection
            key={dimension}
            title={t(`part.${dimension}.title`)}
            text={t(`part.${dimension}.text`)}
            query={query}
            exportPath="/insights/export"
            by={dimension}
          >
            <PartTable
              title={t(`part.${dimension}.title`)}
              parts={insights.parts.filter((part) => part.dimension === dimension)}
            />
          </InsightSection>
        ))}
      </div>
      {query.project === undefined ? (
        <p className="mt-8 border-t border-line pt-3 text-15 text-soft">{t('chooseGame')}</p>
      ) : (
        <>
          <BuildTable {...props} />
          <EventTable {...props} />
        </>
      )}
    </>
  )
}

/** A bar in each row, as long as its share. */
function PartTable({ title, parts }: { title: string; parts: readonly InsightPart[] }) {
  const { t } = useTranslation('insights')
  const { count, percent } = useFormats()
  const toName = usePartName()
  const plays = parts.reduce((sum, part) => sum + part.plays, 0)
  if (plays === 0) return <p className="border-t border-line pt-3 text-15 text-soft">{t('part.none')}</p>
  return (
    <table aria-label={title} className="w-full table-fixed text-15">
      <thead>
        <tr className="text-13 text-soft">
          <th scope="col" className="pb-1.5 text-start font-normal">
            <span className="sr-only">{title}</span>
          </th>
          {(['plays', 'players', 'share'] as const).map((name) => (
            <th
              key={name}
              scope="col"
              className="w-21 pb-1.5 ps-3 text-end font-normal max-md:w-15 max-md:ps-1"
            >
              {t(`measure.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.value}>
            <th scope="row" className="border-t border-line py-1.5 text-start font-normal">
              {toName(part)}
              <Bar share={part.plays / plays} />
            </th>
            <td className="numeric border-t border-line ps-3 text-end whitespace-nowrap max-md:ps-1 max-md:text-14">
              {count(part.plays)}
            </td>
            <td className="numeric border-t border-line ps-3 text-end whitespace-nowrap max-md:ps-1 max-md:text-14">
              {count(part.players)}
            </td>
            <td className="numeric border-t border-line ps-3 text-end whitespace-nowrap max-md:ps-1 max-md:text-14">
              {percent(part.plays / plays)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
