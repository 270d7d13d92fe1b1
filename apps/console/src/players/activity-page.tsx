import type { AuditEntry } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Change } from '../audit/change.tsx'
import { PagedTable } from '../components/list/paged-table.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { usePlayer } from './player.ts'

const loadPage = async (id: string, cursor?: string) =>
  (await callOperator('GET /players/{id}/audit', { params: { id }, query: { cursor } })).data

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => loadPage(id)

/** Everything staff did to a player. */
export function Component() {
  const { t } = useTranslation('players')
  const { id } = usePlayer()
  return (
    <PagedTable<AuditEntry>
      title={t('tab.activity')}
      first={useLoaderData<typeof loader>()}
      load={(cursor) => loadPage(id, cursor)}
      columns={useColumns()}
      getKey={(entry) => entry.id}
      empty={t('activity.empty')}
    />
  )
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation('players')
  return [
    { key: 'at', label: t('activity.at'), card: 'detail', cell: ({ at }) => <Instant at={at} isShort /> },
    { key: 'operator', label: t('activity.operator'), card: 'end', cell: ({ operator }) => operator },
    {
      key: 'action',
      label: t('activity.action'),
      card: 'title',
      cell: ({ action, outcome }) => (
        <span className="inline-flex flex-wrap items-center gap-x-3">
          <code className="font-mono text-13">{action}</code>
          {outcome === 'refused' && <StateWord tone="bad">{t('activity.refused')}</StateWord>}
        </span>
      ),
    },
    {
      key: 'reason',
      label: t('activity.reason'),
      card: 'detail-end',
      cell: ({ reason }) => <span className="block max-w-64 wrap-anywhere">{reason ?? '–'}</span>,
    },
    {
      key: 'change',
      label: t('activity.change'),
      isWideOnly: true,
      cell: ({ before, after }) => <Change before={before} after={after} />,
    },
  ]
}
