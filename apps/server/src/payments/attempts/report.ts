import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { stuckAfterMs } from '../refunds/refund.ts'
import type { DisputeRow, RefundRow } from '../refunds/refund-tables.ts'
import type { AttemptRow } from '../tables.ts'
import {
  countDeadWebhooks,
  listFailedRefunds,
  listHeldAttempts,
  listOpenDisputes,
  listReconciled,
  listStuckRefunds,
} from './report-store.ts'

export const reportedDays = 30

/** What an operator should know of money: what nobody told us of, and what disagrees. */
export type PaymentsReport = {
  /** Settled by reconciliation lately: no webhook and no browser was faster. */
  reconciled: AttemptRow[]
  held: AttemptRow[]
  failedRefunds: RefundRow[]
  /** Pending for longer than a provider should take. */
  stuckRefunds: RefundRow[]
  disputes: DisputeRow[]
  deadWebhooks: { project: string; count: number }[]
}

export async function paymentsReport(db: Db, now: number): Promise<PaymentsReport> {
  const since = now - reportedDays * DAY_MS
  return {
    reconciled: await listReconciled(db, since),
    held: await listHeldAttempts(db),
    failedRefunds: await listFailedRefunds(db, since),
    stuckRefunds: await listStuckRefunds(db, now - stuckAfterMs),
    disputes: await listOpenDisputes(db),
    deadWebhooks: await countDeadWebhooks(db),
  }
}
