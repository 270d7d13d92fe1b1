import type { PlayerRow } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ExportLink } from '../components/list/export-link.tsx'
import { FilterDay, FilterSearch, FilterSelect } from '../components/list/filters.tsx'
import { ListPage } from '../components/list/list-page.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { PlayerState } from '../components/values/player-state.tsx'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'

const MIN_SEARCH = 3
const states = ['banned', 'deleting'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const { text } = readFilters(new URL(request.url).searchParams)
  const query = {
    q: text('q'),
    state: states.find((state) => state === text('state')),
    createdFrom: text('createdFrom'),
    createdTo: text('createdTo'),
  }
  const isTooShort = query.q !== undefined && query.q.length < MIN_SEARCH
  const first = isTooShort
    ? { result: [], nextCursor: null, scannedTo: null }
    : (await callOperator('GET /players', { query })).data
  return { query, isTooShort, first }
}

/** All players, newest first. */
export function Component() {
  const { t } = useTranslation('players')
  const { query, isTooShort, first } = useLoaderData<typeof loader>()
  const noMatch = query.q && t('noMatch', { text: query.q })
  return (
    <ListPage<PlayerRow>
      title={t('title')}
      actions={<ExportLink path="/players/export" query={query} />}
      pinned={<FilterSearch label={t('filter.search')} />}
      filters={
        <>
          <FilterSelect
            name="state"
            label={t('filter.state')}
            options={states.map((value) => ({ value, label: t(`filter.${value}`) }))}
          />
          <FilterDay name="createdFrom" label={t('filter.createdFrom')} />
          <FilterDay name="createdTo" label={t('filter.createdTo')} />
        </>
      }
      first={first}
      load={async (cursor) => (await callOperator('GET /players', { query: { ...query, cursor } })).data}
      columns={useColumns()}
      getKey={({ id }) => id}
      getHref={({ id }) => `/players/${id}`}
      empty={t('empty')}
      {...(noMatch && { noMatch: isTooShort ? t('tooShort') : noMatch })}
    />
  )
}

function useColumns(): Column<PlayerRow>[] {
  const { t } = useTranslation('players')
  return [
    {
      key: 'name',
      label: t('column.name'),
      card: 'title',
      cell: ({ name }) => <span className="block max-w-64 truncate">{name}</span>,
    },
    {
      key: 'email',
      label: t('column.email'),
      card: 'detail',
      cell: ({ email }) => <span className="block max-w-72 truncate">{email ?? '–'}</span>,
    },
    {
      key: 'login',
      label: t('column.login'),
      isWideOnly: true,
      cell: ({ authType }) => t(`authType.${authType}`, { defaultValue: authType }),
    },
    {
      key: 'state',
      label: t('column.state'),
      card: 'end',
      cell: (player) => <PlayerState player={player} />,
    },
    {
      key: 'created',
      label: t('column.created'),
      isNumeric: true,
      card: 'detail-end',
      cell: ({ createdAt }) => <Instant at={createdAt} isShort />,
    },
  ]
}
