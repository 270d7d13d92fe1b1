import type { PaymentProcess } from '@playhub/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Illustration, type IllustrationName } from '../../ui/illustrations.tsx'
import { itemName } from '../order/prices.ts'
import type { ShownResult } from './use-payment-flow.ts'

const pictures: Record<ShownResult, IllustrationName> = {
  pending: 'pending',
  paid: 'paid',
  none: 'not-paid',
  fail: 'not-paid',
  abandoned: 'not-paid',
}

/** Shows the result of a payment, with the next step. */
export function ResultDialog(props: {
  result: ShownResult | null
  process: PaymentProcess | undefined
  onClose: (result: ShownResult) => void
  onRetry: () => void
}) {
  const { t, i18n } = useTranslation('payments')
  const { result, process, onClose, onRetry } = props
  const shown = useLastValue(result)
  if (!shown) return null
  const item = process ? itemName(process.paymentData, i18n.language) : ''
  return (
    <Dialog
      isOpen={result !== null}
      onClose={() => onClose(shown)}
      picture={<Illustration name={pictures[shown]} />}
      title={t(`result.${shown}.title`)}
      description={t(`result.${shown}.text`, { item })}
      className="text-center"
      actions={<Actions shown={shown} onClose={() => onClose(shown)} onRetry={onRetry} />}
    />
  )
}

function Actions(props: { shown: ShownResult; onClose: () => void; onRetry: () => void }) {
  const { t } = useTranslation('payments')
  const { shown, onClose, onRetry } = props
  if (shown === 'paid' || shown === 'pending') {
    return (
      <Button isWide onClick={onClose} kind={shown === 'paid' ? 'primary' : 'secondary'}>
        {t(shown === 'paid' ? 'result.ok' : 'result.pending.close')}
      </Button>
    )
  }
  return (
    <>
      <Button kind="secondary" className="md:flex-1" onClick={onClose}>
        {t('result.later')}
      </Button>
      <Button className="md:flex-1" onClick={onRetry}>
        {t('result.again')}
      </Button>
    </>
  )
}

/** The last value before null, so that the dialog keeps its text while it fades out. */
function useLastValue<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
