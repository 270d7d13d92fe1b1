import type { ContentDraft } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { callOperator } from '../lib/api.ts'
import { showError } from '../lib/use-action.ts'
import { RequestReviewButton } from './review/review-buttons.tsx'
import { SentenceList } from './sentence-list.tsx'
import { showUndoToast } from './toast-with-undo.ts'

type Decisions = { conflict: string; side: 'draft' | 'published' }[]

type Props = {
  draft: ContentDraft
  isSaving?: boolean
  /** Id of the operator whose draft it is, where it is another's. */
  owner?: string
  /** Chosen values of conflicts. */
  choices?: Decisions
  /** Says why it cannot be published yet. */
  blockedBy?: string | undefined
}

/** Publishes the draft after its effects were read. Without the right to, an owner is asked. */
export function PublishButton({ draft, isSaving = false, owner, choices, blockedBy }: Props) {
  const { t } = useTranslation('content')
  const [isOpen, setIsOpen] = useState(false)
  const publish = usePublish(draft, owner, choices)
  const { files, problems, gaps, warnings, effects } = draft
  if (!draft.canPublish) return <RequestReviewButton draft={draft} />
  const disabledReason = blockedBy ?? t(problems.length > 0 ? 'publish.hasProblems' : 'publish.isSaving')
  return (
    <>
      <Button
        size="small"
        isDisabled={blockedBy !== undefined || problems.length > 0 || isSaving}
        disabledReason={disabledReason}
        onClick={() => setIsOpen(true)}
      >
        {t('publish.action')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('publish.title', { count: files.length })}
        consequence={t('publish.consequence')}
        confirmLabel={t('publish.action')}
        reasonFor={`publish:${draft.project}`}
        onConfirm={({ reason }) => publish(reason)}
      >
        <div className="grid max-h-[40vh] gap-3 overflow-y-auto">
          <SentenceList label={t('publish.effects')} sentences={effects} />
          {warnings.length > 0 && (
            <div>
              <p className="mb-1 text-13 font-medium">{t('publish.warnings')}</p>
              <SentenceList label={t('publish.warnings')} sentences={warnings} />
            </div>
          )}
          {gaps.length > 0 && (
            <div>
              <p className="mb-1 text-13 font-medium">{t('publish.gaps')}</p>
              <SentenceList label={t('publish.gaps')} sentences={gaps} />
            </div>
          )}
        </div>
      </ConfirmDialog>
    </>
  )
}

function usePublish(
  { project, sha256 }: ContentDraft,
  owner: string | undefined,
  choices: Decisions | undefined,
) {
  const { t } = useTranslation('content')
  const { revalidate } = useRevalidator()
  const undo = async (version: number) => {
    await callOperator('POST /content/drafts/{project}/undo', {
      params: { project },
      body: { version, reason: t('publish.undoReason', { version }), operator: owner },
    })
    toast.success(t('publish.undone', { version }))
    await revalidate()
  }
  return async (reason: string) => {
    const { data } = await callOperator('POST /content/drafts/{project}/publish', {
      params: { project },
      body: { reason, ...(owner !== undefined && { operator: owner, sha256, choices }) },
    })
    const { version } = data.result
    const done = t('publish.done', { version })
    void showUndoToast(done, t('publish.undo'), () => void undo(version).catch(showError))
    await revalidate()
  }
}
