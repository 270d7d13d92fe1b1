import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { providerPrice } from '../order/prices.ts'
import { FormSkeleton } from '../providers/form-parts.tsx'
import type { ProviderFormProps } from '../providers/provider-attempt.ts'
import type { PaymentPopup } from '../providers/provider-page.ts'
import type { PaymentVariant } from './payment-layout.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import type { Stage } from './payment-stage.ts'
import type { PaymentFlow } from './use-payment-flow.ts'

const forms: Record<PaymentProvider, ComponentType<ProviderFormProps>> = {
  stripe: lazy(() => import('../providers/stripe/stripe-form.tsx').then((m) => ({ default: m.StripeForm }))),
  yookassa: lazy(() =>
    import('../providers/yookassa/yookassa-form.tsx').then((m) => ({ default: m.YooKassaForm })),
  ),
  'yandex-pay': lazy(() =>
    import('../providers/yandex-pay/yandex-pay-form.tsx').then((m) => ({ default: m.YandexPayForm })),
  ),
}

export function ProviderCheckout(props: {
  flow: PaymentFlow
  stage: Extract<Stage, { name: 'paying' }>
  paymentId: string
  variant: PaymentVariant
  /** The payment is being cancelled, or is cancelled. */
  isClosing: boolean
  onCancel: () => void
}) {
  const { flow, stage, paymentId, variant, isClosing, onCancel } = props
  const { t } = useTranslation('payments')
  const { process, provider } = stage
  const Form = forms[provider]
  return (
    <PaymentPanel variant={variant} title={t(`form.title.${provider}`)} takesFocus onCancel={onCancel}>
      <Suspense fallback={<FormSkeleton />}>
        <UnlessClosing isClosing={isClosing} popup={stage.popup}>
          <Form
            paymentId={paymentId}
            charge={providerPrice(process.paymentData, provider)}
            receiptEmail={process.profileData.mailToReceiveCheck ?? ''}
            isResumed={process.provider === provider}
            popup={stage.popup}
            onAttempt={flow.attemptChanged}
            onHint={flow.hint}
            onAbandoned={flow.abandoned}
            confirmCharge={flow.confirmCharge}
            onChangeMethod={() => flow.changeMethod({ ...process, provider })}
          />
        </UnlessClosing>
      </Suspense>
    </PaymentPanel>
  )
}

/** A form that mounts opens an attempt. One that loads while its payment is being cancelled must not. */
function UnlessClosing(props: { isClosing: boolean; popup: PaymentPopup; children: ReactNode }) {
  const { isClosing, popup, children } = props
  const [isMounted, setIsMounted] = useState(!isClosing)
  if (!isClosing && !isMounted) setIsMounted(true)
  useEffect(() => {
    if (!isMounted) popup?.close()
  }, [isMounted, popup])
  return isMounted ? children : <FormSkeleton />
}
