import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showTrouble } from '../lib/load.ts'
import type { CheckoutProps } from './checkout-props.ts'
import { CurrencyNote } from './currency-note.tsx'
import { PayPanel } from './pay-panel.tsx'
import type { PaymentVariant } from './payment-result.ts'
import { CardSkeleton } from './payment-skeleton.tsx'
import { chargeOf } from './prices.ts'
import type { PaymentFlow, Stage } from './use-payment-flow.ts'

/** The forms of the providers that are built. */
const forms: Partial<Record<PaymentProvider, ComponentType<CheckoutProps>>> = {
  stripe: lazy(() => import('./stripe/stripe-checkout.tsx').then((m) => ({ default: m.StripeCheckout }))),
}

/** The form of the chosen provider. */
export function Checkout(props: {
  flow: PaymentFlow
  stage: Extract<Stage, { name: 'paying' }>
  paymentId: string
  variant: PaymentVariant
  onCancel: () => void
}) {
  const { flow, stage, paymentId, variant, onCancel } = props
  const { t } = useTranslation('payments')
  const { process, provider } = stage
  const reconsider = () => flow.reconsider({ ...process, provider })
  const Form = forms[provider]
  if (!Form) return <MissingProvider onReconsider={() => flow.reconsider(process)} />
  return (
    <PayPanel variant={variant} title={t('card.title')} takesFocus onCancel={onCancel}>
      <Suspense fallback={<CardSkeleton />}>
        <Form
          paymentId={paymentId}
          charge={chargeOf(process.paymentData, provider)}
          receiptEmail={process.profileData.mailToReceiveCheck ?? ''}
          isResumed={process.provider === provider}
          onAttempt={flow.attemptOpened}
          onHint={flow.hint}
          onReconsider={reconsider}
        />
        <CurrencyNote data={process.paymentData} provider={provider} />
      </Suspense>
    </PayPanel>
  )
}

/** A provider without a form here: the player is told and chooses again. */
function MissingProvider({ onReconsider }: { onReconsider: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it turns out
  useEffect(() => {
    showTrouble('PAYMENTS_PROVIDER_DATA_NOT_EXIST')
    onReconsider()
  }, [])
  return null
}
