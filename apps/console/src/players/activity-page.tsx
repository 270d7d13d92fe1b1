import type { AuditEntry } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { EntryDays } from '../audit/entry-days.tsx'
import { PagedTable } from '../components/list/paged-table.tsx'
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
      renderRows={(rows) => <EntryDays entries={rows} />}
      getKey={(entry) => entry.id}
      empty={t('activity.empty')}
    />
  )
}
