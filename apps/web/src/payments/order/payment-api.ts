import type { OrderStatus, PaymentProcess, PaymentState } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { call } from '../../lib/api/api.ts'

export type LoadedPayment = { process: PaymentProcess; state: PaymentState | null }

/** A payment that is open at a provider. */
export type OpenAttempt = {
  provider: PaymentProvider
  /** The provider's own id; null where the browser does not learn it. */
  providerId: string | null
}

/**
 * Loads what the payment screen shows. When an attempt is open, the order's state is fetched as well, because the
 * provider may have been paid since the last visit.
 */
export async function loadPayment(id: string): Promise<LoadedPayment> {
  const process = await call('GET /payments/process/{id}', { params: { id } })
  const hasOpenAttempt = process.status === 'pending' && process.provider !== null
  if (process.status !== 'paid' && !hasOpenAttempt) return { process, state: null }
  return { process, state: await fetchPaymentState(id) }
}

const screen = crypto.getRandomValues(new Uint32Array(2)).join('-')
let calls = 0

/**
 * Numbers a call that opens or cancels a payment. The server lets the later of two decide, also when the earlier one is on its
 * way for longer.
 */
export function screenCallHeaders(): Record<string, string> {
  calls += 1
  return { 'Payment-Screen-Call': `${screen}:${calls}` }
}

/** The order's authoritative state; the server checks with the provider. */
export function fetchPaymentState(id: string): Promise<PaymentState> {
  return call('GET /payments/get/{id}', { params: { id } })
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
