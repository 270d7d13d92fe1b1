import type { OperatorOrderRow } from '@playhub/contract/operator'
import { paymentProviders } from '@playhub/contract/payment-methods'
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
import { useProviderName } from '../components/values/provider-name.ts'
import { callOperator } from '../lib/api.ts'
import { readFilters, useFilters } from '../lib/filters.ts'
import { useProjectNames } from '../lib/me.ts'
import { OrderAmount } from './order-amount.tsx'

/** The first one is the link of home. */
const pendingMinutes = ['15', '60', '1440'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  return loadOrders(new URL(request.url).searchParams)
}

async function loadOrders(search: URLSearchParams, cursor?: string) {
  return (await callOperator('GET /orders', { query: { ...readOrderFilter(search), cursor } })).data
}

function readOrderFilter(search: URLSearchParams) {
  const { text, several, choice } = readFilters(search)
  return {
    q: text('q'),
    state: several('state'),
    project: several('project'),
    provider: several('provider'),
    item: text('item'),
    from: text('from'),
    to: text('to'),
    player: text('player'),
    pendingMinutes: text('pendingMinutes'),
    countriesDiffer: choice('countriesDiffer', ['true']),
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
  const nameProvider = useProviderName()
  return (
    <>
      <FilterSelect
        name="state"
        label={t('filter.state')}
        options={orderStates.map((value) => ({ value, label: tCommon(`orderState.${value}`) }))}
      />
      <FilterSelect
        name="pendingMinutes"
        label={t('filter.pending')}
        options={pendingMinutes.map((value) => ({ value, label: t('filter.pendingMinutes', { value }) }))}
      />
      <ProjectFilter />
      <FilterSelect
        name="provider"
        label={t('filter.provider')}
        options={paymentProviders.map((value) => ({ value, label: nameProvider(value) }))}
      />
      <FilterSelect
        name="countriesDiffer"
        label={t('filter.countries')}
        options={[{ value: 'true', label: t('filter.countriesDiffer') }]}
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
  const nameProvider = useProviderName()
  const countries: Column<OperatorOrderRow> = {
    key: 'countries',
    label: t('column.countries'),
    cell: ({ countryByNetwork, countryByCard }) => (
      <span className="whitespace-nowrap">{`${countryByNetwork} / ${countryByCard}`}</span>
    ),
  }
  const isAboutCountries = useFilters().get('countriesDiffer') === 'true'
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
      cell: (row) => (row.provider ? nameProvider(row.provider) : '–'),
      isWideOnly: true,
    },
    ...(isAboutCountries ? [countries] : []),
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
