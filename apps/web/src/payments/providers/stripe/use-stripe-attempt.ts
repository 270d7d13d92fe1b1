import { call } from '../../../lib/api/api.ts'
import type { CheckoutProps } from '../checkout-props.ts'
import { useAttempt } from '../provider-attempt.ts'
import { openStripe } from './load-stripe.ts'

/** Opens the payment at Stripe, or the open one again, while its script loads. */
export function useStripeAttempt({ paymentId, onAttempt, onHint }: CheckoutProps) {
  const open = async () => {
    const stripe = openStripe()
    stripe.catch(() => undefined)
    const { clientSecret, id } = await call('GET /payments/stripe/create/{id}', { params: { id: paymentId } })
    onAttempt(id)
    return { stripe: await stripe, clientSecret }
  }
  return useAttempt('stripe', open, onHint)
}
