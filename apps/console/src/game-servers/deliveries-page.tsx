import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { FilterDay, FilterSelect } from '../components/list/filters.tsx'
import { PagedTable } from '../components/list/paged-table.tsx'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'
import { useMe } from '../lib/me.ts'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { useGameServer } from './server.ts'

const outcomes = ['delivered', 'failed'] as const

export async function loader({ params: { project = '' }, request }: LoaderFunctionArgs) {
  const filters = readFilters(new URL(request.url).searchParams)
  const query = {
    outcome: filters.choice('outcome', outcomes),
    from: filters.text('from'),
    to: filters.text('to'),
  }
  return { query, first: await load(project, query) }
}

async function load(project: string, query: object) {
  return (await callOperator('GET /game-servers/{project}/deliveries', { params: { project }, query })).data
}

/** Every try of the last 30 days, with the response of the game server. */
export function Component() {
  const { t } = useTranslation('game-servers')
  const { query, first } = useLoaderData<typeof loader>()
  const me = useMe()
  const { project } = useGameServer()
  const columns = useDeliveryColumns()
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FilterSelect
          name="outcome"
          label={t('deliveries.outcome')}
          options={outcomes.map((value) => ({ value, label: t(`deliveries.${value}`) }))}
        />
        <FilterDay name="from" label={t('from')} />
        <FilterDay name="to" label={t('to')} />
      </div>
      <PagedTable
        title={t('tab.deliveries')}
        columns={columns}
        first={first}
        load={(cursor) => load(project, { ...query, cursor })}
        getKey={({ id }) => id}
        getHref={
          me.can('webhooks.payload', project) ? ({ webhookId }) => `/webhooks/${webhookId}` : undefined
        }
        empty={t('deliveries.empty')}
      />
    </>
  )
}
