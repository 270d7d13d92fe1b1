import type { PaymentProcess } from '@playhub/contract'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../lib/feedback/use-action.ts'
import { itemName } from '../order/prices.ts'
import { cancelPayment } from '../order/screen-calls.ts'
import type { PaymentFlow } from './use-payment-flow.ts'

/** Confirms before cancelling. The server may respond with a paid order. */
export function useCancelDialog(paymentId: string, { openAttempt, showResult }: PaymentFlow) {
  const [isOpen, setIsOpen] = useState(false)
  const [isCancelling, run] = useAction()
  const { t } = useTranslation('payments')
  const cancel = async () => {
    showResult(await cancelPayment(paymentId, openAttempt))
    setIsOpen(false)
  }
  const confirm = () => run(cancel, t('cancel.failed'))
  return { isOpen, isCancelling, open: () => setIsOpen(true), confirm, close: () => setIsOpen(false) }
}

export function CancelDialog(props: {
  cancel: ReturnType<typeof useCancelDialog>
  process: PaymentProcess | undefined
}) {
  const { t, i18n } = useTranslation('payments')
  const { cancel, process } = props
  const item = process ? itemName(process.paymentData, i18n.language) : ''
  return (
    <ConfirmDialog
      isOpen={cancel.isOpen}
      title={t('cancel.question')}
      description={t('cancel.text', { item })}
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.stay')}
      isDanger
      isLoading={cancel.isCancelling}
      onConfirm={cancel.confirm}
      onClose={cancel.close}
    />
  )
}
