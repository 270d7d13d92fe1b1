import { describeFault } from '@playhub/contract/operator/sentences/faults'
import { type Tx, transact } from '../../platform/database/database.ts'
import { toCountry } from '../buyer-country.ts'
import { type Deps, getProvider } from '../deps.ts'
import { closePrepaymentJob, issueReceiptJob, refundSecondChargeJob, rememberCardJob } from '../jobs.ts'
import { leaveOutUncharged } from '../offers/charged-offers.ts'
import { closeOrder, closeRepeats } from '../offers/close-order.ts'
import { findCodeOffer } from '../offers/code-store.ts'
import { givesOnce, leaveOutOwned, lockOwned, ownsOrdered } from '../offers/owns-line.ts'
import { confirmUses, releaseIdle } from '../offers/reserve.ts'
import type { ProviderPayment } from '../provider.ts'
import {
  closeAttempt,
  findAttempt,
  flagAttempt,
  requestCancellation,
  succeedAttempt,
  succeedAttemptOnce,
  supersedeOpenAttempt,
} from '../records/attempt-store.ts'
import { parseFiscalTerms } from '../records/order.ts'
import { endPending, lockOrder, payOrder } from '../records/order-store.ts'
import { type PaymentCheck, verifyPayment } from '../records/payment-check.ts'
import { listUnits } from '../records/purchase-store.ts'
import { grantPurchase } from '../records/purchases.ts'
import { insertClosingReceipt, newClosingReceipt } from '../records/receipt-store.ts'
import type { AttemptRow } from '../records/tables.ts'
import { fileWebhook, paymentPaid } from '../records/webhook.ts'

/** Fetches the attempt's payment from its provider and applies it. Only this pays an order. */
export async function syncAttempt(deps: Deps, attempt: AttemptRow): Promise<PaymentCheck> {
  if (attempt.providerPaymentId === null)
    throw new Error(`Attempt ${attempt.id} has no payment at its provider`)
  return applyReport(deps, attempt, await getProvider(deps, attempt).fetchPayment(attempt.providerPaymentId))
}

/**
 * Applies a payment that nobody is opening or cancelling here. One that has ended unpaid gives back the order's offers, which
 * a checkout that moves to another provider keeps.
 */
export async function applyReport(
  deps: Deps,
  attempt: AttemptRow,
  payment: ProviderPayment,
): Promise<PaymentCheck> {
  const check = await applyPayment(deps, attempt, payment)
  if (check.kind === 'cancelled' || check.kind === 'failed')
    await transact(deps.db, (tx) => releaseIdle(tx, attempt.orderId))
  return check
}

/** Asks the provider to cancel the attempt's payment, and applies what it reports then. */
export async function cancelAttempt(deps: Deps, attempt: ChargedAttempt): Promise<PaymentCheck> {
  const provider = getProvider(deps, attempt)
  await requestCancellation(deps.db, attempt.id, deps.clock.now())
  return applyPayment(deps, attempt, await provider.cancel(attempt.providerPaymentId))
}

/** Applies a payment as its provider reports it. Idempotent and safe to race: every update checks the state it changes. */
export async function applyPayment(
  deps: Deps,
  attempt: AttemptRow,
  payment: ProviderPayment,
): Promise<PaymentCheck> {
  const check = verifyPayment(attempt, payment, getProvider(deps, attempt).isLive)
  if (check.kind === 'paid') await markPaid(deps, attempt, payment)
  if (check.kind === 'cancelled' || check.kind === 'failed') await closeUnpaid(deps, attempt, check.kind)
  if (check.kind === 'mismatch') await flagForReview(deps, attempt, check.reason)
  return check
}

/**
 * Writes order, purchase, webhook and receipt job in one transaction. Locks the order before its attempts, as every
 * transaction writing both must, to prevent deadlocks.
 */
async function markPaid(deps: Deps, attempt: AttemptRow, payment: ProviderPayment): Promise<void> {
  const isNeeded = await transact(deps.db, (tx) => payOrderWith(deps, tx, attempt, payment)).catch(
    (error) => {
      if (error instanceof PurchaseExists) return false
      throw error
    },
  )
  if (!isNeeded && attempt.state !== 'succeeded') await returnCharge(deps, attempt, payment)
}

/** Rolls a payment back whose order has its purchase already, or whose one-time item the player owns by another order. */
class PurchaseExists extends Error {}

