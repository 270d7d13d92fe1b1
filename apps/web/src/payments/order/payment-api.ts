import type { PaymentProcess, PaymentState } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { call } from '../../lib/api/api.ts'

export type LoadedPayment = { process: PaymentProcess; state: PaymentState | null }

/** A payment open at a provider. */
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

/** The order's authoritative state; the server checks with the provider. */
export function fetchPaymentState(id: string): Promise<PaymentState> {
  return call('GET /payments/get/{id}', { params: { id } })
}
