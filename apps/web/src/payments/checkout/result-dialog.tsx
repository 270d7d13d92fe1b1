import type { PaymentProcess } from '@playhub/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Illustration, type IllustrationName } from '../../ui/illustrations.tsx'
import { itemName } from '../order/prices.ts'
import type { Moment } from './use-payment-flow.ts'

const pictures: Record<Moment, IllustrationName> = {
  pending: 'pending',
  paid: 'paid',
  none: 'not-paid',
  fail: 'not-paid',
  abandoned: 'not-paid',
}

/** How the payment stands, as a moment of its own: a picture, a sentence, the next step. */
export function PaymentMoment(props: {
  moment: Moment | null
  process: PaymentProcess | undefined
  onClose: (moment: Moment) => void
  onRetry: () => void
}) {
  const { t, i18n } = useTranslation('payments')
  const { moment, process, onClose, onRetry } = props
  const shown = useLast(moment)
  if (!shown) return null
  const item = process ? itemName(process.paymentData, i18n.language) : ''
  return (
    <Dialog
      isOpen={moment !== null}
      onClose={() => onClose(shown)}
      picture={<Illustration name={pictures[shown]} />}
      title={t(`moment.${shown}.title`)}
      description={t(`moment.${shown}.text`, { item })}
      className="text-center"
      actions={<NextSteps shown={shown} onClose={() => onClose(shown)} onRetry={onRetry} />}
    />
  )
}

function NextSteps(props: { shown: Moment; onClose: () => void; onRetry: () => void }) {
  const { t } = useTranslation('payments')
  const { shown, onClose, onRetry } = props
  if (shown === 'paid' || shown === 'pending') {
    return (
      <Button isWide onClick={onClose} kind={shown === 'paid' ? 'primary' : 'secondary'}>
        {t(shown === 'paid' ? 'moment.ok' : 'moment.pending.close')}
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
