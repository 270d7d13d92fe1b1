import { formatMoney } from '@playhub/contract/money'
import type { OperatorOrder } from '@playhub/contract/operator'
import { Field } from '@playhub/ui/form/field.tsx'
import { RadioCards } from '@playhub/ui/form/radio-cards.tsx'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { formatTypedAmount, parseAmount } from './parse-amount.ts'

type Currency = NonNullable<OperatorOrder['currency']>
type Props = { order: OperatorOrder; currency: Currency }
type ItemChoice = 'keep' | 'take'

/** Refunds everything that is left, or less, and keeps or takes the item. */
export function RefundButton({ order, currency }: Props) {
  const { t } = useTranslation('orders')
  const form = useRefundForm({ order, currency })
  const { format, amountMinor, item } = form
  const paid = format(order.amountMinor ?? order.refundableMinor)
  return (
    <ActionButton
      label={t('refund.action')}
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
      onOpen={form.reset}
      check={form.check}
      onConfirm={async ({ reason, idempotencyKey }) => {
        const body = { amountMinor: amountMinor ?? order.refundableMinor, item, reason }
        await callOperator(
          'POST /orders/{id}/refunds',
          { params: { id: order.id }, body },
          { idempotencyKey },
        )
        return t('refund.sent')
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
  const limit = useRefundLimit(currency)
  const left = order.refundableMinor
  const [typed, setText] = useState<string>()
  const [choice, setChoice] = useState<ItemChoice>()
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
    setText,
    setChoice,
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
    consequence: isOwned
      ? t(item === 'keep' ? 'refund.consequenceKeep' : 'refund.consequenceTake')
      : t('refund.consequenceNone'),
    check() {
      setIsChecked(true)
      return error === undefined
    },
    reset() {
      setText(undefined)
      setChoice(undefined)
      setIsChecked(false)
    },
  }
}

/** The most that the operator's role may refund at once; undefined without a limit. */
function useRefundLimit(currency: Currency): number | undefined {
  const { refundLimits } = useMe()
  return refundLimits?.find((limit) => limit.currency === currency)?.amountMinor
}
