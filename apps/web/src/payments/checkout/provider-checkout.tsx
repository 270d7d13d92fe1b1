import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cardTitle } from '../order/card-title.ts'
import { providerPrice } from '../order/prices.ts'
import { FormSkeleton } from '../providers/form-parts.tsx'
import type { ProviderFormProps } from '../providers/provider-attempt.ts'
import type { PaymentPopup } from '../providers/provider-page.ts'
import { RememberedCardPayment } from '../providers/remembered-card/remembered-card-payment.tsx'
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
  const { process, provider, use } = stage
  const Form = forms[provider]
  const report = useReports(flow)
  const [isCardRefused, setIsCardRefused] = useState(false)
  const form = {
    paymentId,
    charge: providerPrice(process.paymentData, provider),
    receiptEmail: process.profileData.mailToReceiveCheck ?? '',
    isResumed: process.provider === provider,
    popup: stage.popup,
    remember: use?.remember,
    onAttempt: flow.attemptChanged,
    onHint: report,
    onAbandoned: flow.abandoned,
    confirmCharge: flow.confirmCharge,
    onChangeMethod: () => flow.changeMethod({ ...process, provider }),
  }
  if (use?.card && !isCardRefused) {
    return (
      <PaymentPanel variant={variant} title={cardTitle(use.card)} takesFocus onCancel={onCancel}>
        <UnlessClosing isClosing={isClosing} popup={undefined}>
          <RememberedCardPayment {...form} card={use.card} onRefused={() => setIsCardRefused(true)} />
        </UnlessClosing>
      </PaymentPanel>
    )
  }
  return (
    <PaymentPanel variant={variant} title={t(`form.title.${provider}`)} takesFocus onCancel={onCancel}>
      {isCardRefused && (
        <div className="mb-4">
          <ErrorBanner>{t('remembered.refused')}</ErrorBanner>
        </div>
      )}
      <Suspense fallback={<FormSkeleton />}>
        <UnlessClosing isClosing={isClosing} popup={stage.popup}>
          <Form {...form} />
        </UnlessClosing>
      </Suspense>
    </PaymentPanel>
  )
}

/**
 * A provider may report after its form is gone. The screen then shows another attempt, unrelated to this report; only
 * taken money counts.
 */
function useReports({ hint, watchCharge }: PaymentFlow): ProviderFormProps['onHint'] {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return (reported) => {
    if (isMounted.current) hint(reported)
    else if (reported === 'processing') watchCharge()
  }
}

/** A mounting form opens an attempt. One loading while its payment is being cancelled must not. */
function UnlessClosing(props: { isClosing: boolean; popup: PaymentPopup; children: ReactNode }) {
  const { isClosing, popup, children } = props
  const [isMounted, setIsMounted] = useState(!isClosing)
  if (!isClosing && !isMounted) setIsMounted(true)
  useEffect(() => {
    if (!isMounted) popup?.close()
  }, [isMounted, popup])
  return isMounted ? children : <FormSkeleton />
}
