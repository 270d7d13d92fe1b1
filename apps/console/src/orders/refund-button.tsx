import { formatMoney } from '@playhub/contract/money'
import type { OperatorOrder } from '@playhub/contract/operator'
import { Field } from '@playhub/ui/form/field.tsx'
import { RadioCards } from '@playhub/ui/form/radio-cards.tsx'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { useMe } from '../lib/me.ts'
import { useSentMessage } from '../refunds/use-sent-message.ts'
import { formatTypedAmount, parseAmount } from './parse-amount.ts'

type Currency = NonNullable<OperatorOrder['currency']>
type Props = { order: OperatorOrder; currency: Currency }
type ItemChoice = 'keep' | 'take'
const unchanged: { typed: string | null; choice: ItemChoice | null } = { typed: null, choice: null }

/** Refunds the remainder, or less, and keeps or takes the item. */
export function RefundButton({ order, currency }: Props) {
  const { t } = useTranslation('orders')
  const form = useRefundForm({ order, currency })
  const describeSent = useSentMessage()
  const { format, amountMinor, item } = form
  const paid = format(order.amountMinor ?? order.refundableMinor)
  return (
    <ActionButton
      label={t('refund.action')}
      reasonFor={`refund:${order.id}`}
      kind="danger"
      icon={<Undo2 size={16} aria-hidden="true" />}
      title={t('refund.ask', {
        amount: format(amountMinor ?? order.refundableMinor),
        paid,
        player: order.playerName ?? t('refund.thePlayer'),
      })}
      consequence={form.consequence}
      confirmLabel={t('refund.confirm')}
      isDanger
      onClear={form.reset}
      check={form.check}
      onConfirm={async ({ reason, idempotencyKey }) => {
        const body = { amountMinor: amountMinor ?? order.refundableMinor, item, reason }
        const { data } = await callOperator(
          'POST /orders/{id}/refunds',
          { params: { id: order.id }, body },
          { idempotencyKey },
        )
        return describeSent(data.result)
      }}
    >
      <Field
        label={t('refund.amount', { currency })}
        inputMode="decimal"
        autoComplete="off"
        value={form.text}
        onChange={(event) => form.setText(event.target.value)}
        hint={form.error ? undefined : form.hint}
        error={form.error}
      />
      {form.isOwned && (
        <RadioCards<ItemChoice>
          legend={t('refund.what')}
          cards={[
            { value: 'keep', title: t('refund.keep') },
            { value: 'take', title: t('refund.take') },
          ]}
          value={item}
          onChange={form.setChoice}
        />
      )}
    </ActionButton>
  )
}

function useRefundForm({ order, currency }: Props) {
  const { t, i18n } = useTranslation('orders')
  const limit = order.allowanceMinor ?? undefined
  const hold = useHoldText()
  const left = order.refundableMinor
  const draft = useDraft(`refund-amount:${order.id}`, unchanged)
  const { typed, choice } = draft.value
  const [isChecked, setIsChecked] = useState(false)
  const text = typed ?? formatTypedAmount(left, i18n.language)
  const amountMinor = parseAmount(text)
  const format = (minor: number) => formatMoney({ amountMinor: minor, currency }, i18n.language)
  const isOwned = order.purchase !== null && order.purchase.state !== 'revoked'
  const item = isOwned ? (choice ?? (amountMinor === left ? 'take' : 'keep')) : 'keep'
  const findError = () => {
    if (amountMinor === null) return t('refund.invalid')
    if (amountMinor > left) return t('refund.tooMuch', { amount: format(left) })
    if (limit !== undefined && amountMinor > limit) return t('refund.overLimit', { amount: format(limit) })
    return undefined
  }
  const error = findError()
  return {
    text,
    setText: (next: string) => draft.change({ typed: next, choice }),
    setChoice: (next: ItemChoice) => draft.change({ typed, choice: next }),
    amountMinor,
    item,
    isOwned,
    format,
    // An unfinished number is no error before the button is pressed.
    error: isChecked || amountMinor !== null ? error : undefined,
    hint: [
      t('refund.left', { amount: format(left) }),
      limit !== undefined && t('refund.limit', { amount: format(limit) }),
    ]
      .filter(Boolean)
      .join(' '),
    consequence: [
      isOwned
        ? t(item === 'keep' ? 'refund.consequenceKeep' : 'refund.consequenceTake')
        : t('refund.consequenceNone'),
      hold,
    ]
      .filter(Boolean)
      .join(' '),
    check() {
      setIsChecked(true)
      return error === undefined
    },
    reset() {
      draft.clear()
      setIsChecked(false)
    },
  }
}

/** Until when a refund can be undone; undefined where refunds are sent at once. */
function useHoldText(): string | undefined {
  const { t, i18n } = useTranslation('orders')
  const { refundHoldMinutes } = useMe()
  if (refundHoldMinutes === 0) return undefined
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const
  return t('refund.willBeHeld', {
    duration: new Intl.NumberFormat(i18n.language, unit).format(refundHoldMinutes),
  })
}
