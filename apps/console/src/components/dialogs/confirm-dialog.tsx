import { operatorLimits } from '@playhub/contract/operator/limits'
import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { focusTooLong } from '@playhub/ui/form/text-limit.tsx'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReauthenticationCancelled } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { getErrorMessage } from '../../lib/error-message.ts'
import { useReauthenticationRequest } from '../../lib/reauthentication.ts'
import { useAction } from '../../lib/use-action.ts'
import { DraftNote } from '../form/draft-note.tsx'

export type Confirmation = { reason: string; idempotencyKey: string }

type Props = {
  isOpen: boolean
  onClose: () => void
  /** Object and amount as a question: "Refund $1.49 of $4.99 to Anna K.?" */
  title: string
  /** The consequence: "The item stays." */
  consequence: ReactNode
  /** The verb. */
  confirmLabel: string
  isDanger?: boolean
  /** Asks why, for the audit log. Names the draft of the reason: the action and its object, `ban:<player>`. */
  reasonFor?: string
  /** Further fields. */
  children?: ReactNode
  /** False keeps the dialog open: a further field shows what is wrong. */
  check?: () => boolean
  /** The draft was sent or discarded: further fields are emptied. */
  onClear?: () => void
  /** Runs the action. The dialog stays open, with what was typed, when it throws. */
  onConfirm: (confirmation: Confirmation) => Promise<void>
}

/** Repeats the object, the amount and the consequence of an action before it is done. */
export function ConfirmDialog(props: Props) {
  const { t } = useTranslation()
  const form = useConfirmation(props)
  const { isPending, reason, error, isReasonMissing } = form
  // The code dialog takes its place.
  const isProving = useReauthenticationRequest() !== undefined
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
            onClick={form.discard}
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
      <div ref={form.fields} className="grid gap-4 empty:hidden">
        {props.children}
        {props.reasonFor && (
          <TextArea
            label={t('confirm.reason')}
            hint={t('confirm.reasonHint')}
            rows={2}
            maxLength={operatorLimits.reason}
            value={reason.value}
            readOnly={isPending}
            onChange={(event) => form.setReason(event.target.value)}
            error={isReasonMissing ? t('confirm.reasonMissing') : undefined}
          />
        )}
        {reason.isRestored && <DraftNote draft={{ isRestored: true, clear: form.clear }} />}
        {error && <ErrorBanner>{error}</ErrorBanner>}
      </div>
    </Dialog>
  )
}

function useConfirmation({ isOpen, onClose, onConfirm, onClear, reasonFor, check }: Props) {
  const fields = useRef<HTMLDivElement>(null)
  const reason = useDraft(`reason:${reasonFor}`, '')
  const [attempt, setAttempt] = useState(createAttempt)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setAttempt(createAttempt())
  }
  const [isPending, run] = useAction((error) => setAttempt((current) => withError(current, error)))
  const clear = () => {
    reason.clear()
    onClear?.()
  }
  const discard = () => {
    clear()
    onClose()
  }
  const confirm = async () => {
    const text = reason.value.trim()
    const isReasonMissing = Boolean(reasonFor) && text === ''
    setAttempt({ ...attempt, isReasonMissing })
    if (check?.() === false || isReasonMissing || focusTooLong(fields.current)) return
    await run(async () => {
      setAttempt({ ...attempt, error: null, isReasonMissing: false })
      await onConfirm({ reason: text, idempotencyKey: attempt.idempotencyKey })
      discard()
    })
  }
  const setReason = (text: string) => {
    reason.change(text)
    setAttempt({ ...attempt, isReasonMissing: false })
  }
  return { ...attempt, fields, isPending, reason, setReason, confirm, clear, discard }
}

type Attempt = { idempotencyKey: string; error: string | null; isReasonMissing: boolean }

const createAttempt = (): Attempt => ({
  idempotencyKey: crypto.randomUUID(),
  error: null,
  isReasonMissing: false,
})

/** A refused call may be corrected and sent anew. After a lost connection the same call is repeated. */
function withError(attempt: Attempt, error: unknown): Attempt {
  if (error instanceof ReauthenticationCancelled) return attempt
  const idempotencyKey = error instanceof ApiRefusal ? crypto.randomUUID() : attempt.idempotencyKey
  return { ...attempt, idempotencyKey, error: getErrorMessage(error) }
}
