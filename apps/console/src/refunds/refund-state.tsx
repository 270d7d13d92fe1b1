import { formatMoney } from '@playhub/contract/money'
import type { OperatorRefund } from '@playhub/contract/operator'
import { faultSentences } from '@playhub/contract/operator/sentences/faults'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { RotateCcw, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { useSentences } from '../components/values/sentences.ts'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { formatInstant } from '../lib/format.ts'
import { useMe } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'
import { useNow } from '../lib/use-now.ts'
import { useSentMessage } from './use-sent-message.ts'

const tones: Record<OperatorRefund['state'], StateTone> = {
  pending: 'waiting',
  succeeded: 'good',
  failed: 'bad',
}

/** The state, and the button that undoes a held refund. */
export function RefundState({ refund }: { refund: OperatorRefund }) {
  const word = useRef<HTMLSpanElement>(null)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <span ref={word} tabIndex={-1}>
        <RefundWord refund={refund} />
      </span>
      {refund.heldUntil !== null && (
        <UndoRefund refund={refund} heldUntil={refund.heldUntil} onUndone={() => word.current?.focus()} />
      )}
    </span>
  )
}

/** The provider's words, and the button that tries again. */
export function RefundFailure({ refund }: { refund: OperatorRefund }) {
  const error = useSentences()(faultSentences, refund.errorSentence, refund.error)
  return (
    <span className="flex items-center justify-between gap-x-3">
      <span className="text-13 wrap-anywhere text-soft">{error}</span>
      {refund.undoneAt === null && <RetryRefund refund={refund} />}
    </span>
  )
}

function RefundWord({ refund: { state, heldUntil, undoneAt, requestedBy } }: { refund: OperatorRefund }) {
  const { t, i18n } = useTranslation('orders')
  const { timeZone } = useMe()
  const now = useNow()
  if (undoneAt !== null) return <StateWord tone="neutral">{t('refund.undone')}</StateWord>
  if (heldUntil === null) return <StateWord tone={tones[state]}>{t(`refund.${state}`)}</StateWord>
  const time = formatInstant(heldUntil, now, i18n.language, timeZone)
  const text = requestedBy === 'player' ? 'refund.unconfirmed' : 'refund.heldUntil'
  return <StateWord tone="waiting">{t(text, { time })}</StateWord>
}

type UndoProps = { refund: OperatorRefund; heldUntil: number; onUndone: () => void }

/** The button disappears with the hold, so the focus moves to the state. */
function UndoRefund({ refund, heldUntil, onUndone }: UndoProps) {
  const { t, i18n } = useTranslation('orders')
  const [isPending, run] = useAction()
  const { revalidate } = useRevalidator()
  const me = useMe()
  const isOver = useNow() >= heldUntil
  if (isOver || !me.can('orders.refund', refund.project)) return null
  const undo = () =>
    run(async () => {
      await callOperator('POST /refunds/{id}/undo', { params: { id: refund.id }, body: {} })
      toast.success(t('refund.undoDone'))
      onUndone()
      await revalidate()
    })
  return (
    <Button
      kind="quiet"
      size="small"
      className="relative z-1 md:min-h-8!"
      icon={<Undo2 size={15} aria-hidden="true" />}
      aria-label={t('refund.undoLabel', { amount: formatMoney(refund, i18n.language) })}
      isLoading={isPending}
      onClick={() => void undo()}
    >
      {t('refund.undo')}
    </Button>
  )
}

function RetryRefund({ refund }: { refund: OperatorRefund }) {
  const { t, i18n } = useTranslation('orders')
  const describeSent = useSentMessage()
  if (!useMe().can('orders.refund', refund.project)) return null
  return (
    <ActionButton
      label={t('refund.retry')}
      reasonFor={`retry:${refund.id}`}
      kind="quiet"
      className="relative z-1 md:min-h-8!"
      icon={<RotateCcw size={15} aria-hidden="true" />}
      title={t('refund.retryTitle', { amount: formatMoney(refund, i18n.language) })}
      consequence={t('refund.retryText')}
      onConfirm={async ({ reason, idempotencyKey }) => {
        const request = { params: { id: refund.id }, body: { reason } }
        const { data } = await callOperator('POST /refunds/{id}/retry', request, { idempotencyKey })
        return data.result.heldUntil === null ? t('refund.retried') : describeSent(data.result)
      }}
    />
  )
}
