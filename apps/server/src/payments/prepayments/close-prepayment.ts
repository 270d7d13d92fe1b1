/** Sends the receipts by which prepayments become payments once their items are delivered (54-FZ). */
import { describeFault, storeFault } from '@playhub/contract/operator/sentences/faults'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { type Deps, getProvider } from '../deps.ts'
import { closePrepaymentJob, jobKinds, OrderPayload, receiptQueue } from '../jobs.ts'
import {
  type ClosingReceiptResult,
  isProviderError,
  ProviderRefused,
  type ProviderUnavailable,
} from '../provider.ts'
import { type ChargedAttempt, findChargedAttempt } from '../provider-events/apply-payment.ts'
import { fiscalPollDelayMs } from '../receipts/fiscal-receipt.ts'
import { toMoney, toSoldItem } from '../records/order.ts'
import { findOrder, lockOrder } from '../records/order-store.ts'
import {
  findClosingReceipt,
  isOrderDelivered,
  listClosingReceiptsDue,
  updateClosingReceipt,
} from '../records/receipt-store.ts'
import { calculateBalance } from '../records/refund-rules.ts'
import { listRefundsByAttempt } from '../records/refund-store.ts'
import { retryDelayAfterMs, stuckAfterMs } from '../records/schedules.ts'
import type { ClosingReceiptRow, OrderRow } from '../records/tables.ts'
import { compareTotals } from '../refunds/compare-totals.ts'

/** Longer than a call with its repetitions: one job at a time sends a receipt. */
const leaseMs = 2 * MINUTE_MS

export function defineClosingReceiptJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.closePrepayment, {
    queue: receiptQueue,
    run: (payload) => closePrepayment(deps, OrderPayload.parse(payload).orderId),
  })
}

/** Enqueues every receipt due by then, in case its own job was lost. */
export async function scheduleClosingReceipts(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  dueBy: number,
  limit: number,
): Promise<void> {
  for (const orderId of await listClosingReceiptsDue(db, dueBy, limit))
    await jobs.enqueue(db, {
      ...closePrepaymentJob(orderId),
      dedupeKey: `${jobKinds.closePrepayment}:${orderId}`,
    })
}

/** Sends an order's receipt or fetches its state, if either is due. Idempotent and safe to race. */
async function closePrepayment(deps: Deps, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId)
  const attempt = order?.paidAttemptId && (await findChargedAttempt(deps, order.paidAttemptId))
  if (!order || !attempt) return
  const receipt = await claim(deps, attempt)
  if (!receipt) return
  try {
    await record(deps, receipt, await call(deps, order, attempt, receipt))
  } catch (error) {
    if (!isProviderError(error)) throw error
    await recordFailure(deps, receipt, error)
  }
}

/** @returns  undefined when nothing is due, or another job is at it */
async function claim(deps: Deps, attempt: ChargedAttempt): Promise<ClosingReceiptRow | undefined> {
  const { db } = deps
  const receipt = await findClosingReceipt(db, attempt.orderId)
  const isDelivered = isUnsent(receipt) && (await isOrderDelivered(db, attempt.orderId))
  if (isDelivered && !(await isCompared(deps, attempt))) return undefined
  return transact(db, async (tx) => {
    await lockOrder(tx, attempt.orderId)
    const now = deps.clock.now()
    const current = await findClosingReceipt(tx, attempt.orderId)
    const begun = current && (await begin(tx, attempt, current, { isDelivered, now }))
    if (begun?.state !== 'sent' || (begun.nextTryAt ?? now) > now) return undefined
    await updateClosingReceipt(tx, attempt.orderId, { nextTryAt: now + leaseMs })
    return begun
  })
}

/** Finds what was refunded in the provider's dashboard. False when the provider does not answer: a later run asks again. */
async function isCompared(deps: Deps, attempt: ChargedAttempt): Promise<boolean> {
  try {
    await compareTotals(deps, attempt)
    return true
  } catch (error) {
    if (!isProviderError(error)) throw error
    return false
  }
}

const isUnsent = (receipt: ClosingReceiptRow | undefined) =>
  receipt?.state === 'waiting' || receipt?.state === 'refunded'

/**
 * Fixes the amount of a receipt whose item is delivered: what refunds have left. Waits while one is pending, which enqueues
 * the job again once it is final.
 */
