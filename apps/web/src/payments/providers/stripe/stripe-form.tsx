import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useTranslation } from 'react-i18next'
import { CardSkeleton } from '../../checkout/payment-skeleton.tsx'
import type { CheckoutProps } from '../checkout-props.ts'
import { FormDidNotOpen } from '../form-did-not-open.tsx'
import { useStripeAppearance } from './appearance.ts'
import { CardForm } from './card-form.tsx'
import { useStripeAttempt } from './use-stripe-attempt.ts'

/** Paying through Stripe: an attempt on the server, and Stripe's own form for the card. */
export function StripeCheckout(props: CheckoutProps) {
  const { attempt, retry } = useStripeAttempt(props)
  if (attempt.name === 'opening') return <CardSkeleton />
  if (attempt.name === 'failed') return <FormDidNotOpen onRetry={retry} onReconsider={props.onReconsider} />
  return <StripeForm {...props} {...attempt.at} />
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
