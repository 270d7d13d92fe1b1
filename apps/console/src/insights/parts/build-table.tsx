import type { InsightPart } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { useFormats } from '../formats.ts'
import { InsightSection } from '../insight-section.tsx'
import { type PartProps, toShare } from '../measures.ts'
import { usePartName } from './use-part-name.ts'

/** Versions of one game: how they load, and how often they fail. */
export function BuildTable({ query, insights }: PartProps) {
  const { t } = useTranslation('insights')
  const builds = insights.parts.filter(({ dimension }) => dimension === 'build')
  const columns = useColumns(insights)
  return (
    <InsightSection
      title={t('part.build.title')}
      text={t('part.build.text')}
      query={query}
      exportPath="/insights/export"
      by="build"
    >
      {builds.length === 0 ? (
        <p className="border-t border-line pt-3 text-15 text-soft">{t('part.none')}</p>
      ) : (
        <DataTable
          label={t('part.build.title')}
          columns={columns}
          rows={builds}
          getKey={({ value }) => value}
        />
      )}
    </InsightSection>
  )
}

function useColumns({ loadTimes }: PartProps['insights']): Column<InsightPart>[] {
  const { t } = useTranslation('insights')
  const { count, percent, loadTime } = useFormats()
  const toName = usePartName()
  const load = ({ value }: InsightPart, name: 'p50Ms' | 'p90Ms') => {
    const found = loadTimes.find(({ buildNumber }) => String(buildNumber) === value)
    return found && found.loads > 0 ? loadTime(found[name]) : '–'
  }
  const shares = (['crashedPlays', 'failedPlays', 'keptPlays'] as const).map(
    (name): Column<InsightPart> => ({
      key: name,
      label: t(`build.${name}`),
      isNumeric: true,
      cell: (build) => percent(toShare(build[name], build.plays)),
    }),
  )
  return [
    {
      key: 'build',
      label: t('build.build'),
      card: 'title',
      cell: (build) => (
        <>
          {toName(build)}
          <span className="block text-13 font-normal text-soft md:hidden">
            {toShare(build.crashedPlays, build.plays) !== null &&
              t('build.line', {
                crashed: percent(toShare(build.crashedPlays, build.plays)),
                failed: percent(toShare(build.failedPlays, build.plays)),
                kept: percent(toShare(build.keptPlays, build.plays)),
                p50: load(build, 'p50Ms'),
                p90: load(build, 'p90Ms'),
              })}
          </span>
        </>
      ),
    },
    {
      key: 'plays',
      label: t('measure.plays'),
      isNumeric: true,
      card: 'end',
      cell: ({ plays }) => count(plays),
    },
    ...shares,
    { key: 'p50', label: t('build.p50'), isNumeric: true, cell: (build) => load(build, 'p50Ms') },
    { key: 'p90', label: t('build.p90'), isNumeric: true, cell: (build) => load(build, 'p90Ms') },
  ]
}
