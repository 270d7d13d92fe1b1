import { recognisedLanguages } from '@playhub/contract/languages'
import type { OperatorTicketRow } from '@playhub/contract/operator'
import { ticketReasons } from '@playhub/contract/tickets'
import { buttonClass } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { ExportLink } from '../components/list/export-link.tsx'
import { FilterSearch, FilterSelect } from '../components/list/filters.tsx'
import { ListPage } from '../components/list/list-page.tsx'
import { ProjectFilter } from '../components/list/project-filter.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { TicketState } from '../components/values/ticket-state.tsx'
import { callOperator } from '../lib/api.ts'
import { useFilters } from '../lib/filters.ts'
import { formatLanguage } from '../lib/format.ts'
import { useMe, useProjectNames } from '../lib/me.ts'
import { readTicketQuery } from './ticket-query.ts'
import { useAssignees } from './use-assignees.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  redirectFromDefault(request)
  const query = readTicketQuery(new URL(request.url).searchParams)
  return { query, first: (await callOperator('GET /tickets', { query })).data }
}

/** The queue begins with unanswered tickets; a link may choose others. */
function redirectFromDefault(request: Request): void {
  const { searchParams } = new URL(request.url)
  if (searchParams.getAll('state').join() !== 'open' || searchParams.has('q')) return
  searchParams.delete('state')
  throw redirect(`/tickets?${searchParams}`)
}

/** The queue of tickets. */
export function Component() {
  const { t } = useTranslation('tickets')
  const { query, first } = useLoaderData<typeof loader>()
  const findsText = useMe().can('personal')
  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          <Link to="/replies" className={buttonClass('quiet', 'small')}>
            {t('replies.title')}
          </Link>
          <ExportLink path="/tickets/export" query={query} />
        </>
      }
      pinned={<FilterSearch label={t(findsText ? 'filter.searchText' : 'filter.search')} />}
      filters={<Filters />}
      first={first}
      load={async (cursor) => (await callOperator('GET /tickets', { query: { ...query, cursor } })).data}
      columns={useColumns(query.state?.length !== 1)}
      getKey={({ id }) => id}
      getHref={({ id }) => `/tickets/${id}`}
      empty={t('empty')}
    />
  )
}

const ages = [1, 4, 24, 72, 168] as const

function Filters() {
  const { t, i18n } = useTranslation('tickets')
  const { t: tCommon } = useTranslation()
  const me = useMe()
  const assignees = useAssignees()
  const isSearch = useFilters().get('q') !== ''
  const states = ['answered', 'closed'] as const
  return (
    <>
      <FilterSelect
        name="state"
        label={t('filter.state')}
        emptyLabel={isSearch ? t('filter.anyState') : tCommon('ticketState.open')}
        options={[
          ...(isSearch ? (['open', ...states] as const) : states).map((value) => ({
            value,
            label: tCommon(`ticketState.${value}`),
          })),
          ...(isSearch ? [] : [{ value: 'any', label: t('filter.anyState') }]),
        ]}
      />
      <FilterSelect
        name="assignee"
        label={t('filter.assignee')}
        options={[
          { value: 'me', label: t('filter.me') },
          { value: 'none', label: t('filter.nobody') },
          ...assignees.filter(({ id }) => id !== me.id).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <ProjectFilter />
      <FilterSelect
        name="reason"
        label={t('filter.reason')}
        options={ticketReasons.map((value) => ({ value, label: tCommon(`ticketReason.${value}`) }))}
      />
      <FilterSelect
        name="language"
        label={t('filter.language')}
        options={recognisedLanguages.map((value) => ({ value, label: formatLanguage(value, i18n.language) }))}
      />
      <FilterSelect
        name="olderThanHours"
        label={t('filter.age')}
        options={ages.map((hours) => ({ value: String(hours), label: t(`filter.older.${hours}`) }))}
      />
      <div className="md:w-44">
        <FilterSearch name="tag" label={t('filter.tag')} />
      </div>
    </>
  )
}

/** @param hasState  False for a queue whose tickets are all in one state. */
function useColumns(hasState: boolean): Column<OperatorTicketRow>[] {
  const { t } = useTranslation('tickets')
  const getProjectName = useProjectNames()
  const stateColumn: Column<OperatorTicketRow> = {
    key: 'state',
    label: t('column.state'),
    card: 'end',
    cell: ({ state }) => <TicketState state={state} />,
  }
  return [
    {
      key: 'ticket',
      label: t('column.ticket'),
      card: 'title',
      cell: ({ number, excerpt, tags }) => (
        <span className="flex gap-2 max-md:flex-wrap md:max-w-[40vw] lg:max-w-[clamp(13rem,calc(100vw-64rem),25rem)]">
          <span className="truncate max-md:line-clamp-2 max-md:basis-full max-md:whitespace-normal">
            <span className="numeric text-soft">#{number}</span> {excerpt}
          </span>
          {tags.map((tag) => (
            <span
              key={tag}
              className="max-w-24 shrink-0 truncate md:max-[1280px]:hidden rounded-sm bg-ink-2 px-1.5 text-13 leading-5.5"
            >
              {tag}
            </span>
          ))}
        </span>
      ),
    },
    ...(hasState ? [stateColumn] : []),
    {
      key: 'player',
      label: t('column.player'),
      card: 'detail',
      cell: ({ playerName }) => (
        <span className="block max-w-[11vw] truncate max-md:max-w-44">{playerName ?? '–'}</span>
      ),
    },
    {
      key: 'project',
      label: t('column.project'),
      isWidestOnly: true,
      cell: ({ project }) => (
        <span className="block max-w-[10vw] truncate">{project ? getProjectName(project) : '–'}</span>
      ),
    },
    {
      key: 'assignee',
      label: t('column.assignee'),
      isWideOnly: true,
      cell: ({ assignee }) => (
        <span className="block max-w-[9vw] truncate">
          {assignee?.name ?? <span className="text-soft">{t('column.nobody')}</span>}
        </span>
      ),
    },
    {
      key: 'updated',
      label: t('column.updated'),
      isNumeric: true,
      card: 'detail-end',
      cell: ({ updatedAt }) => <Instant at={updatedAt} isShort={hasState} />,
    },
  ]
}