async function begin(
  tx: Tx,
  attempt: ChargedAttempt,
  receipt: ClosingReceiptRow,
  { isDelivered, now }: { isDelivered: boolean; now: number },
): Promise<ClosingReceiptRow> {
  if (!isUnsent(receipt)) return receipt
  const refunds = await listRefundsByAttempt(tx, attempt.id)
  if (refunds.some(({ state }) => state === 'pending')) return receipt
  const amountMinor = attempt.amountMinor - calculateBalance(attempt.amountMinor, refunds, []).refundedMinor
  const sent = { state: 'sent', amountMinor, sentAt: now, nextTryAt: now } as const
  const unsent = { state: amountMinor > 0 ? 'waiting' : 'refunded' } as const
  const changes = amountMinor > 0 && isDelivered ? sent : unsent
  await updateClosingReceipt(tx, receipt.orderId, changes)
  return { ...receipt, ...changes }
}

/** @throws ProviderRefused, ProviderUnavailable */
async function call(
  deps: Deps,
  order: OrderRow,
  attempt: ChargedAttempt,
  { id: key, amountMinor, providerReceiptId }: ClosingReceiptRow,
): Promise<ClosingReceiptResult> {
  const provider = getProvider(deps, attempt)
  const { providerPaymentId, receiptEmail } = attempt
  const result =
    providerReceiptId === null
      ? await provider.closePrepayment?.({
          ...{ providerPaymentId, key, receiptEmail, item: toSoldItem(order, attempt) },
          amount: { ...toMoney(attempt), amountMinor: amountMinor ?? attempt.amountMinor },
        })
      : await provider.fetchClosingReceipt?.(providerReceiptId)
  if (!result) throw new ProviderRefused(`${provider.name} registers no closing receipts`)
  return result
}

async function record(
  deps: Deps,
  { orderId, sentAt }: ClosingReceiptRow,
  { receiptId: providerReceiptId, state }: ClosingReceiptResult,
): Promise<void> {
  const now = deps.clock.now()
  const sinceMs = now - (sentAt ?? now)
  if (state === 'failed')
    return giveUp(deps, orderId, storeFault('closing-receipt-refused'), providerReceiptId)
  if (state === 'registered') {
    const finished = { state, providerReceiptId, error: null, nextTryAt: null, finishedAt: now }
    return updateClosingReceipt(deps.db, orderId, finished)
  }
  if (sinceMs > stuckAfterMs)
    return giveUp(deps, orderId, storeFault('closing-receipt-silent'), providerReceiptId)
  const nextTryAt = now + (fiscalPollDelayMs(sinceMs) ?? HOUR_MS)
  await tryAgainAt(deps, orderId, nextTryAt, { providerReceiptId, tries: 0, error: null })
}

/** Only what the hub itself refuses is final at once: a provider may be set up differently by the next try. */
async function recordFailure(
  deps: Deps,
  { orderId, tries, providerReceiptId }: ClosingReceiptRow,
  error: ProviderRefused | ProviderUnavailable,
): Promise<void> {
  const fault = error instanceof ProviderRefused ? error.fault : undefined
  const code = error instanceof ProviderRefused ? 'provider-refused' : 'provider-unavailable'
  const stored = fault ? storeFault(fault) : storeFault(code, { said: error.message })
  const delayMs = fault ? null : retryDelayAfterMs(tries + 1, Math.random())
  if (delayMs === null) return giveUp(deps, orderId, stored, providerReceiptId)
  deps.log.warn({ orderId, reason: error.message }, 'Closing receipt not registered; retrying')
  await tryAgainAt(deps, orderId, deps.clock.now() + delayMs, { tries: tries + 1, error: stored })
}

async function tryAgainAt(
  { db, jobs }: Deps,
  orderId: string,
  nextTryAt: number,
  changes: Partial<ClosingReceiptRow>,
): Promise<void> {
  await transact(db, async (tx) => {
    await updateClosingReceipt(tx, orderId, { ...changes, nextTryAt })
    await jobs.enqueue(tx, closePrepaymentJob(orderId, nextTryAt))
  })
}

async function giveUp(
  { db, clock, log }: Deps,
  orderId: string,
  error: string,
  providerReceiptId: string | null,
): Promise<void> {
  const finished = { providerReceiptId, error, nextTryAt: null, finishedAt: clock.now() }
  await updateClosingReceipt(db, orderId, { ...finished, state: 'failed' })
  log.error({ orderId, reason: describeFault(error) }, 'Closing receipt not registered; given up')
}
