import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import type { AttemptRow } from '../ledger/tables.ts'
import { type FiscalReceipt, ProviderUnavailable } from '../provider.ts'

const none: FiscalReceipt = { state: 'none', numbers: null }
const pending: FiscalReceipt = { state: 'pending', numbers: null }

/** How the provider's own receipt (54-FZ) of a paid attempt stands. */
export async function fiscalReceiptOf(
  { providers, log }: Deps,
  attempt: Pick<AttemptRow, 'provider' | 'providerId' | 'orderId'> | undefined,
): Promise<FiscalReceipt> {
  const fetchReceipt = attempt && providers[attempt.provider]?.fetchFiscalReceipt
  if (!fetchReceipt || attempt.providerId === null) return none
  try {
    const receipt = await fetchReceipt(attempt.providerId)
    if (receipt.state === 'failed')
      log.error({ order: attempt.orderId }, 'A fiscal receipt was not registered')
    return receipt
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    log.warn({ order: attempt.orderId, reason: error.message }, 'A provider did not tell of its receipt')
    return pending
  }
}

/**
 * When to ask again about a receipt that is pending: often while a player may be waiting for it. No webhook tells.
 * @returns  the wait, or null a day after the payment, when our receipt is made without the numbers of the other
 */
export function fiscalWaitMs(sincePaidMs: number): number | null {
  if (sincePaidMs >= DAY_MS) return null
  if (sincePaidMs < MINUTE_MS) return 2 * SECOND_MS
  return sincePaidMs < HOUR_MS ? MINUTE_MS : 10 * MINUTE_MS
}
