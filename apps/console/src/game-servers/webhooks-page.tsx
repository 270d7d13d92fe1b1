import type { OperatorWebhook } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { FilterSelect } from '../components/list/filters.tsx'
import { PagedTable } from '../components/list/paged-table.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { useQuote } from '../components/values/use-quote.ts'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'
import { useMe } from '../lib/me.ts'
import { useGameServer } from './server.ts'
import { useCount, WebhookState } from './values.tsx'

const states = ['waiting', 'dead', 'delivered'] as const

export async function loader({ params: { project = '' }, request }: LoaderFunctionArgs) {
  const query = { state: readFilters(new URL(request.url).searchParams).choice('state', states) }
  return { query, first: await load(project, query) }
}

async function load(project: string, query: object) {
  return (await callOperator('GET /game-servers/{project}/webhooks', { params: { project }, query })).data
}

/** Sent and waiting webhooks. */
export function Component() {
  const { t } = useTranslation('game-servers')
  const { query, first } = useLoaderData<typeof loader>()
  const me = useMe()
  const { project } = useGameServer()
  const columns = useColumns()
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FilterSelect
          name="state"
          label={t('state.label')}
          options={states.map((value) => ({ value, label: t(`webhook.${value}`) }))}
        />
      </div>
      <PagedTable
        title={t('tab.webhooks')}
        columns={columns}
        first={first}
        load={(cursor) => load(project, { ...query, cursor })}
        getKey={({ id }) => id}
        getHref={me.can('webhooks.payload', project) ? ({ id }) => `/webhooks/${id}` : undefined}
        empty={t('webhooks.empty')}
      />
    </>
  )
}

function useColumns(): Column<OperatorWebhook>[] {
  const { t } = useTranslation('game-servers')
  const count = useCount()
  const quote = useQuote()
  return [
    {
      key: 'created',
      label: t('webhooks.createdAt'),
      card: 'detail',
      cell: ({ createdAt }) => <Instant at={createdAt} />,
    },
    {
      key: 'type',
      label: t('webhooks.type'),
      card: 'title',
      cell: ({ type }) => <code className="text-13">{type}</code>,
    },
    {
      key: 'state',
      label: t('state.label'),
      card: 'end',
      cell: ({ state }) => <WebhookState state={state} />,
    },
    { key: 'tries', label: t('webhooks.tries'), isNumeric: true, cell: ({ attempts }) => count(attempts) },
    {
      key: 'next',
      label: t('webhooks.nextTry'),
      card: 'detail-end',
      cell: ({ nextTryAt }) => nextTryAt !== null && <Instant at={nextTryAt} isShort />,
    },
    {
      key: 'error',
      label: t('webhooks.lastError'),
      isWideOnly: true,
      cell: ({ lastError }) =>
        lastError && <span className="line-clamp-1 wrap-anywhere text-soft">{quote(lastError)}</span>,
    },
  ]
}
