import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ExportLink } from '../components/list/export-link.tsx'
import { FilterDay, FilterSearch, FilterSelect } from '../components/list/filters.tsx'
import { ListPage } from '../components/list/list-page.tsx'
import { callOperator } from '../lib/api.ts'
import { readFilters } from '../lib/filters.ts'
import { useMe } from '../lib/me.ts'
import { EntryDays } from './entry-days.tsx'

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

/** The audit log with actor, subject, reason and IP, refused attempts included. */
export function Component() {
  const { t } = useTranslation(['audit', 'common'])
  const { query, first } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={t('common:area.audit')}
      actions={<ExportLink path="/audit/export" query={query} />}
      filters={<Filters />}
      renderRows={(rows) => <EntryDays entries={rows} />}
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
