import { MINUTE_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { runEach, schedulePeriodic } from '../../platform/jobs/hourly-job.ts'
import { createPayment } from '../checkout/create-payment.ts'
import { type Deps, getProvider } from '../deps.ts'
import { AttemptPayload, checkAttemptJob, jobKinds, settlementQueue } from '../jobs.ts'
import { isProviderError } from '../provider.ts'
import {
  type ChargedAttempt,
  cancelAttempt,
  findChargedAttempt,
  settleAttempt,
} from '../provider-events/apply-payment.ts'
import {
  clearSuperseded,
  closeAttempt,
  findAttempt,
  listAttemptsToCheck,
  listSupersededToCheck,
  markReconciled,
  scheduleCheck,
} from '../records/attempt-store.ts'
import { endPending, findOrder, lockOrder, releaseIdleOrders } from '../records/order-store.ts'
import type { PaymentCheck } from '../records/payment-check.ts'
import { abandonedAfterMs, idleAfterMs, keyLifetimeMs, nextCheckAt } from '../records/schedules.ts'
import type { AttemptRow } from '../records/tables.ts'
import { compareTotals } from '../refunds/compare-totals.ts'
import { scheduleDisputeChecks, syncDisputes } from '../refunds/disputes.ts'
import { scheduleRefundChecks } from '../refunds/process-refund.ts'
import { scheduleTotalsChecks } from './totals-check.ts'

const roundIntervalMs = 5 * MINUTE_MS
const maxChecksPerRound = 500

export function defineReconciliationJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.checkAttempt, {
    queue: settlementQueue,
    run: (payload) => checkAttempt(deps, AttemptPayload.parse(payload).attemptId),
  })
  deps.jobs.define(jobKinds.reconcileAttempt, {
    queue: settlementQueue,
    run: (payload) => reconcileAtOnce(deps, AttemptPayload.parse(payload).attemptId),
  })
}

/** Checks at once what changed while the hub was down, then runs a round every 5 minutes. */
export async function startReconciliation(deps: Deps): Promise<void> {
  await schedulePeriodic(deps, 'payments.reconcile', roundIntervalMs, () => runRound(deps, deps.clock.now()))
  await runRound(deps, deps.clock.now() + roundIntervalMs)
}

/** Enqueues a check for every attempt, refund, dispute and charge that is due by then. */
function runRound(deps: Deps, dueBy: number): Promise<void> {
  return runEach([
    () => releaseIdleOrders(deps.db, deps.clock.now() - idleAfterMs),
    () => scheduleAttemptChecks(deps, dueBy),
    () => scheduleRefundChecks(deps, dueBy, maxChecksPerRound),
    () => scheduleDisputeChecks(deps, dueBy, maxChecksPerRound),
    () => scheduleTotalsChecks(deps, dueBy, maxChecksPerRound),
  ])
}

async function scheduleAttemptChecks({ db, jobs }: Deps, dueBy: number): Promise<void> {
  const open = await listAttemptsToCheck(db, dueBy, maxChecksPerRound)
  const superseded = await listSupersededToCheck(db, dueBy, maxChecksPerRound)
  for (const { id } of [...open, ...superseded]) await jobs.enqueue(db, checkAttemptJob(id))
}

/** An error at the provider ends the job: a later round checks again. */
async function checkAttempt(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt || !isUnsettled(attempt)) return
  try {
    await reconcileAttempt(deps, attempt)
  } catch (error) {
    if (!isProviderError(error)) throw error
    deps.log.warn({ attemptId, reason: error.message }, 'Payment status not available from the provider')
  }
}

/**
 * Settles an attempt and finds what was refunded or disputed in the provider's dashboard. An error at the provider fails the
 * job, which is retried.
 */
async function reconcileAtOnce(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt) return
  if (isUnsettled(attempt)) await reconcileAttempt(deps, attempt)
  const charged = await findChargedAttempt(deps, attemptId)
  if (!charged) return
  // It was paid after all, although it was closed here.
  if (attempt.state !== 'open' && attempt.state !== 'succeeded')
    await markReconciled(deps.db, attemptId, deps.clock.now())
  await compareTotals(deps, charged)
  await syncDisputes(deps, charged)
}

const isUnsettled = ({ state, supersededAt }: AttemptRow) => state === 'open' || supersededAt !== null

/** Settles an attempt that no event has settled. Cancels one that is superseded or a day old. */
async function reconcileAttempt(deps: Deps, attempt: AttemptRow): Promise<void> {
  const now = deps.clock.now()
  await scheduleCheck(deps.db, attempt.id, nextCheckAt(attempt, now))
  const providerPaymentId = attempt.providerPaymentId ?? (await recoverPayment(deps, attempt, now))
  if (providerPaymentId === null) return closeUnopened(deps, attempt, now)
  const { kind } = await settleOrCancel(deps, { ...attempt, providerPaymentId }, now)
  const isSettled = kind !== 'open' && kind !== 'mismatch'
  if (isSettled && attempt.state === 'open') await markReconciled(deps.db, attempt.id, now)
  if (attempt.supersededAt !== null && kind !== 'open') await clearSuperseded(deps.db, attempt.id)
}

async function settleOrCancel(deps: Deps, attempt: ChargedAttempt, now: number): Promise<PaymentCheck> {
  const isUnwanted = attempt.supersededAt !== null || now - attempt.createdAt >= abandonedAfterMs
  return isUnwanted ? cancelAttempt(deps, attempt) : settleAttempt(deps, attempt)
}

/**
 * Finds the payment for a create call whose response was lost, by repeating the call under its idempotency key.
 * @returns  null once the key has expired. Nothing is lost then: without the response no browser could pay.
 */
async function recoverPayment(deps: Deps, attempt: AttemptRow, now: number): Promise<string | null> {
  if (now - attempt.createdAt > keyLifetimeMs) return null
  const order = await findOrder(deps.db, attempt.orderId)
  if (!order) throw new Error(`Attempt ${attempt.id} has no order`)
  return (await createPayment(deps, getProvider(deps, attempt), order, attempt)).providerPaymentId
}

async function closeUnopened({ db }: Deps, attempt: AttemptRow, now: number): Promise<void> {
  await transact(db, async (tx) => {
    await lockOrder(tx, attempt.orderId)
    await clearSuperseded(tx, attempt.id)
    if (!(await closeAttempt(tx, attempt.id, 'failed', now))) return
    await endPending(tx, attempt.orderId, 'none')
  })
}
