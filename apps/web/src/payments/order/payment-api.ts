import type { PaymentProcess, PaymentState } from '@playhub/contract'
import { call } from '../../lib/api/api.ts'

export type LoadedPayment = { process: PaymentProcess; state: PaymentState | null }

/**
 * What the payment screen shows, and how the order stands: a provider that was asked for money before may have it by
 * now, so an order under way is asked about first.
 */
export async function loadPayment(id: string): Promise<LoadedPayment> {
  const process = await call('GET /payments/process/{id}', { params: { id } })
  const isUnderWay = process.status === 'pending' && process.provider !== null
  if (process.status !== 'paid' && !isUnderWay) return { process, state: null }
  return { process, state: await askPayment(id) }
}

/** The server's word about an order. */
export function askPayment(id: string): Promise<PaymentState> {
  return call('GET /payments/get/{id}', { params: { id } })
}
