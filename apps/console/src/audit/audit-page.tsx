import type { AuditEntry } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ExportLink } from '../components/list/export-link.tsx'
import { FilterDay, FilterSearch, FilterSelect } from '../components/list/filters.tsx'
import { ListPage } from '../components/list/list-page.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'
import { useMe } from '../lib/me.ts'
import { Change } from './change.tsx'
import { Subject } from './subject.tsx'

const outcomes = ['done', 'refused'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const filters = readFilters(new URL(request.url).searchParams)
  const query = {
    operator: filters.text('operator'),
    action: filters.text('action'),
    subject: filters.text('subject'),
    player: filters.text('player'),
    order: filters.text('order'),
    project: filters.text('project'),
    outcome: filters.choice('outcome', outcomes),
    from: filters.text('from'),
    to: filters.text('to'),
  }
  return { query, first: await load(query) }
}

async function load(query: object) {
  return (await callOperator('GET /audit', { query })).data
}

/** Who did what, on whom, why and from where; refused attempts too. */
export function Component() {
  const { t } = useTranslation(['audit', 'common'])
  const { query, first } = useLoaderData<typeof loader>()
  const columns = useColumns()
  return (
    <ListPage
      title={t('common:area.audit')}
      actions={<ExportLink path="/audit/export" query={query} />}
      filters={<Filters />}
      columns={columns}
      first={first}
      load={(cursor) => load({ ...query, cursor })}
      getKey={({ id }) => id}
      empty={t('empty')}
    />
  )
}

function Filters() {
  const { t } = useTranslation('audit')
  const { projects } = useMe()
  return (
    <>
      <FilterSearch name="operator" label={t('operator')} />
      <FilterSearch name="action" label={t('action')} />
      <FilterSearch name="subject" label={t('subject')} />
      <FilterSelect
        name="project"
        label={t('project')}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FilterSelect
        name="outcome"
        label={t('outcome.label')}
        options={outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))}
      />
      <FilterDay name="from" label={t('from')} />
      <FilterDay name="to" label={t('to')} />
    </>
  )
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation('audit')
  return [
    {
      key: 'at',
      label: t('at'),
      card: 'detail-end',
      cell: ({ at }) => (
        <div className="py-1">
          <Instant at={at} isShort />
        </div>
      ),
    },
    {
      key: 'operator',
      label: t('operator'),
      card: 'detail',
      cell: ({ operator, ip }) => (
        <div className="py-1">
          {operator}
          {ip && <span className="block text-13 text-soft">{ip}</span>}
        </div>
      ),
    },
    {
      key: 'action',
      label: t('action'),
      card: 'title',
      cell: (entry) => (
        <>
          <code className="text-13 wrap-anywhere">{entry.action}</code>
          {/* Columns that narrow screens leave out. */}
          <div className="font-normal lg:hidden">
            <div className="md:hidden">
              <Subject entry={entry} />
            </div>
            <Change before={entry.before} after={entry.after} />
            {entry.reason && <p className="text-13 wrap-anywhere text-soft">{entry.reason}</p>}
          </div>
        </>
      ),
    },
    { key: 'subject', label: t('subject'), cell: (entry) => <Subject entry={entry} /> },
    {
      key: 'change',
      label: t('change'),
      isWideOnly: true,
      cell: (entry) => <Change before={entry.before} after={entry.after} />,
    },
    {
      key: 'reason',
      label: t('reason'),
      isWideOnly: true,
      cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
    },
    {
      key: 'outcome',
      label: t('outcome.label'),
      card: 'end',
      cell: ({ outcome }) => (
        <StateWord tone={outcome === 'done' ? 'good' : 'bad'}>{t(`outcome.${outcome}`)}</StateWord>
      ),
    },
  ]
}
