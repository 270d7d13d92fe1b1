import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { Section } from '../../components/layout/section.tsx'
import { callOperator } from '../../lib/api.ts'
import { FileChanges } from '../history/file-changes.tsx'
import { loadContent } from '../load-content.ts'
import { PublishButton } from '../publish-button.tsx'
import { DeclineButton } from '../review/review-buttons.tsx'
import { ReviewNote } from '../review/review-note.tsx'
import { SentenceList } from '../sentence-list.tsx'
import { ConflictsSection } from './conflicts-section.tsx'
import { useDraftName } from './other-drafts.tsx'
import { readDecisions } from './read-decisions.ts'

export async function loader({ params: { operator = '', project = '' }, request }: LoaderFunctionArgs) {
  const choices = readDecisions(new URL(request.url).searchParams)
  const published = [...choices].filter(([, side]) => side === 'published').map(([id]) => id)
  const query = { operator, ...(published.length > 0 && { published: published.join() }) }
  const [{ editors }, { data }] = await Promise.all([
    loadContent(),
    callOperator('GET /content/drafts/{project}', { params: { project }, query }),
  ])
  const name = editors.find(({ operatorId }) => operatorId === operator)?.operator ?? operator
  return { owner: operator, name, draft: data.result }
}

/** Another operator's draft: what it changes, and the buttons that publish or decline it. */
export function Component() {
  const { t } = useTranslation(['content-draft', 'content', 'common'])
  const { owner, name, draft } = useLoaderData<typeof loader>()
  const nameDraft = useDraftName()
  const choices = readDecisions(useSearchParams()[0])
  const { files, conflicts, problems, effects, review } = draft
  const chosen = conflicts.flatMap(({ id }) => {
    const side = choices.get(id)
    return side ? [{ conflict: id, side }] : []
  })
  const blockedBy = chosen.length < conflicts.length ? t('isUndecided') : undefined
  const isWaiting = review?.declined === null
  return (
    <PageFrame
      title={t('pageTitle', { what: nameDraft(draft.project), name })}
      back={{ to: '/content', label: t('common:area.content') }}
      actions={
        <>
          {isWaiting && <DeclineButton project={draft.project} operator={owner} name={name} />}
          {files.length > 0 && (
            <PublishButton draft={draft} owner={owner} choices={chosen} blockedBy={blockedBy} />
          )}
        </>
      }
    >
      {review && <ReviewNote review={review} />}
      <ConflictsSection conflicts={conflicts} name={name} />
      {files.length === 0 ? (
        <p className="text-15 text-soft">{t(conflicts.length > 0 ? 'nothingChosen' : 'published')}</p>
      ) : (
        <>
          {problems.length > 0 && (
            <SentenceList label={t('content:draft.problemList')} sentences={problems} />
          )}
          <Section title={t('content:publish.effects')}>
            <SentenceList label={t('content:publish.effects')} sentences={effects} />
          </Section>
          <Section title={t('content:draft.files', { count: files.length })}>
            <FileChanges files={files} />
          </Section>
        </>
      )}
    </PageFrame>
  )
}
