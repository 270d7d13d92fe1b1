import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { CheckoutProps } from '../checkout-props.ts'
import { CardSkeleton } from '../payment-skeleton.tsx'
import { useStripeAppearance } from './appearance.ts'
import { CardForm } from './card-form.tsx'
import { useStripeAttempt } from './use-stripe-attempt.ts'

/** Paying through Stripe: an attempt on the server, and Stripe's own form for the card. */
export function StripeCheckout(props: CheckoutProps) {
  const { attempt, retry } = useStripeAttempt(props)
  if (attempt.name === 'opening') return <CardSkeleton />
  if (attempt.name === 'failed') return <FormDidNotOpen onRetry={retry} onReconsider={props.onReconsider} />
  return <StripeForm {...props} stripe={attempt.stripe} clientSecret={attempt.clientSecret} />
}

function StripeForm(props: CheckoutProps & { stripe: Stripe; clientSecret: string }) {
  const { i18n } = useTranslation()
  const appearance = useStripeAppearance()
  const { stripe, clientSecret, ...checkout } = props
  const locale = i18n.language === 'ru' ? 'ru' : 'en'
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance, locale }}>
      <CardForm {...checkout} clientSecret={clientSecret} />
    </Elements>
  )
}

function FormDidNotOpen(props: { onRetry: () => void; onReconsider: () => void }) {
  const { t } = useTranslation(['payments', 'common'])
  return (
    <div role="alert" className="surface p-5">
      <p className="text-18 font-semibold">{t('card.failedTitle')}</p>
      <p className="mt-1 text-15 text-soft">{t('card.failedText')}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button icon={<RefreshCw size={18} aria-hidden="true" />} onClick={props.onRetry}>
          {t('common:retry')}
        </Button>
        <Button kind="secondary" onClick={props.onReconsider}>
          {t('common:back')}
        </Button>
      </div>
    </div>
  )
}
