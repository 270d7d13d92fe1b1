import type { OperatorDispute } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { ExportLink } from '../components/list/export-link.tsx'
import { FilterSelect } from '../components/list/filters.tsx'
import { ListPage } from '../components/list/list-page.tsx'
import { ProjectFilter } from '../components/list/project-filter.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Id } from '../components/values/id.tsx'
import { Instant } from '../components/values/instant.tsx'
import { useProviderName } from '../components/values/provider-name.ts'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'
import { useProjectNames } from '../lib/me.ts'
import { Deadline, DisputeAmount, DisputeState, useReasonName } from './dispute-cells.tsx'

const states = ['open', 'won', 'lost'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  return loadDisputes(new URL(request.url).searchParams)
}

async function loadDisputes(search: URLSearchParams, cursor?: string) {
  return (await callOperator('GET /disputes', { query: { ...readDisputeFilter(search), cursor } })).data
}

function readDisputeFilter(search: URLSearchParams) {
  const { several } = readFilters(search)
  return { state: several('state'), project: several('project') }
}

/** Open disputes by deadline, then the others. */
export function Component() {
  const { t } = useTranslation('orders')
  const [search] = useSearchParams()
  const columns = useColumns()
  return (
    <ListPage
      title={t('disputesTitle')}
      actions={<ExportLink path="/disputes/export" query={readDisputeFilter(search)} />}
      filters={<Filters />}
      first={useLoaderData<typeof loader>()}
      load={(cursor) => loadDisputes(search, cursor)}
      columns={columns}
      getKey={({ id }) => id}
      getHref={({ orderId }) => `/orders/${orderId}`}
      empty={t('dispute.listEmpty')}
    />
  )
}

function Filters() {
  const { t } = useTranslation('orders')
  return (
    <>
      <FilterSelect
        name="state"
        label={t('dispute.state')}
        options={states.map((value) => ({ value, label: t(`dispute.${value}`) }))}
      />
      <ProjectFilter />
    </>
  )
}

/** On phones with the game and the provider, which have no column there. */
function DisputeReason({ dispute }: { dispute: OperatorDispute }) {
  const nameProject = useProjectNames()
  const nameProvider = useProviderName()
  const nameReason = useReasonName()
  return (
    <span className="max-md:text-13 max-md:text-soft">
      {nameReason(dispute.reason)}
      <span className="md:hidden">
        {` · ${nameProject(dispute.project)} · ${nameProvider(dispute.provider)}`}
      </span>
    </span>
  )
}

function useColumns(): Column<OperatorDispute>[] {
  const { t } = useTranslation('orders')
  const nameProject = useProjectNames()
  const nameProvider = useProviderName()
  return [
    { key: 'due', label: t('dispute.due'), cell: (row) => <Deadline dispute={row} />, card: 'detail' },
    { key: 'item', label: t('dispute.item'), cell: (row) => row.title, card: 'title' },
    {
      key: 'project',
      label: t('column.project'),
      cell: (row) => nameProject(row.project),
      isWideOnly: true,
    },
    {
      key: 'provider',
      label: t('dispute.provider'),
      cell: (row) => nameProvider(row.provider),
      isWideOnly: true,
    },
    {
      key: 'id',
      label: t('dispute.id'),
      cell: (row) => <Id value={row.providerDisputeId} />,
      isWideOnly: true,
    },
    {
      key: 'reason',
      label: t('dispute.reason'),
      cell: (row) => <DisputeReason dispute={row} />,
      card: 'wide',
    },
    {
      key: 'state',
      label: t('dispute.state'),
      cell: (row) => <DisputeState state={row.state} />,
      card: 'detail-end',
    },
    {
      key: 'opened',
      label: t('dispute.opened'),
      cell: (row) => <Instant at={row.openedAt} isShort />,
      isWideOnly: true,
    },
    {
      key: 'amount',
      label: t('column.amount'),
      cell: (row) => <DisputeAmount dispute={row} />,
      isNumeric: true,
      card: 'end',
    },
  ]
}
