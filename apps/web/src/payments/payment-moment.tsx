import type { OrderStatus, PaymentProcess } from '@playhub/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Picture, type PictureName } from '../ui/pictures.tsx'
import { itemName } from './prices.ts'

const pictures: Record<OrderStatus, PictureName> = {
  pending: 'pending',
  paid: 'paid',
  none: 'not-paid',
  fail: 'not-paid',
}

/** How the payment stands, as a moment of its own: a picture, a sentence, the next step. */
export function PaymentMoment(props: {
  moment: OrderStatus | null
  process: PaymentProcess | undefined
  onClose: (status: OrderStatus) => void
  onRetry: () => void
}) {
  const { t, i18n } = useTranslation('payments')
  const { moment, process, onClose, onRetry } = props
  const status = useLast(moment)
  if (!status) return null
  const item = process ? itemName(process.paymentData, i18n.language) : ''
  return (
    <Dialog
      isOpen={moment !== null}
      onClose={() => onClose(status)}
      picture={<Picture name={pictures[status]} />}
      title={t(`moment.${status}.title`)}
      description={t(`moment.${status}.text`, { item })}
      className="text-center"
      actions={<NextSteps status={status} onClose={() => onClose(status)} onRetry={onRetry} />}
    />
  )
}

function NextSteps(props: { status: OrderStatus; onClose: () => void; onRetry: () => void }) {
  const { t } = useTranslation('payments')
  const { status, onClose, onRetry } = props
  if (status === 'paid' || status === 'pending') {
    return (
      <Button isWide onClick={onClose} kind={status === 'paid' ? 'primary' : 'secondary'}>
        {t(status === 'paid' ? 'moment.ok' : 'moment.pending.close')}
      </Button>
    )
  }
  return (
    <>
      <Button kind="secondary" className="md:flex-1" onClick={onClose}>
        {t('moment.later')}
      </Button>
      <Button className="md:flex-1" onClick={onRetry}>
        {t('moment.again')}
      </Button>
    </>
  )
}

/** The last thing that was there: a dialog fades out with its words still in it. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
