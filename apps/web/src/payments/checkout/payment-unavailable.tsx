import type { PaymentProcess } from '@playhub/contract'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Illustration, OfflineIllustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { itemName } from '../order/prices.ts'
import type { PaymentVariant } from './payment-layout.tsx'
import type { Stage } from './payment-stage.ts'

type Reason = Extract<Stage, { name: 'unavailable' }>['reason']

const pictures: Record<Reason, ReactNode> = {
  alreadyPaid: <Illustration name="paid" />,
  granted: <Illustration name="paid" />,
  revoked: <Illustration name="not-paid" />,
  notFound: <Illustration name="not-found" />,
  noMethods: <Illustration name="not-paid" />,
  error: <OfflineIllustration />,
}

/** Says why there is nothing to pay, and leads out. */
export function PaymentUnavailable(props: {
  reason: Reason
  process?: PaymentProcess
  variant: PaymentVariant
  onLeave: () => void
  onRetry: () => void
}) {
  const { t, i18n } = useTranslation('payments')
  const { reason, process, variant } = props
  const item = process ? itemName(process.paymentData, i18n.language) : ''
  return (
    <ResultScreen
      level={variant === 'page' ? 1 : 2}
      picture={pictures[reason]}
      title={t(`unavailable.${reason}.title`)}
      text={t(`unavailable.${reason}.text`, { item })}
      actions={<Actions {...props} />}
    />
  )
}

function Actions(props: {
  reason: Reason
  variant: PaymentVariant
  onLeave: () => void
  onRetry: () => void
}) {
  const { t } = useTranslation(['payments', 'common'])
  const { reason, variant, onLeave, onRetry } = props
  const back = t(variant === 'page' ? 'common:toGames' : 'unavailable.toGame')
  if (reason === 'error') {
    return (
      <>
        <Button onClick={onRetry}>{t('common:retry')}</Button>
        <Button kind="secondary" onClick={onLeave}>
          {back}
        </Button>
      </>
    )
  }
  if (variant === 'page' && (reason === 'alreadyPaid' || reason === 'notFound')) {
    return <LinkButton href="/transactions">{t('unavailable.toTransactions')}</LinkButton>
  }
  return <Button onClick={onLeave}>{reason === 'alreadyPaid' ? t('result.ok') : back}</Button>
}
