import type { OperatorOrderRow } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PagedTable } from '../components/list/paged-table.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { OrderState } from '../components/values/order-state.tsx'
import { callOperator } from '../lib/api.ts'
import { useProjectNames } from '../lib/me.ts'
import { OrderAmount } from '../orders/order-amount.tsx'
import { usePlayer } from './player.ts'

const loadPage = async (id: string, cursor?: string) =>
  (await callOperator('GET /players/{id}/orders', { params: { id }, query: { cursor } })).data

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => loadPage(id)

/** A player's orders. */
export function Component() {
  const { t } = useTranslation('players')
  const { id } = usePlayer()
  return (
    <PagedTable<OperatorOrderRow>
      title={t('tab.orders')}
      first={useLoaderData<typeof loader>()}
      load={(cursor) => loadPage(id, cursor)}
      columns={useColumns()}
      getKey={(order) => order.id}
      getHref={(order) => `/orders/${order.id}`}
      empty={t('orders.empty')}
    />
  )
}

function useColumns(): Column<OperatorOrderRow>[] {
  const { t } = useTranslation('players')
  const getProjectName = useProjectNames()
  return [
    {
      key: 'item',
      label: t('orders.item'),
      card: 'title',
      cell: ({ title }) => <span className="block max-w-72 truncate">{title}</span>,
    },
    {
      key: 'project',
      label: t('orders.project'),
      isWideOnly: true,
      cell: ({ project }) => getProjectName(project),
    },
    {
      key: 'state',
      label: t('column.state'),
      card: 'detail-end',
      cell: ({ state }) => <OrderState state={state} />,
    },
    {
      key: 'amount',
      label: t('orders.amount'),
      isNumeric: true,
      card: 'end',
      cell: (order) => <OrderAmount order={order} />,
    },
    {
      key: 'created',
      label: t('orders.created'),
      isNumeric: true,
      card: 'detail',
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
  ]
}
