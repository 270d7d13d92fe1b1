import { DAY_MS } from '../platform/clock.ts'
import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import type { Deps } from './deps.ts'
import { deleteSecretsEndedBefore } from './game-webhooks/webhook-secret-store.ts'
import { releaseExpiredUses } from './offers/reserve.ts'
import { deleteReleasedBefore } from './offers/use-store.ts'
import { deleteDeliveriesBefore } from './records/delivery-store.ts'
import { deleteUnusedOrdersBefore } from './records/order-store.ts'
import { deleteProviderEventsBefore } from './records/provider-event-store.ts'
import { deleteWebhooksDeliveredBefore } from './records/webhook-store.ts'

const unusedOrdersMs = 2 * DAY_MS
/** The console lists deliveries for this long. */
const deliveriesMs = 30 * DAY_MS

/**
 * Deletes expired rows every hour. Orders sent to a provider or referred to, attempts, purchases, refunds, disputes and
 * receipts stay.
 */
export function schedulePaymentRetention(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  return scheduleHourly(
    deps,
    'payments.retention',
    () => releaseExpiredUses(deps),
    () => deleteReleasedBefore(db, clock.now() - unusedOrdersMs),
    () => deleteUnusedOrdersBefore(db, clock.now() - unusedOrdersMs),
    () => deleteWebhooksDeliveredBefore(db, clock.now() - config.retention.webhooksMs),
    () => deleteDeliveriesBefore(db, clock.now() - deliveriesMs),
    () => deleteSecretsEndedBefore(db, clock.now()),
    () => deleteProviderEventsBefore(db, clock.now() - config.retention.providerEventsMs),
  )
}
