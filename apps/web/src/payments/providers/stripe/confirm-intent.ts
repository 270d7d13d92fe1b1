import { currentLanguage } from '../../../lib/language/messages.ts'
import { paymentUrl } from '../../order/payment-url.ts'
import { intentLabel, isPaidOrProcessing } from './intent-message.ts'
import { loadStripe } from './load-stripe.ts'

/** Confirms an intent with the card set in it, by 3-D Secure when the bank asks. @returns false when it was refused */
export async function confirmIntent(paymentId: string, clientSecret: string): Promise<boolean> {
  const stripe = await loadStripe()
  const { paymentIntent } = await stripe.confirmPayment({
    clientSecret,
    redirect: 'if_required',
    // The URL after a bank's own page.
    confirmParams: { return_url: location.origin + paymentUrl(paymentId, 'stripe', currentLanguage()) },
  })
  return paymentIntent !== undefined && isPaidOrProcessing(intentLabel(paymentIntent.status))
}
