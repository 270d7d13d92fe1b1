import { Elements } from '@stripe/react-stripe-js'
import { call } from '../../../lib/api/api.ts'
import { useInterfaceLanguage } from '../../../lib/context/page-context.ts'
import { screenCallHeaders } from '../../order/screen-calls.ts'
import { FormFailure, FormSkeleton } from '../form-parts.tsx'
import { type ProviderFormProps, rememberQuery, useProviderAttempt } from '../provider-attempt.ts'
import { useStripeAppearance } from './appearance.ts'
import { CardForm } from './card-form.tsx'
import { loadStripe } from './load-stripe.ts'

/** Opens an attempt at Stripe and shows Stripe's own card form. */
export function StripeForm(props: ProviderFormProps) {
  const locale = useInterfaceLanguage()
  const appearance = useStripeAppearance()
  const { attempt, retry } = useStripeAttempt(props)
  if (attempt.name === 'opening') return <FormSkeleton />
  if (attempt.name === 'failed') return <FormFailure onRetry={retry} onChangeMethod={props.onChangeMethod} />
  const { stripe, clientSecret } = attempt.opened
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance, locale }}>
      <CardForm {...props} clientSecret={clientSecret} />
    </Elements>
  )
}

/** Stripe's script loads while the server opens the attempt. */
function useStripeAttempt({ paymentId, ...props }: ProviderFormProps) {
  const open = async () => {
    const stripe = loadStripe()
    stripe.catch(() => undefined)
    const request = { params: { id: paymentId }, query: rememberQuery(props) }
    const headers = screenCallHeaders()
    const { clientSecret, id } = await call('GET /payments/stripe/create/{id}', request, { headers })
    return { stripe: await stripe, clientSecret, providerId: id }
  }
  return useProviderAttempt('stripe', open, props)
}
