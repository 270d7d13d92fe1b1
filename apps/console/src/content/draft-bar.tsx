import type { ContentDraft } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { FileChanges } from './history/file-changes.tsx'
import { PublishButton } from './publish-button.tsx'
import { ReviewNote } from './review/review-note.tsx'
import { SentenceList } from './sentence-list.tsx'

type Props = {
  draft: ContentDraft
  /** The link to the pages as the draft would show them. */
  preview?: ReactNode
  /** What was typed is not saved yet. */
  isSaving?: boolean
}

/** The operator's unpublished changes and what may be done with them. It stays at the bottom of every editing screen. */
export function DraftBar({ draft, preview, isSaving = false }: Props) {
  const { t } = useTranslation('content')
  const { files, problems, review } = draft
  return (
    <section
      aria-label={t('draft.label')}
      className="sticky bottom-(--bar-height) z-20 -mx-4 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-ink-0 px-4 py-3 md:-mx-6 md:px-6"
    >
      {files.length === 0 ? (
        <p className="grow text-13 text-soft">{t('draft.none')}</p>
      ) : (
        <>
          {review && <ReviewNote review={review} />}
          <Details summary={t('draft.files', { count: files.length })}>
            <FileChanges files={files} />
          </Details>
          {problems.length > 0 && (
            <Details
              summary={<StateWord tone="bad">{t('draft.problems', { count: problems.length })}</StateWord>}
            >
              <SentenceList label={t('draft.problemList')} sentences={problems} />
            </Details>
          )}
          <div className="ms-auto flex flex-wrap gap-2">
            <DiscardButton draft={draft} />
            {preview}
            <PublishButton draft={draft} isSaving={isSaving} />
          </div>
        </>
      )}
    </section>
  )
}

function Details({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group/details min-w-0 [&[open]]:order-first [&[open]]:w-full">
      <summary className="flex min-h-11 cursor-pointer items-center text-13 underline underline-offset-4">
        {summary}
      </summary>
      <div className="max-h-[40vh] overflow-y-auto pb-2">{children}</div>
    </details>
  )
}

function DiscardButton({ draft: { project, files } }: { draft: ContentDraft }) {
  const { t } = useTranslation('content')
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('draft.discard')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('draft.discardTitle', { count: files.length })}
        consequence={t('draft.discardConsequence')}
        confirmLabel={t('draft.discard')}
        isDanger
        onConfirm={async () => {
          await callOperator('POST /content/drafts/{project}/discard', { params: { project }, body: {} })
          toast.success(t('draft.discarded'))
          await revalidate()
        }}
      />
    </>
  )
}
