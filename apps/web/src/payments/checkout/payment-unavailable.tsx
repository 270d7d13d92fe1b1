import type { PaymentProcess } from '@playhub/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Illustration, OfflineIllustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import type { PaymentVariant } from '../order/payment-result.ts'
import { itemName } from '../order/prices.ts'
import type { Stage } from './payment-stage.ts'

type Why = Extract<Stage, { name: 'closed' }>['why']

const pictures: Record<Why, ReactNode> = {
  alreadyPaid: <Illustration name="paid" />,
  notFound: <Illustration name="not-found" />,
  noMethods: <Illustration name="not-paid" />,
  trouble: <OfflineIllustration />,
}

/** There is nothing to pay here, or no way to: what happened, and the way out. */
export function ClosedPayment(props: {
  why: Why
  process?: PaymentProcess
  variant: PaymentVariant
  onLeave: () => void
  onRetry: () => void
}) {
  const { t, i18n } = useTranslation('payments')
  const { why, process, variant } = props
  const item = process ? itemName(process.paymentData, i18n.language) : ''
  return (
    <ResultScreen
      level={variant === 'page' ? 1 : 2}
      picture={pictures[why]}
      title={t(`closed.${why}.title`)}
      text={t(`closed.${why}.text`, { item })}
      actions={<WaysOut {...props} />}
    />
  )
}

function WaysOut(props: { why: Why; variant: PaymentVariant; onLeave: () => void; onRetry: () => void }) {
  const { t } = useTranslation(['payments', 'common'])
  const { why, variant, onLeave, onRetry } = props
  const back = t(variant === 'page' ? 'common:toGames' : 'closed.toGame')
  if (why === 'trouble') {
    return (
      <>
        <Button onClick={onRetry}>{t('common:retry')}</Button>
        <Button kind="secondary" onClick={onLeave}>
          {back}
        </Button>
      </>
    )
  }
  if (variant === 'page' && (why === 'alreadyPaid' || why === 'notFound')) {
    return <LinkButton href="/transactions">{t('closed.toTransactions')}</LinkButton>
  }
  return <Button onClick={onLeave}>{why === 'alreadyPaid' ? t('moment.ok') : back}</Button>
}
