import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import type { Deps } from './deps.ts'
import { deleteProviderEventsBefore } from './ledger/provider-event-store.ts'
import { deleteWebhooksDeliveredBefore } from './ledger/webhook-store.ts'

/**
 * Deletes every hour what the operator does not keep for ever. Orders, attempts, purchases, refunds, disputes and receipts
 * stay.
 */
export function schedulePaymentRetention(deps: Deps): Promise<void> {
  return scheduleHourly(deps, 'payments.retention', async () => {
    const { db, clock, config } = deps
    await deleteWebhooksDeliveredBefore(db, clock.now() - config.retention.webhooksMs)
    await deleteProviderEventsBefore(db, clock.now() - config.retention.providerEventsMs)
  })
}
