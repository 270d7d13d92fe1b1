import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { type ComponentType, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentVariant } from '../order/payment-result.ts'
import { chargeOf } from '../order/prices.ts'
import type { CheckoutProps } from '../providers/checkout-props.ts'
import { PayPanel } from './payment-panel.tsx'
import { CardSkeleton } from './payment-skeleton.tsx'
import type { Stage } from './payment-stage.ts'
import type { PaymentFlow } from './use-payment-flow.ts'

const forms: Record<PaymentProvider, ComponentType<CheckoutProps>> = {
  stripe: lazy(() =>
    import('../providers/stripe/stripe-form.tsx').then((m) => ({ default: m.StripeCheckout })),
  ),
  yookassa: lazy(() =>
    import('../providers/yookassa/yookassa-form.tsx').then((m) => ({ default: m.YooKassaCheckout })),
  ),
  'yandex-pay': lazy(() =>
    import('../providers/yandex-pay/yandex-pay-form.tsx').then((m) => ({ default: m.YandexPayCheckout })),
  ),
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
  return (
    <PayPanel variant={variant} title={t(`form.title.${provider}`)} takesFocus onCancel={onCancel}>
      <Suspense fallback={<CardSkeleton />}>
        <Form
          paymentId={paymentId}
          charge={chargeOf(process.paymentData, provider)}
          receiptEmail={process.profileData.mailToReceiveCheck ?? ''}
          isResumed={process.provider === provider}
          onAttempt={flow.attemptOpened}
          onHint={flow.hint}
          onAbandoned={flow.abandoned}
          onReconsider={reconsider}
        />
      </Suspense>
    </PayPanel>
  )
}
