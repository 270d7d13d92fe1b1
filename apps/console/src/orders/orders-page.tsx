import type { OperatorOrderRow } from '@playhub/contract/operator'
import { buttonClass } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { ExportLink } from '../components/list/export-link.tsx'
import { FilterDay, FilterSearch, FilterSelect } from '../components/list/filters.tsx'
import { ListPage } from '../components/list/list-page.tsx'
import { ProjectFilter } from '../components/list/project-filter.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { OrderState, orderStates } from '../components/values/order-state.tsx'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'
import { useProjectNames } from '../lib/me.ts'
import { OrderAmount } from './order-amount.tsx'

const providers = ['stripe', 'yookassa', 'yandex-pay'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  return loadOrders(new URL(request.url).searchParams)
}

async function loadOrders(search: URLSearchParams, cursor?: string) {
  return (await callOperator('GET /orders', { query: { ...readOrderFilter(search), cursor } })).data
}

function readOrderFilter(search: URLSearchParams) {
  const { text, several } = readFilters(search)
  return {
    q: text('q'),
    state: several('state'),
    project: several('project'),
    provider: several('provider'),
    item: text('item'),
    from: text('from'),
    to: text('to'),
    player: text('player'),
  }
}

export function Component() {
  const { t } = useTranslation('orders')
  const [search] = useSearchParams()
  const columns = useColumns()
  return (
    <ListPage
      title={t('title')}
      actions={<Actions />}
      pinned={<FilterSearch label={t('search')} />}
      filters={<Filters />}
      first={useLoaderData<typeof loader>()}
      load={(cursor) => loadOrders(search, cursor)}
      columns={columns}
      getKey={({ id }) => id}
      getHref={({ id }) => `/orders/${id}`}
      empty={t('empty')}
    />
  )
}

function Actions() {
  const { t } = useTranslation('orders')
  const [search] = useSearchParams()
  return (
    <>
      <Link to="/refunds" className={buttonClass('quiet', 'small')}>
        {t('refundsTitle')}
      </Link>
      <ExportLink path="/orders/export" query={readOrderFilter(search)} />
    </>
  )
}

function Filters() {
  const { t } = useTranslation('orders')
  const { t: tCommon } = useTranslation()
  return (
    <>
      <FilterSelect
        name="state"
        label={t('filter.state')}
        options={orderStates.map((value) => ({ value, label: tCommon(`orderState.${value}`) }))}
      />
      <ProjectFilter />
      <FilterSelect
        name="provider"
        label={t('filter.provider')}
        options={providers.map((value) => ({ value, label: t(`provider.${value}`) }))}
      />
      <FilterSearch name="item" label={t('item')} />
      <FilterDay name="from" label={t('filter.from')} />
      <FilterDay name="to" label={t('filter.to')} />
    </>
  )
}

function useColumns(): Column<OperatorOrderRow>[] {
  const { t } = useTranslation('orders')
  const nameProject = useProjectNames()
  return [
    {
      key: 'created',
      label: t('column.created'),
      cell: (row) => <Instant at={row.createdAt} />,
      card: 'detail-end',
    },
    { key: 'item', label: t('column.item'), cell: (row) => row.title, card: 'title' },
    { key: 'player', label: t('column.player'), cell: (row) => row.playerName ?? '–' },
    {
      key: 'project',
      label: t('column.project'),
      cell: (row) => nameProject(row.project),
      isWideOnly: true,
    },
    {
      key: 'provider',
      label: t('column.provider'),
      cell: (row) => (row.provider ? t(`provider.${row.provider}`) : '–'),
      isWideOnly: true,
    },
    {
      key: 'state',
      label: t('column.state'),
      cell: (row) => <OrderState state={row.state} />,
      card: 'detail',
    },
    {
      key: 'amount',
      label: t('column.amount'),
      cell: (row) => <OrderAmount order={row} />,
      isNumeric: true,
      card: 'end',
    },
  ]
}
