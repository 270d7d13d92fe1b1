import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProofCancelled } from '../../lib/api.ts'
import { getErrorMessage } from '../../lib/error-message.ts'
import { useProofRequest } from '../../lib/proof.ts'
import { useAction } from '../../lib/use-action.ts'

const MAX_REASON = 250

export type Confirmation = { reason: string; idempotencyKey: string }

type Props = {
  isOpen: boolean
  onClose: () => void
  /** Object and amount as a question: "Refund $1.49 of $4.99 to Anna K.?" */
  title: string
  /** What it means: "The item stays." */
  consequence: ReactNode
  /** The verb. */
  confirmLabel: string
  isDanger?: boolean
  /** Asks why, for the audit log. */
  asksReason?: boolean
  /** Further fields. */
  children?: ReactNode
  /** False keeps the dialog open: a further field shows what is wrong. */
  check?: () => boolean
  /** Runs the action. The dialog stays open, with what was typed, when it throws. */
  onConfirm: (confirmation: Confirmation) => Promise<void>
}

/** Repeats the object, the amount and the consequence of an action before it is done. */
export function ConfirmDialog(props: Props) {
  const { t } = useTranslation()
  const form = useConfirmation(props)
  const { isPending, reason, setReason, error, isReasonMissing } = form
  // The dialog that asks for a code takes its place.
  const isProving = useProofRequest() !== undefined
  return (
    <Dialog
      isOpen={props.isOpen && !isProving}
      onClose={() => !isPending && props.onClose()}
      title={props.title}
      description={props.consequence}
      actions={
        <>
          <Button
            kind="secondary"
            size="small"
            onClick={props.onClose}
            isDisabled={isPending}
            disabledReason={t('wait')}
          >
            {t('cancel')}
          </Button>
          <Button
            kind={props.isDanger ? 'danger' : 'primary'}
            size="small"
            isLoading={isPending}
            onClick={() => void form.confirm()}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 empty:hidden">
        {props.children}
        {props.asksReason && (
          <TextArea
            label={t('confirm.reason')}
            hint={t('confirm.reasonHint')}
            rows={2}
            maxLength={MAX_REASON}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={isReasonMissing ? t('confirm.reasonMissing') : undefined}
          />
        )}
        {error && <ErrorBanner>{error}</ErrorBanner>}
      </div>
    </Dialog>
  )
}

function useConfirmation({ isOpen, onClose, onConfirm, asksReason, check }: Props) {
  const [draft, setDraft] = useState(createDraft)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setDraft(createDraft())
  }
  const [isPending, run] = useAction((error) => setDraft((current) => withError(current, error)))
  const { reason, idempotencyKey } = draft
  const confirm = async () => {
    const isReasonMissing = Boolean(asksReason) && reason.trim() === ''
    setDraft({ ...draft, isReasonMissing })
    if (check?.() === false || isReasonMissing) return
    await run(async () => {
      setDraft({ ...draft, error: null, isReasonMissing: false })
      await onConfirm({ reason: reason.trim(), idempotencyKey })
      onClose()
    })
  }
  const setReason = (text: string) => setDraft({ ...draft, reason: text, isReasonMissing: false })
  return { ...draft, isPending, confirm, setReason }
}

type Draft = { reason: string; idempotencyKey: string; error: string | null; isReasonMissing: boolean }

const createDraft = (): Draft => ({
  reason: '',
  idempotencyKey: crypto.randomUUID(),
  error: null,
  isReasonMissing: false,
})

/** A refused call may be corrected and sent anew. After a lost connection the same call is repeated. */
function withError(draft: Draft, error: unknown): Draft {
  if (error instanceof ProofCancelled) return draft
  const idempotencyKey = error instanceof ApiRefusal ? crypto.randomUUID() : draft.idempotencyKey
  return { ...draft, idempotencyKey, error: getErrorMessage(error) }
}
