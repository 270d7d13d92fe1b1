import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { ProviderPayment, SavedCard } from '../../provider.ts'
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
    cardCountry: findCharge(intent)?.payment_method_details?.card?.country ?? null,
    fiscal: 'none',
    savedCard: findSavedCard(intent),
  }
}

/** The successful charge, if the intent was fetched with it. A declined card leaves a failed charge. */
function findCharge({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
  return charge && typeof charge !== 'string' && charge.status === 'succeeded' ? charge : null
}

const walletNames: Partial<Record<string, string>> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

/** "Visa •••• 4242", "Apple Pay, Visa •••• 4242" */
function formatCard(charge: Stripe.Charge | null): string | null {
  const card = charge?.payment_method_details?.card
  if (!card?.brand || !card.last4) return null
  const wallet = walletNames[card.wallet?.type ?? '']
  return `${wallet ? `${wallet}, ` : ''}${toBrandName(card.brand)} •••• ${card.last4}`
}

const toBrandName = (brand: string) => `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`

/** The card saved by a payment that asked for it. */
function findSavedCard(intent: Stripe.PaymentIntent): SavedCard | undefined {
  const charge = findCharge(intent)
  const card = charge?.payment_method_details?.card
  if (!intent.setup_future_usage || !charge?.payment_method || !card?.brand || !card.last4) return undefined
  const expires = `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
  return { methodId: charge.payment_method, brand: toBrandName(card.brand), last4: card.last4, expires }
}
