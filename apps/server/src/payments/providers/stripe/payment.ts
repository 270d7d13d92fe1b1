import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { ProviderPayment } from '../../provider.ts'
import { parseBody } from '../api-call.ts'

/**
 * The intent waits for another card after a decline, so it stays open. Held money (`requires_capture`) and pending bank
 * payments (`processing`) are not paid yet.
 */
const stateByStatus: Record<Stripe.PaymentIntent.Status, ProviderPayment['state']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'open',
  processing: 'open',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

const Intent = z.object({
  id: z.string(),
  metadata: z.object({ attemptId: z.string().optional() }),
  amount_received: z.int(),
  currency: z.string(),
  livemode: z.boolean(),
})

/** @throws ProviderUnavailable when the response is no payment intent, such as one from a proxy in between */
export function toProviderPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const { id, metadata, amount_received, currency, livemode } = parseBody(Intent, intent, 'payment of Stripe')
  return {
    providerPaymentId: id,
    attemptId: metadata.attemptId ?? null,
    state: stateByStatus[intent.status] ?? 'open',
    received: { amountMinor: amount_received, currency: currency.toUpperCase() },
    refundedMinor: findCharge(intent)?.amount_refunded ?? 0,
    // Our keys cannot read another account's intents.
    isOurs: true,
    isLive: livemode,
    paidWith: formatCard(findCharge(intent)),
    fiscal: 'none',
  }
}

/** The successful charge, if the intent was fetched with it. A declined card leaves a failed charge. */
function findCharge({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return charge && typeof charge !== 'string' && charge.status === 'succeeded' ? charge : null
}

/** "Visa •••• 4242" */
function formatCard(charge: Stripe.Charge | null): string | null {
  const card = charge?.payment_method_details?.card
  if (!card?.brand || !card.last4) return null
  return `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}`
}
