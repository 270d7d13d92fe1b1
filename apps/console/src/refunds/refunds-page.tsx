import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { ExportLink } from '../components/list/export-link.tsx'
import { FilterSelect } from '../components/list/filters.tsx'
import { ListPage } from '../components/list/list-page.tsx'
import { ProjectFilter } from '../components/list/project-filter.tsx'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'
import { useRefundColumns } from './refund-cells.tsx'

const states = ['pending', 'succeeded', 'failed'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  return loadRefunds(new URL(request.url).searchParams)
}

async function loadRefunds(search: URLSearchParams, cursor?: string) {
  return (await callOperator('GET /refunds', { query: { ...readRefundFilter(search), cursor } })).data
}

function readRefundFilter(search: URLSearchParams) {
  const { several } = readFilters(search)
  return { state: several('state'), project: several('project') }
}

export function Component() {
  const { t } = useTranslation('orders')
  const [search] = useSearchParams()
  const first = useLoaderData<typeof loader>()
  const hasFailed = first.result.some(({ state }) => state === 'failed')
  const columns = useRefundColumns({ withOrder: true, hasFailed })
  return (
    <ListPage
      title={t('refundsTitle')}
      actions={<ExportLink path="/refunds/export" query={readRefundFilter(search)} />}
      filters={
        <>
          <FilterSelect
            name="state"
            label={t('refund.state')}
            options={states.map((value) => ({ value, label: t(`refund.${value}`) }))}
          />
          <ProjectFilter />
        </>
      }
      first={first}
      load={(cursor) => loadRefunds(search, cursor)}
      columns={columns}
      getKey={({ id }) => id}
      getHref={({ orderId }) => `/orders/${orderId}`}
      empty={t('refund.listEmpty')}
    />
  )
}
