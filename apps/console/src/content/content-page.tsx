import type { ContentState } from '@playhub/contract/operator'
import { buttonClass } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { Link, useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Section } from '../components/layout/section.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { formatLanguage } from '../lib/format.ts'
import { usePolling } from '../lib/use-polling.ts'
import { DocumentsSection } from './documents/documents-section.tsx'
import { DraftBar } from './draft-bar.tsx'
import { getVersionPath, useVersionColumns } from './history/version-columns.tsx'
import { getCurrentVersion, loadContent, loadHubDraft } from './load-content.ts'
import { OtherDrafts } from './others/other-drafts.tsx'
import { WaitingDrafts } from './others/waiting-drafts.tsx'
import { SourcePanel } from './source-panel.tsx'

const SHOWN_VERSIONS = 3

export async function loader() {
  const [content, versions] = await Promise.all([
    loadContent(),
    callOperator('GET /content/versions', { query: { limit: SHOWN_VERSIONS } }),
  ])
  return { content, versions: versions.data.result, draft: await loadHubDraft(content) }
}

/** Games, documents and pages of the hub, and where they are read. */
export function Component() {
  const { t } = useTranslation(['content', 'common'])
  const { content, versions, draft } = useLoaderData<typeof loader>()
  const projectColumns = useProjectColumns(content)
  const versionColumns = useVersionColumns(getCurrentVersion(content))
  usePolling()
  return (
    <PageFrame title={t('common:area.content')}>
      <SourcePanel content={content} newest={content.source === 'database' ? versions[0] : undefined} />
      <WaitingDrafts waiting={content.waiting} />
      <Section
        title={t('projects.title')}
        empty={t('projects.none')}
        actions={
          content.source === 'database' &&
          content.canEditHub && (
            <div className="flex flex-wrap gap-2">
              <Link to="/content/order" className={buttonClass('secondary', 'small')}>
                {t('order.open')}
              </Link>
              <Link to="/content/new" className={buttonClass('secondary', 'small')}>
                {t('projects.new')}
              </Link>
            </div>
          )
        }
      >
        {content.projects.length > 0 && (
          <DataTable
            label={t('projects.title')}
            columns={projectColumns}
            rows={content.projects}
            getKey={({ id }) => id}
            {...(content.projects.some(({ canEdit }) => canEdit) && {
              getHref: ({ id }: Project) => `/content/projects/${encodeURIComponent(id)}`,
            })}
          />
        )}
      </Section>
      <DocumentsSection content={content} draft={draft} />
      <Section
        title={t('pages.title')}
        actions={
          content.canEditHub && (
            <Link to="/content/pages" className={buttonClass('secondary', 'small')}>
              {t('pages.open')}
            </Link>
          )
        }
      >
        <p className="border-t border-line pt-3 text-15 text-soft">{t('pages.text')}</p>
      </Section>
      <Section
        title={t('history.latest')}
        empty={t('history.none')}
        actions={
          versions.length > 0 && (
            <Link to="/content/history" className={buttonClass('secondary', 'small')}>
              {t('history.all')}
            </Link>
          )
        }
      >
        {versions.length > 0 && (
          <DataTable
            label={t('history.latest')}
            columns={versionColumns}
            rows={versions}
            getKey={({ number }) => String(number)}
            getHref={getVersionPath}
          />
        )}
      </Section>
      <OtherDrafts {...content} />
      {draft && draft.files.length > 0 && <DraftBar draft={draft} />}
    </PageFrame>
  )
}

type Project = ContentState['projects'][number]

function useProjectColumns({ editors }: ContentState): Column<Project>[] {
  const { t, i18n } = useTranslation('content')
  return [
    { key: 'name', label: t('projects.name'), cell: ({ name }) => name, card: 'title' },
    { key: 'items', label: t('projects.items'), cell: ({ items }) => items, isNumeric: true },
    {
      key: 'missing',
      label: t('projects.missing'),
      cell: ({ missingTexts }) =>
        missingTexts.length === 0 ? (
          <span className="text-soft">{t('projects.complete')}</span>
        ) : (
          <StateWord tone="waiting">
            {t('documents.missing', {
              languages: missingTexts.map((language) => formatLanguage(language, i18n.language)).join(', '),
            })}
          </StateWord>
        ),
      card: 'detail',
    },
    {
      key: 'state',
      label: t('projects.state'),
      cell: ({ isActive }) => (
        <StateWord tone={isActive ? 'good' : 'neutral'}>
          {t(isActive ? 'projects.on' : 'projects.off')}
        </StateWord>
      ),
      card: 'end',
    },
    {
      key: 'draft',
      label: t('projects.draft'),
      cell: ({ hasDraft, review }) =>
        review ? (
          <StateWord tone={review === 'waiting' ? 'waiting' : 'bad'}>
            {t(review === 'waiting' ? 'review.waits' : 'review.declined')}
          </StateWord>
        ) : (
          hasDraft && <StateWord tone="info">{t('projects.hasDraft')}</StateWord>
        ),
      card: 'detail-end',
    },
    {
      key: 'editors',
      label: t('projects.editors'),
      cell: ({ id }) =>
        [...new Set(editors.filter(({ project }) => project === id).map(({ operator }) => operator))].join(
          ', ',
        ),
      isWideOnly: true,
    },
  ]
}
