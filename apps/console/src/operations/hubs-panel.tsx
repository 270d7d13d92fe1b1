import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Panel } from '../components/layout/panel.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'

type Hub = OperatorRouteResponse<'GET /operations/versions'>['data']['result'][number]

/** Processes of the hub, and whether they run the same version and content. */
export function HubsPanel({ hubs }: { hubs: readonly Hub[] }) {
  const { t } = useTranslation('operations')
  const columns = useColumns()
  const versions = new Set(hubs.map(({ version }) => version))
  return (
    <Panel title={t('hubs.title')}>
      {versions.size > 1 && (
        <p className="mb-3 text-15">
          <StateWord tone="waiting">{t('hubs.mixed', { count: versions.size })}</StateWord>
        </p>
      )}
      {hubs.length === 0 ? (
        <p className="text-15 text-soft">{t('hubs.none')}</p>
      ) : (
        <DataTable label={t('hubs.title')} columns={columns} rows={hubs} getKey={({ id }) => id} />
      )}
    </Panel>
  )
}

function useColumns(): Column<Hub>[] {
  const { t } = useTranslation('operations')
  return [
    { key: 'id', label: t('hubs.id'), card: 'title', cell: ({ id }) => <Id value={id} /> },
    { key: 'version', label: t('hubs.version'), card: 'end', cell: ({ version }) => version },
    {
      key: 'content',
      label: t('hubs.content'),
      card: 'detail',
      cell: ({ contentVersion, rejectedContent }) =>
        rejectedContent === null ? (
          contentVersion && <Id value={contentVersion} />
        ) : (
          <span title={rejectedContent}>
            <StateWord tone="bad">{t('hubs.rejected')}</StateWord>
          </span>
        ),
    },
    {
      key: 'started',
      label: t('hubs.startedAt'),
      isWideOnly: true,
      cell: ({ startedAt }) => (startedAt === null ? '–' : <Instant at={startedAt} />),
    },
    {
      key: 'seen',
      label: t('hubs.seenAt'),
      card: 'detail-end',
      cell: ({ seenAt }) => <Instant at={seenAt} />,
    },
  ]
}
