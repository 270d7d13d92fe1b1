import type { Stripe } from 'stripe'
import type { ProviderPayment } from '../provider.ts'

/**
 * A declined card leaves the intent waiting for another one, so it stays open; only a cancelled intent is over. Held
 * money (`requires_capture`) and a bank that is still thinking (`processing`) are not paid yet.
 */
const stateOf: Record<Stripe.PaymentIntent.Status, ProviderPayment['state']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  requires_capture: 'open',
  processing: 'open',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

export function toProviderPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  return {
    providerId: intent.id,
    attemptId: intent.metadata.attemptId ?? null,
    state: stateOf[intent.status] ?? 'open',
    received: { amountMinor: intent.amount_received, currency: intent.currency.toUpperCase() },
    refundedMinor: chargeOf(intent)?.amount_refunded ?? 0,
    // An account's keys open nobody else's intents.
    isOurs: true,
    isLive: intent.livemode,
    paidWith: cardOf(chargeOf(intent)),
    fiscal: 'none',
  }
}

/** The charge that went through, where the intent was asked for with it; a declined card leaves one too. */
function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return charge && typeof charge !== 'string' && charge.status === 'succeeded' ? charge : null
}

/** "Visa •••• 4242" */
function cardOf(charge: Stripe.Charge | null): string | null {
  const card = charge?.payment_method_details?.card
  if (!card?.brand || !card.last4) return null
  return `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}`
}
