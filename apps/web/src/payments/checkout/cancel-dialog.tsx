import type { PaymentProcess } from '@playhub/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts } from '../../lib/language/texts.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { itemName } from '../order/prices.ts'
import { cancelPayment } from './cancel-payment.ts'
import type { PaymentFlow } from './use-payment-flow.ts'

/** Asks before a payment is cancelled. The server's answer decides: the money may have been faster. */
export function useCancelQuestion(paymentId: string, { openAttempt, show }: PaymentFlow) {
  const [isAsked, setIsAsked] = useState(false)
  const [isUnderWay, setIsUnderWay] = useState(false)
  const confirm = async () => {
    setIsUnderWay(true)
    try {
      show(await cancelPayment(paymentId, openAttempt))
      setIsAsked(false)
    } catch {
      toast.error(browserTexts().t('payments:cancel.failed'), 'CANCEL_FAILED')
    } finally {
      setIsUnderWay(false)
    }
  }
  return { isAsked, isUnderWay, ask: () => setIsAsked(true), confirm, keep: () => setIsAsked(false) }
}

export function CancelQuestion(props: {
  cancel: ReturnType<typeof useCancelQuestion>
  process: PaymentProcess | undefined
}) {
  const { t, i18n } = useTranslation('payments')
  const { cancel, process } = props
  const item = process ? itemName(process.paymentData, i18n.language) : ''
  return (
    <ConfirmDialog
      isOpen={cancel.isAsked}
      title={t('cancel.question')}
      description={t('cancel.text', { item })}
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.stay')}
      isDanger
      isLoading={cancel.isUnderWay}
      onConfirm={cancel.confirm}
      onClose={cancel.keep}
    />
  )
}
