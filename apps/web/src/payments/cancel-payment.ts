import type { OrderStatus } from '@playhub/contract'
import { call } from '../lib/api.ts'

/**
 * Cancels a payment. Where an attempt is open the server asks the provider, which may have the money already.
 * @param stripePaymentId  The open attempt at Stripe; null when no provider was asked yet, so nothing can be charged.
 * @returns how the order stands now
 */
export async function cancelPayment(paymentId: string, stripePaymentId: string | null): Promise<OrderStatus> {
  if (stripePaymentId === null) return 'none'
  const body = { paymentId, stripePaymentId }
  return (await call('POST /payments/stripe/cancellation-payment', { body })).data.status
}
