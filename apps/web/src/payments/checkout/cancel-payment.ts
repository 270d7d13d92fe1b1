import type { OrderStatus } from '@playhub/contract'
import { call } from '../../lib/api/api.ts'
import type { OpenAttempt } from './use-payment-flow.ts'

/**
 * Cancels a payment. Where an attempt is open the server asks the provider, which may have the money already.
 * @returns how the order stands now
 */
export async function cancelPayment(paymentId: string, open: OpenAttempt | null): Promise<OrderStatus> {
  const { data } =
    open?.provider === 'stripe'
      ? await call('POST /payments/stripe/cancellation-payment', {
          body: { paymentId, stripePaymentId: open.providerId },
        })
      : await call('POST /payments/cancel', { body: { paymentId } })
  return data.status
}
