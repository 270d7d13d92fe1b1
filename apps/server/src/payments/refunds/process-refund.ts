import { describeFault, storeFault } from '@playhub/contract/operator/sentences/faults'
import { type Tx, transact } from '../../platform/database/database.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import { type Deps, getProvider } from '../deps.ts'
import { endHoldJob, jobKinds, providerCallQueue, RefundPayload, refundJob } from '../jobs.ts'
import { ProviderRefused, ProviderUnavailable } from '../provider.ts'
import type { ChargedAttempt } from '../provider-events/apply-payment.ts'
import { findAttempt } from '../records/attempt-store.ts'
import { toSoldItem } from '../records/order.ts'
import { findOrder, lockOrder } from '../records/order-store.ts'
import { findClosingReceipt } from '../records/receipt-store.ts'
import { findNextToSend, isHeld, refundedTotalMinor, unexplainedMinor } from '../records/refund-rules.ts'
import {
  findRefund,
  listRefundsByAttempt,
  listRefundsToCheck,
  markSent,
  scheduleRefundCheck,
} from '../records/refund-store.ts'
import { keyLifetimeMs, nextRefundCheckAt } from '../records/schedules.ts'
import type { OrderRow, RefundRow } from '../records/tables.ts'
import { compareTotals } from './compare-totals.ts'
import { syncDisputes } from './disputes.ts'
import { type RefundOutcome, recordRefund } from './record-refund.ts'

export function defineRefundJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.refund, {
    queue: providerCallQueue,
    run: (payload) => processRefund(deps, RefundPayload.parse(payload).refundId),
  })
}

/** Enqueues a check for every refund due by then, in case its own job was lost. */
export async function scheduleRefundChecks({ db, jobs }: Deps, dueBy: number, limit: number): Promise<void> {
  for (const refund of await listRefundsToCheck(db, dueBy, limit)) {
    const job = isHeld(refund)
      ? endHoldJob(refund, dueBy)
      : { ...refundJob(refund), dedupeKey: `${jobKinds.refund}:${refund.id}` }
    await jobs.enqueue(db, job)
  }
}

/** An unavailable provider ends the job; the next check is scheduled. */
async function processRefund(deps: Deps, refundId: string): Promise<void> {
  try {
    await checkRefund(deps, refundId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ refundId, reason: error.message }, 'Refund status not available from the provider')
    await checkLater(deps, refundId, storeFault('provider-unavailable', { said: error.message }))
  }
}

/** Sends a refund to the provider, or fetches its state. Idempotent: the refund's id is the idempotency key. */
export async function checkRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (!refund || refund.state === 'failed' || isHeld(refund)) return
  const attempt = await findAttempt(deps.db, refund.attemptId)
  const providerPaymentId = attempt?.providerPaymentId
  if (!attempt || !providerPaymentId) throw new Error(`Refund ${refundId} has no payment at a provider`)
  const { providerRefundId } = refund
  if (providerRefundId !== null) {
    const provider = getProvider(deps, attempt)
    return record(deps, refund, await provider.fetchRefund({ providerPaymentId, refundId: providerRefundId }))
  }
  if (refund.state === 'pending') await send(deps, refund, { ...attempt, providerPaymentId })
}

async function send(deps: Deps, refund: RefundRow, attempt: ChargedAttempt): Promise<void> {
  const isKeyExpired = refund.sentAt !== null && deps.clock.now() - refund.sentAt > keyLifetimeMs
  if (isKeyExpired) return inferOutcome(deps, refund, attempt)
  const refunds = await listRefundsByAttempt(deps.db, attempt.id)
  if (findNextToSend(refunds)?.id !== refund.id) return checkLater(deps, refund.id, null)
  if (refund.sentAt === null) await compareTotals(deps, attempt)
  const remainingMinor = await claimSending(deps, refund, attempt)
  if (remainingMinor !== undefined) await sendToProvider(deps, refund, attempt, remainingMinor)
}

/**
 * Claims the right to send a refund.
 * @returns  what stays charged after it; undefined when another job is sending it, or when a refund in the provider's
 *           dashboard left too little, which fails this one
 */
function claimSending(deps: Deps, refund: RefundRow, attempt: ChargedAttempt): Promise<number | undefined> {
  return transact(deps.db, async (tx) => {
    await lockOrder(tx, refund.orderId)
    const refunds = await listRefundsByAttempt(tx, attempt.id)
    const current = refunds.find(({ id }) => id === refund.id)
    if (current?.state !== 'pending' || isHeld(current) || current.sentAt !== refund.sentAt) return undefined
    const { sentAt } = current
    // Later refunds must not change a repeated call.
    const earlier = refunds.filter(
      ({ settledAt }) => sentAt === null || (settledAt !== null && settledAt <= sentAt),
    )
    const remainingMinor = attempt.amountMinor - refundedTotalMinor(earlier) - refund.amountMinor
    if (sentAt !== null) return Math.max(0, remainingMinor)
    if (remainingMinor < 0) {
      await recordIn(deps, tx, refund, failed(storeFault('refund-elsewhere')))
      return undefined
    }
    await markSent(tx, refund.id, deps.clock.now())
    return remainingMinor
  })
}

