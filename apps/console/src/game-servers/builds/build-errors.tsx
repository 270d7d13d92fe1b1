import { useTranslation } from 'react-i18next'
import { Section } from '../../components/layout/section.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { Instant } from '../../components/values/instant.tsx'
import type { GameBuild } from '../types.ts'

type ErrorRow = GameBuild['errors'][number] & { number: number }

/** Errors players met in the newest versions. */
export function BuildErrors({ builds }: { builds: readonly GameBuild[] }) {
  const { t } = useTranslation('game-servers')
  const rows = builds.flatMap(({ number, errors }) => errors.map((error) => ({ ...error, number })))
  const columns: Column<ErrorRow>[] = [
    {
      key: 'message',
      label: t('builds.error'),
      card: 'title',
      cell: ({ message }) => <span className="wrap-anywhere">{message}</span>,
    },
    { key: 'number', label: t('builds.number'), isNumeric: true, cell: ({ number }) => number },
    { key: 'count', label: t('builds.errorCount'), isNumeric: true, card: 'end', cell: ({ count }) => count },
    {
      key: 'last',
      label: t('builds.lastError'),
      card: 'detail',
      cell: ({ number, lastAt }) => (
        <>
          <span className="md:hidden">{t('builds.versionNumber', { number })} · </span>
          <Instant at={lastAt} isShort />
        </>
      ),
    },
  ]
  return (
    <Section title={t('builds.errors')} empty={t('builds.noErrors')}>
      {rows.length === 0 ? undefined : (
        <DataTable
          label={t('builds.errors')}
          columns={columns}
          rows={rows}
          getKey={({ number, message }) => `${number} ${message}`}
        />
      )}
    </Section>
  )
}
