import { HOUR_MS } from '../../platform/clock.ts'
import type { Deps } from '../deps.ts'
import { AttemptPayload, providerCallQueue } from '../jobs.ts'
import { ProviderUnavailable } from '../provider.ts'
import { findChargedAttempt } from '../provider-events/apply-payment.ts'
import { listAttemptsToCompare, scheduleTotalsCheck } from '../records/attempt-store.ts'
import { nextTotalsCheckAt } from '../records/schedules.ts'
import { compareTotals } from '../refunds/compare-totals.ts'
import { syncDisputes } from '../refunds/disputes.ts'

const checkJob = 'payments.check-totals'

export function defineTotalsJobs(deps: Deps): void {
  deps.jobs.define(checkJob, {
    queue: providerCallQueue,
    run: (payload) => checkTotals(deps, AttemptPayload.parse(payload).attemptId),
  })
}

/** Enqueues a comparison for every charge due by then. */
export async function scheduleTotalsChecks({ db, jobs }: Deps, dueBy: number, limit: number): Promise<void> {
  for (const { id } of await listAttemptsToCompare(db, dueBy, limit)) {
    await jobs.enqueue(db, { kind: checkJob, payload: { attemptId: id }, dedupeKey: `${checkJob}:${id}` })
  }
}

/** Compares a charge and its disputes with the provider. Retried after an hour when the provider is unavailable. */
async function checkTotals(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findChargedAttempt(deps, attemptId)
  if (!attempt) return
  const now = deps.clock.now()
  await scheduleTotalsCheck(deps.db, attempt.id, now + HOUR_MS)
  try {
    await compareTotals(deps, attempt)
    await syncDisputes(deps, attempt)
    await scheduleTotalsCheck(
      deps.db,
      attempt.id,
      nextTotalsCheckAt(attempt.closedAt ?? attempt.createdAt, now),
    )
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ attemptId: attempt.id, reason: error.message }, 'Totals not available from the provider')
  }
}
