import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import { type FiscalReceipt, ProviderUnavailable } from '../provider.ts'
import type { AttemptRow, OrderRow } from '../records/tables.ts'

type OrderPayment = Pick<OrderRow, 'id'> & {
  paymentProvider: AttemptRow['provider'] | null
  providerPaymentId: string | null
}

const none: FiscalReceipt = { state: 'none', numbers: null }
const pending: FiscalReceipt = { state: 'pending', numbers: null }

/** Fetches the provider's fiscal receipt (54-FZ) for an order's payment. Pending while the provider is unavailable. */
export async function readFiscalReceipt(
  { providers, log }: Deps,
  { id: orderId, paymentProvider, providerPaymentId }: OrderPayment,
): Promise<FiscalReceipt> {
  const fetchReceipt = paymentProvider && providers[paymentProvider]?.fetchFiscalReceipt
  if (!fetchReceipt || providerPaymentId === null) return none
  try {
    const receipt = await fetchReceipt(providerPaymentId)
    if (receipt.state === 'failed') log.error({ orderId }, 'Fiscal receipt not registered')
    return receipt
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ orderId, reason: error.message }, 'Fiscal receipt not available from the provider')
    return pending
  }
}

/**
 * Delay before the next poll of a pending fiscal receipt. No event reports it, and the player may be waiting.
 * @returns  null a day after the payment: our receipt is then created without the fiscal numbers
 */
export function fiscalPollDelayMs(sincePaidMs: number): number | null {
  if (sincePaidMs >= DAY_MS) return null
  if (sincePaidMs < MINUTE_MS) return 2 * SECOND_MS
  return sincePaidMs < HOUR_MS ? MINUTE_MS : 10 * MINUTE_MS
}
