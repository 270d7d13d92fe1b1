import type { OrderStatus } from '@playhub/contract'
import { call } from '../../lib/api/api.ts'
import type { OpenAttempt } from './payment-api.ts'

const screen = crypto.getRandomValues(new Uint32Array(2)).join('-')
let calls = 0

/**
 * Numbers a call for opening or cancelling a payment. The server lets the later of two decide, even when the earlier
 * one takes longer to arrive.
 */
export function screenCallHeaders(): Record<string, string> {
  calls += 1
  return { 'Payment-Screen-Call': `${screen}:${calls}` }
}

/**
 * Cancels a payment. With an open attempt the server asks the provider first, which may have been paid already.
 * @returns The order's status afterwards.
 */
export async function cancelPayment(paymentId: string, attempt: OpenAttempt | null): Promise<OrderStatus> {
  const headers = screenCallHeaders()
  const { data } =
    attempt?.provider === 'stripe' && attempt.providerId !== null
      ? await call(
          'POST /payments/stripe/cancellation-payment',
          { body: { paymentId, stripePaymentId: attempt.providerId } },
          { headers },
        )
      : await call('POST /payments/cancel', { body: { paymentId } }, { headers })
  return data.status
}