/** @returns  false when the order is already paid, or closed */
async function payOrderWith(
  deps: Deps,
  tx: Tx,
  attempt: AttemptRow,
  payment: ProviderPayment,
): Promise<boolean> {
  const { clock, catalogue, jobs } = deps
  const now = clock.now()
  const paid = await payOrder(tx, attempt, toCountry(payment.cardCountry), now)
  if (!paid) return false
  const isOneTime = givesOnce(deps, paid)
  if (isOneTime) await lockOwned(tx, paid)
  const order = await leaveOutUncharged(deps, tx, await leaveOutOwned(deps, tx, paid))
  if (isOneTime && (await ownsOrdered(deps, tx, order))) throw new PurchaseExists()
  await succeedAttempt(tx, attempt.id, payment.paidWith, now)
  // An attempt closed here was paid after all: the one opened in its place is not wanted any more.
  if (attempt.state !== 'open') await supersedeOpenAttempt(tx, order.id, now)
  const purchase = await grantPurchase(tx, order, now)
  if (!purchase) throw new PurchaseExists()
  if (isOneTime) await closeRepeats(deps, tx, order)
  await confirmUses(tx, order)
  const purchases = order.lines === null ? [purchase] : await listUnits(tx, order.id)
  const webhook = await fileWebhook(
    { catalogue, jobs },
    tx,
    order,
    paymentPaid(order, purchases, await findCodeOffer(tx, order)),
  )
  if (isPrepayment(deps, attempt)) {
    await insertClosingReceipt(tx, newClosingReceipt(order.id, now))
    if (!webhook) await jobs.enqueue(tx, closePrepaymentJob(order.id))
  }
  await jobs.enqueue(tx, issueReceiptJob(order.id), ...rememberingJobs(attempt))
  return true
}

/** True for a prepayment whose closing receipt its provider registers (54-FZ). */
function isPrepayment(deps: Deps, attempt: AttemptRow): boolean {
  const { closePrepayment } = getProvider(deps, attempt)
  return parseFiscalTerms(attempt)?.mode === 'full_prepayment' && closePrepayment !== undefined
}

/**
 * Refunds a surplus charge: another attempt has paid its order, an operator has decided about it, or the player owns
 * its non-consumable item. Does nothing when this attempt has paid the order.
 */
async function returnCharge(deps: Deps, attempt: AttemptRow, { paidWith }: ProviderPayment): Promise<void> {
  const { id, orderId } = attempt
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || !(await succeedAttemptOnce(tx, id, paidWith, deps.clock.now()))) return
    await closeOrder(deps, tx, order)
    deps.log.error(
      { orderId, attemptId: id },
      'Order charged although it is paid or closed; refunding the charge',
    )
    await deps.jobs.enqueue(tx, refundSecondChargeJob(id), ...rememberingJobs(attempt))
  })
}

const rememberingJobs = ({ id, card }: AttemptRow) => (card === 'remember' ? [rememberCardJob(id)] : [])

async function closeUnpaid({ db, clock }: Deps, attempt: AttemptRow, state: 'cancelled' | 'failed') {
  await transact(db, async (tx) => {
    await lockOrder(tx, attempt.orderId)
    const closedAs = await closeAttempt(tx, attempt.id, state, clock.now())
    if (closedAs) await endPending(tx, attempt.orderId, closedAs === 'failed' ? 'fail' : 'none')
  })
}

async function flagForReview({ db, log }: Deps, attempt: AttemptRow, reason: string): Promise<void> {
  if (!(await flagAttempt(db, attempt.id, reason))) return
  const { id, orderId, provider, providerPaymentId } = attempt
  log.error(
    { orderId, attemptId: id, provider, providerPaymentId, reason: describeFault(reason) },
    'Payment does not match its attempt; flagged for review',
  )
}

/** An attempt with a payment at its provider. */
export type ChargedAttempt = AttemptRow & { providerPaymentId: string }

/** The attempt if it was charged. Syncs it first, because a refund's event may arrive before its payment's. */
export async function findChargedAttempt(deps: Deps, attemptId: string): Promise<ChargedAttempt | undefined> {
  const attempt = await findAttempt(deps.db, attemptId)
  const providerPaymentId = attempt?.providerPaymentId
  if (!attempt || !providerPaymentId) return undefined
  if (attempt.state === 'succeeded') return { ...attempt, providerPaymentId }
  await syncAttempt(deps, attempt)
  const synced = await findAttempt(deps.db, attemptId)
  return synced?.state === 'succeeded' ? { ...synced, providerPaymentId } : undefined
}
