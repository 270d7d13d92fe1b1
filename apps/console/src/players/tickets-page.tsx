import type { OperatorTicketRow } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PagedTable } from '../components/list/paged-table.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { TicketState } from '../components/values/ticket-state.tsx'
import { callOperator } from '../lib/api.ts'
import { usePlayer } from './player.ts'

const loadPage = async (id: string, cursor?: string) =>
  (await callOperator('GET /players/{id}/tickets', { params: { id }, query: { cursor } })).data

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => loadPage(id)

/** A player's tickets. */
export function Component() {
  const { t } = useTranslation('players')
  const { id } = usePlayer()
  return (
    <PagedTable<OperatorTicketRow>
      title={t('tab.tickets')}
      first={useLoaderData<typeof loader>()}
      load={(cursor) => loadPage(id, cursor)}
      columns={useColumns()}
      getKey={(ticket) => ticket.id}
      getHref={(ticket) => `/tickets/${ticket.id}`}
      empty={t('tickets.empty')}
    />
  )
}

function useColumns(): Column<OperatorTicketRow>[] {
  const { t } = useTranslation('players')
  const { t: tCommon } = useTranslation()
  return [
    {
      key: 'ticket',
      label: t('tickets.ticket'),
      card: 'title',
      cell: ({ number, excerpt }) => (
        <span className="block max-w-100 truncate">
          <span className="numeric text-soft">#{number}</span> {excerpt}
        </span>
      ),
    },
    {
      key: 'reason',
      label: t('tickets.reason'),
      isWideOnly: true,
      cell: ({ reason }) => tCommon(`ticketReason.${reason}`),
    },
    {
      key: 'state',
      label: t('column.state'),
      card: 'end',
      cell: ({ state }) => <TicketState state={state} />,
    },
    {
      key: 'updated',
      label: t('tickets.updated'),
      isNumeric: true,
      card: 'detail',
      cell: ({ updatedAt }) => <Instant at={updatedAt} />,
    },
  ]
}
