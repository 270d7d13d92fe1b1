import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { Section } from '../../components/layout/section.tsx'
import { callOperator } from '../../lib/api.ts'
import { FileChanges } from '../history/file-changes.tsx'
import { loadContent } from '../load-content.ts'
import { PublishButton } from '../publish-button.tsx'
import { DeclineButton } from '../review/review-buttons.tsx'
import { ReviewNote } from '../review/review-note.tsx'
import { SentenceList } from '../sentence-list.tsx'
import { useDraftName } from './other-drafts.tsx'

export async function loader({ params: { operator = '', project = '' } }: LoaderFunctionArgs) {
  const [{ editors }, { data }] = await Promise.all([
    loadContent(),
    callOperator('GET /content/drafts/{project}', { params: { project }, query: { operator } }),
  ])
  const name = editors.find(({ operatorId }) => operatorId === operator)?.operator ?? operator
  return { owner: operator, name, draft: data.result }
}

/** Another operator's draft: what it changes, and the buttons that publish or decline it. */
export function Component() {
  const { t } = useTranslation(['content', 'common'])
  const { owner, name, draft } = useLoaderData<typeof loader>()
  const nameDraft = useDraftName()
  const { files, problems, effects, review } = draft
  const isWaiting = review?.declined === null
  return (
    <PageFrame
      title={t('others.pageTitle', { what: nameDraft(draft.project), name })}
      back={{ to: '/content', label: t('common:area.content') }}
      actions={
        <>
          {isWaiting && <DeclineButton project={draft.project} operator={owner} name={name} />}
          {files.length > 0 && <PublishButton draft={draft} owner={owner} />}
        </>
      }
    >
      {review && <ReviewNote review={review} />}
      {files.length === 0 ? (
        <p className="text-15 text-soft">{t('others.published')}</p>
      ) : (
        <>
          {problems.length > 0 && <SentenceList label={t('draft.problemList')} sentences={problems} />}
          <Section title={t('publish.effects')}>
            <SentenceList label={t('publish.effects')} sentences={effects} />
          </Section>
          <Section title={t('draft.files', { count: files.length })}>
            <FileChanges files={files} />
          </Section>
        </>
      )}
    </PageFrame>
  )
}
