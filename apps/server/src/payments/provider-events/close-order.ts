import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { checkAttemptJob } from '../jobs.ts'
import { releaseUses } from '../offers/reserve.ts'
import { supersedeOpenAttempt } from '../records/attempt-store.ts'
import { closeUnpaidOrders, endPending } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'

/**
 * Closes an unpaid order: nothing opens or pays it any more, and the player can order its item anew. Its open payment
 * is cancelled at the provider, and money arriving all the same is returned.
 * @param order       Must be locked.
 * @param withOthers  Closes the player's other unpaid orders of the item, too.
 */
export async function closeOrder(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Tx,
  order: OrderRow,
  { withOthers }: { withOthers: boolean },
): Promise<void> {
  const now = clock.now()
  for (const id of await closeUnpaidOrders(tx, order, { withOthers, now })) {
    const attempt = await supersedeOpenAttempt(tx, id, now)
    await endPending(tx, id, 'none')
    await releaseUses(tx, id)
    if (attempt) await jobs.enqueue(tx, checkAttemptJob(attempt.id))
  }
}
