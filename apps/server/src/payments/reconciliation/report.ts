import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { listAttemptsToReview, listReconciled } from '../records/attempt-store.ts'
import { listOpenDisputes } from '../records/dispute-store.ts'
import { listFailedRefunds, listStuckRefunds } from '../records/refund-store.ts'
import { stuckAfterMs } from '../records/schedules.ts'
import type { AttemptRow, DisputeRow, RefundRow } from '../records/tables.ts'
import { countDeadWebhooks } from '../records/webhook-store.ts'

export const reportedDays = 30

/** Payments calling for an operator. */
export type PaymentsReport = {
  /** Found by reconciliation within `reportedDays`, because neither an event nor a browser did. */
  reconciled: AttemptRow[]
  toReview: AttemptRow[]
  failedRefunds: RefundRow[]
  /** Pending for longer than a provider should need. */
  stuckRefunds: RefundRow[]
  disputes: DisputeRow[]
  deadWebhooks: { project: string; count: number }[]
}

export async function paymentsReport(db: Db, now: number): Promise<PaymentsReport> {
  const since = now - reportedDays * DAY_MS
  return {
    reconciled: await listReconciled(db, since),
    toReview: await listAttemptsToReview(db),
    failedRefunds: await listFailedRefunds(db, since),
    stuckRefunds: await listStuckRefunds(db, now - stuckAfterMs),
    disputes: await listOpenDisputes(db),
    deadWebhooks: await countDeadWebhooks(db),
  }
}
