import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { SelectField } from '../components/form/select-field.tsx'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Section } from '../components/layout/section.tsx'
import { ExportLink } from '../components/list/export-link.tsx'
import { DataTable } from '../components/table/data-table.tsx'
import { loadReadableContent } from '../content/load-content.ts'
import { ReadOnlyNote } from '../content/read-only-note.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { usePolling } from '../lib/use-polling.ts'
import { NewOfferButton } from './new-offer-button.tsx'
import { OfferCalendar } from './offer-calendar.tsx'
import { useOfferColumns } from './offer-columns.tsx'

export async function loader({ params: { project = '' } }: LoaderFunctionArgs) {
  const [{ data }, content] = await Promise.all([
    callOperator('GET /offers/{project}', { params: { project }, query: {} }),
    loadReadableContent(),
  ])
  return { project, offers: data.result, content }
}

/** A game's offers with what they have brought, and when they run. */
export function Component() {
  const { t } = useTranslation(['offers', 'common'])
  const { project, offers, content } = useLoaderData<typeof loader>()
  const me = useMe()
  const columns = useOfferColumns()
  usePolling()
  return (
    <PageFrame
      title={t('common:area.offers')}
      actions={
        me.can('content.edit', project) &&
        content?.source === 'database' && <NewOfferButton project={project} />
      }
    >
      {content && <ReadOnlyNote content={content} />}
      <ProjectChoice project={project} />
      {offers.length === 0 ? (
        <p className="py-16 text-center text-15 text-pretty text-soft">{t('none')}</p>
      ) : (
        <>
          <Section title={t('list')} actions={<ExportLink path="/offers/export" query={{ project }} />}>
            <DataTable
              label={t('list')}
              columns={columns}
              rows={offers}
              getKey={({ id }) => id}
              getHref={({ id }) => `/offers/${encodeURIComponent(project)}/${encodeURIComponent(id)}`}
            />
          </Section>
          <OfferCalendar offers={offers} />
        </>
      )}
    </PageFrame>
  )
}

/** Left out when the operator has one project. */
function ProjectChoice({ project }: { project: string }) {
  const { t } = useTranslation('offers')
  const { projects, can } = useMe()
  const navigate = useNavigate()
  const options = projects
    .filter(({ id }) => can('offers.read', id))
    .map(({ id, name }) => ({ value: id, label: name }))
  if (options.length < 2) return null
  return (
    <SelectField
      label={t('project')}
      options={options}
      value={project}
      onChange={(id) => void navigate(`/offers/${encodeURIComponent(id)}`)}
      className="max-w-72"
    />
  )
}
