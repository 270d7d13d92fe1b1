import { MINUTE_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { runEach, schedulePeriodic } from '../../platform/jobs/hourly-job.ts'
import { createPayment } from '../checkout/create-payment.ts'
import { type Deps, getProvider } from '../deps.ts'
import { AttemptPayload, checkAttemptJob, jobKinds, providerCallQueue } from '../jobs.ts'
import { scheduleClosingReceipts } from '../prepayments/close-prepayment.ts'
import { isProviderError } from '../provider.ts'
import {
  type ChargedAttempt,
  cancelAttempt,
  findChargedAttempt,
  syncAttempt,
} from '../provider-events/apply-payment.ts'
import {
  clearSuperseded,
  closeAttempt,
  findAttempt,
  listAttemptsToCheck,
  listSupersededToCheck,
  markReconciled,
  scheduleCheck,
  setProviderPaymentId,
} from '../records/attempt-store.ts'
import { endPending, findOrder, lockOrder, releaseIdleOrders } from '../records/order-store.ts'
import type { PaymentCheck } from '../records/payment-check.ts'
import { abandonedAfterMs, idleAfterMs, keyLifetimeMs, nextCheckAt } from '../records/schedules.ts'
import type { AttemptRow } from '../records/tables.ts'
import { compareTotals } from '../refunds/compare-totals.ts'
import { scheduleDisputeChecks, syncDisputes } from '../refunds/disputes.ts'
import { scheduleRefundChecks } from '../refunds/process-refund.ts'
import { chargesCard } from '../remembered-cards/remembered-cards.ts'
import { scheduleTotalsChecks } from './totals-check.ts'

const reconcileIntervalMs = 5 * MINUTE_MS
const maxChecksPerRun = 500

export function defineReconciliationJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.checkAttempt, {
    queue: providerCallQueue,
    run: (payload) => checkAttempt(deps, AttemptPayload.parse(payload).attemptId),
  })
  deps.jobs.define(jobKinds.reconcileAttempt, {
    queue: providerCallQueue,
    run: (payload) => reconcileAtOnce(deps, AttemptPayload.parse(payload).attemptId),
  })
}

/** Checks at once what changed while the hub was down, then runs every 5 minutes. */
export async function startReconciliation(deps: Deps): Promise<void> {
  await schedulePeriodic(deps, 'payments.reconcile', reconcileIntervalMs, () =>
    reconcileDue(deps, deps.clock.now()),
  )
  await reconcileDue(deps, deps.clock.now() + reconcileIntervalMs)
}

/** Enqueues a check for every attempt, refund, dispute and charge due by then. */
function reconcileDue(deps: Deps, dueBy: number): Promise<void> {
  return runEach([
    () => releaseIdleOrders(deps.db, deps.clock.now() - idleAfterMs),
    () => scheduleAttemptChecks(deps, dueBy),
    () => scheduleRefundChecks(deps, dueBy, maxChecksPerRun),
    () => scheduleDisputeChecks(deps, dueBy, maxChecksPerRun),
    () => scheduleTotalsChecks(deps, dueBy, maxChecksPerRun),
    () => scheduleClosingReceipts(deps, dueBy, maxChecksPerRun),
  ])
}

async function scheduleAttemptChecks({ db, jobs }: Deps, dueBy: number): Promise<void> {
  const open = await listAttemptsToCheck(db, dueBy, maxChecksPerRun)
  const superseded = await listSupersededToCheck(db, dueBy, maxChecksPerRun)
  for (const { id } of [...open, ...superseded]) await jobs.enqueue(db, checkAttemptJob(id))
}

/** An error at the provider ends the job: a later run checks again. */
async function checkAttempt(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt || !isUndecided(attempt)) return
  try {
    await reconcileAttempt(deps, attempt)
  } catch (error) {
    if (!isProviderError(error)) throw error
    deps.log.warn({ attemptId, reason: error.message }, 'Payment status not available from the provider')
  }
}

/**
 * Syncs an attempt and finds what was refunded or disputed in the provider's dashboard. An error at the provider fails the
 * job, which is retried.
 */
async function reconcileAtOnce(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt) return
  if (isUndecided(attempt)) await reconcileAttempt(deps, attempt)
  const charged = await findChargedAttempt(deps, attemptId)
  if (!charged) return
  // It was paid after all, although it was closed here.
  if (attempt.state !== 'open' && attempt.state !== 'succeeded')
    await markReconciled(deps.db, attemptId, deps.clock.now())
  await compareTotals(deps, charged)
  await syncDisputes(deps, charged)
}

const isUndecided = ({ state, supersededAt }: AttemptRow) => state === 'open' || supersededAt !== null

/** Syncs an attempt without a final event. Cancels one superseded or a day old. */
async function reconcileAttempt(deps: Deps, attempt: AttemptRow): Promise<void> {
  const now = deps.clock.now()
  await scheduleCheck(deps.db, attempt.id, nextCheckAt(attempt, now))
  const providerPaymentId = attempt.providerPaymentId ?? (await recoverPayment(deps, attempt, now))
  if (providerPaymentId === null) return closeUnopened(deps, attempt, now)
  const { kind } = await syncOrCancel(deps, { ...attempt, providerPaymentId }, now)
  const isDecided = kind !== 'open' && kind !== 'mismatch'
  if (isDecided && attempt.state === 'open') await markReconciled(deps.db, attempt.id, now)
  if (attempt.supersededAt !== null && kind !== 'open') await clearSuperseded(deps.db, attempt.id)
}

async function syncOrCancel(deps: Deps, attempt: ChargedAttempt, now: number): Promise<PaymentCheck> {
  const isUnwanted = attempt.supersededAt !== null || now - attempt.createdAt >= abandonedAfterMs
  return isUnwanted ? cancelAttempt(deps, attempt) : syncAttempt(deps, attempt)
}

/**
 * Finds the payment for a create call whose response was lost, by repeating the call under its idempotency key.
 * @returns  null once the key has expired. Nothing is lost then: without the response no browser could pay.
 */
async function recoverPayment(deps: Deps, attempt: AttemptRow, now: number): Promise<string | null> {
  if (now - attempt.createdAt > keyLifetimeMs) return null
  // A remembered card is charged by its player's press, never by a job.
  if (chargesCard(attempt)) return findByAttempt(deps, attempt)
  const order = await findOrder(deps.db, attempt.orderId)
  if (!order) throw new Error(`Attempt ${attempt.id} has no order`)
  return (await createPayment(deps, getProvider(deps, attempt), order, attempt)).providerPaymentId
}

async function findByAttempt(deps: Deps, attempt: AttemptRow): Promise<string | null> {
  const found = (await getProvider(deps, attempt).findPayment?.(attempt.id)) ?? null
  if (found !== null) await setProviderPaymentId(deps.db, attempt.id, found)
  return found
}

async function closeUnopened({ db }: Deps, attempt: AttemptRow, now: number): Promise<void> {
  await transact(db, async (tx) => {
    await lockOrder(tx, attempt.orderId)
    await clearSuperseded(tx, attempt.id)
    if (!(await closeAttempt(tx, attempt.id, 'failed', now))) return
    await endPending(tx, attempt.orderId, 'none')
  })
}