async function sendToProvider(
  deps: Deps,
  refund: RefundRow,
  attempt: ChargedAttempt,
  remainingMinor: number,
): Promise<void> {
  const order = await findOrder(deps.db, refund.orderId)
  if (!order) throw new Error(`Refund ${refund.id} has no order`)
  const { id: key, amountMinor, currency } = refund
  const { providerPaymentId, receiptEmail } = attempt
  try {
    const outcome = await getProvider(deps, attempt).refund({
      providerPaymentId,
      key,
      amount: { amountMinor, currency },
      charged: { amountMinor: attempt.amountMinor, currency },
      remaining: { amountMinor: remainingMinor, currency },
      reason: describeFault(refund.reason),
      item: toSoldItem(order, attempt),
      receiptEmail,
      isPrepaymentClosed: await wasPrepaymentClosed(deps, order, refund.id),
    })
    await record(deps, refund, outcome)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    const { fault, message: said } = error
    await record(deps, refund, failed(fault ? storeFault(fault) : storeFault('provider-refused', { said })))
    // A dispute whose event was lost may be why.
    await syncDisputes(deps, attempt)
  }
}

/**
 * Compared with the refund's first sending, so that a repeated call is identical. A surplus charge stays a prepayment: nothing
 * was delivered for it.
 */
async function wasPrepaymentClosed({ db }: Deps, order: OrderRow, refundId: string): Promise<boolean> {
  const refund = await findRefund(db, refundId)
  if (!refund || refund.sentAt === null || refund.attemptId !== order.paidAttemptId) return false
  const closing = await findClosingReceipt(db, order.id)
  if (!closing || closing.sentAt === null) return false
  const wasGivenUp =
    closing.state === 'failed' && closing.finishedAt !== null && closing.finishedAt <= refund.sentAt
  return closing.sentAt <= refund.sentAt && !wasGivenUp
}

/**
 * Decides a refund whose response was lost and whose idempotency key has expired: sending it again might refund twice.
 * The provider's total tells whether it was executed.
 */
async function inferOutcome(deps: Deps, refund: RefundRow, attempt: ChargedAttempt): Promise<void> {
  const others = (await listRefundsByAttempt(deps.db, attempt.id)).filter(({ id }) => id !== refund.id)
  const { refundedMinor } = await getProvider(deps, attempt).fetchPayment(attempt.providerPaymentId)
  const unexplained = unexplainedMinor(refundedMinor, others, others)
  if (unexplained >= refund.amountMinor) return record(deps, refund, { state: 'succeeded', refundId: null })
  if (unexplained <= 0) return record(deps, refund, failed(storeFault('refund-not-executed')))
  const amount = { amountMinor: unexplained, currency: refund.currency }
  await checkLater(deps, refund.id, storeFault('refund-unexplained', { amount }))
}

const failed = (error: string) => ({ state: 'failed', refundId: null, error }) as const

const record = (deps: Deps, refund: RefundRow, outcome: RefundOutcome) =>
  transact(deps.db, (tx) => recordIn(deps, tx, refund, outcome))

async function recordIn(deps: Deps, tx: Tx, refund: RefundRow, outcome: RefundOutcome): Promise<void> {
  const recorded = await recordRefund(deps, tx, refund, outcome)
  await deps.jobs.enqueue(
    tx,
    ...checkJobAt(recorded, recorded.nextCheckAt),
    ...(await createNextRefundJobs(tx, recorded)),
  )
}

async function createNextRefundJobs(tx: Tx, { attemptId, state }: RefundRow): Promise<NewJob[]> {
  if (state === 'pending') return []
  const next = findNextToSend(await listRefundsByAttempt(tx, attemptId))
  return next && next.providerRefundId === null ? [refundJob(next)] : []
}

async function checkLater({ db, clock, jobs }: Deps, refundId: string, error: string | null): Promise<void> {
  await transact(db, async (tx) => {
    const refund = await findRefund(tx, refundId)
    if (!refund) return
    const at = nextRefundCheckAt(refund, clock.now())
    await scheduleRefundCheck(tx, refundId, at, error)
    await jobs.enqueue(tx, ...checkJobAt(refund, at))
  })
}

function checkJobAt(refund: RefundRow, at: number | null): NewJob[] {
  return at === null
    ? []
    : [{ ...refundJob(refund), runAt: at, dedupeKey: `${jobKinds.refund}:${refund.id}:${at}` }]
}
