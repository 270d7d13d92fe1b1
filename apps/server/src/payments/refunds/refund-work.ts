import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import { findAttempt } from '../attempts/attempt-store.ts'
import { compareBooks } from '../attempts/audit.ts'
import { refundRequest } from '../attempts/charge.ts'
import type { ChargedAttempt } from '../attempts/charged-attempt.ts'
import { providerOf } from '../attempts/provider-of.ts'
import type { Deps } from '../deps.ts'
import { findOrder, lockOrder } from '../orders/order-store.ts'
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import { settlementQueue } from '../queues.ts'
import { nextLookAt, returnedMinor, unknownMinor } from './refund.ts'
import { type RefundWord, recordRefund } from './refund-record.ts'
import { findRefund, listRefundsOfAttempt, listRefundsToCheck, markAsked, planLook } from './refund-store.ts'
import type { RefundRow } from './refund-tables.ts'
import { refundJob, refundJobKind } from './refunds.ts'

/** Stripe and YooKassa may forget an idempotency key after a day; later the same words would return money twice. */
const keysLiveMs = DAY_MS - HOUR_MS

export function defineRefundJobs(deps: Deps): void {
  deps.jobs.define(refundJobKind, {
    queue: settlementQueue,
    run: (payload) => tryToLook(deps, (payload as { refundId: string }).refundId),
  })
}

/** Plans a look at every refund that is due by then, for what the refunds' own jobs have missed. */
export async function planRefundLooks({ db, jobs }: Deps, dueBy: number, limit: number): Promise<void> {
  for (const refund of await listRefundsToCheck(db, dueBy, limit)) {
    await jobs.enqueue(db, { ...refundJob(refund), dedupeKey: `${refundJobKind}:${refund.id}` })
  }
}

/** A provider in trouble is asked again later, so its trouble ends the job. */
async function tryToLook(deps: Deps, refundId: string): Promise<void> {
  try {
    await lookAtRefund(deps, refundId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ refund: refundId, reason: error.message }, 'A provider did not answer about a refund')
    await lookLater(deps, refundId, error.message)
  }
}

async function lookLater({ db, clock, jobs }: Deps, refundId: string, error: string | null): Promise<void> {
  await transact(db, async (tx) => {
    const refund = await findRefund(tx, refundId)
    if (!refund) return
    const at = nextLookAt(refund, clock.now())
    await planLook(tx, refundId, at, error)
    await jobs.enqueue(tx, ...laterJob(refund, at))
  })
}

function laterJob(refund: RefundRow, at: number | null): NewJob[] {
  return at === null
    ? []
    : [{ ...refundJob(refund), runAt: at, dedupeKey: `${refundJobKind}:${refund.id}:${at}` }]
}

/** Asks the provider for a refund, or how it stands. Safe to repeat: the refund's id is the idempotency key. */
export async function lookAtRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (!refund || refund.state === 'failed') return
  const attempt = await findAttempt(deps.db, refund.attemptId)
  const providerId = attempt?.providerId
  if (!attempt || !providerId) throw new Error(`Refund ${refundId} is of an attempt without a payment`)
  if (refund.providerRefundId !== null) {
    const told = await providerOf(deps, attempt).fetchRefund({
      providerId,
      refundId: refund.providerRefundId,
    })
    return record(deps, refund, told)
  }
  if (refund.state === 'pending') await ask(deps, refund, { ...attempt, providerId })
}

const record = (deps: Deps, refund: RefundRow, told: RefundWord) =>
  transact(deps.db, (tx) => recordIn(deps, tx, refund, told))

async function recordIn(deps: Deps, tx: Tx, refund: RefundRow, told: RefundWord): Promise<void> {
  const recorded = await recordRefund(deps, tx, refund, told)
  await deps.jobs.enqueue(
    tx,
    ...laterJob(recorded, recorded.nextCheckAt),
    ...(await nextInLine(tx, recorded)),
  )
}

/** Refunds of one charge go one after the other: a provider may have room for one, and wants to hear what is left. */
async function nextInLine(tx: Tx, { attemptId, state }: RefundRow): Promise<NewJob[]> {
  if (state === 'pending') return []
  const next = (await listRefundsOfAttempt(tx, attemptId)).find((refund) => refund.state === 'pending')
  return next && next.providerRefundId === null ? [refundJob(next)] : []
}

async function ask(deps: Deps, refund: RefundRow, attempt: ChargedAttempt): Promise<void> {
  const now = deps.clock.now()
  const isForgotten = refund.askedAt !== null && now - refund.askedAt > keysLiveMs
  if (isForgotten) return recognize(deps, refund, attempt)
  const firstPending = (await listRefundsOfAttempt(deps.db, attempt.id)).find(
    ({ state }) => state === 'pending',
  )
  if (firstPending?.id !== refund.id) return lookLater(deps, refund.id, null)
  if (refund.askedAt === null) await compareBooks(deps, attempt)
  const remainingMinor = await beginAsking(deps, refund, attempt)
  if (remainingMinor !== undefined) await askProvider(deps, refund, attempt, remainingMinor)
}

/**
 * Takes the right to ask for a refund.
 * @returns  what stays charged after it; undefined when another job is asking already, or when the provider's own desk
 *           was faster and too little is left, which ends the refund
 */
function beginAsking(deps: Deps, refund: RefundRow, attempt: ChargedAttempt): Promise<number | undefined> {
  return transact(deps.db, async (tx) => {
    await lockOrder(tx, refund.orderId)
    const refunds = await listRefundsOfAttempt(tx, attempt.id)
    const current = refunds.find(({ id }) => id === refund.id)
    if (current?.state !== 'pending' || current.askedAt !== refund.askedAt) return undefined
    const remainingMinor = attempt.amountMinor - returnedMinor(refunds) - refund.amountMinor
    if (current.askedAt !== null) return Math.max(0, remainingMinor)
    if (remainingMinor < 0) {
      await recordIn(deps, tx, refund, failed('The money was returned at the provider already'))
      return undefined
    }
    await markAsked(tx, refund.id, deps.clock.now())
    return remainingMinor
  })
}

async function askProvider(
  deps: Deps,
  refund: RefundRow,
  attempt: ChargedAttempt,
  remainingMinor: number,
): Promise<void> {
  const order = await findOrder(deps.db, refund.orderId)
  if (!order) throw new Error(`Refund ${refund.id} has no order`)
  const { id: key, amountMinor, currency, reason } = refund
  const remaining = { amountMinor: remainingMinor, currency }
  try {
    const request = refundRequest(order, attempt, {
      key,
      amount: { amountMinor, currency },
      remaining,
      reason,
    })
    await record(deps, refund, await providerOf(deps, attempt).refund(request))
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    await record(deps, refund, failed(error.message))
  }
}

const failed = (error: string) => ({ state: 'failed', refundId: null, error }) as const

/**
 * The provider was asked so long ago that asking again might return the money twice, and its answer never came: its
 * books tell whether it did what it was asked.
 */
async function recognize(deps: Deps, refund: RefundRow, attempt: ChargedAttempt): Promise<void> {
  const others = (await listRefundsOfAttempt(deps.db, attempt.id)).filter(({ id }) => id !== refund.id)
  const { refundedMinor } = await providerOf(deps, attempt).fetchPayment(attempt.providerId)
  const unknown = unknownMinor(refundedMinor, others, others)
  if (unknown >= refund.amountMinor) return record(deps, refund, { state: 'succeeded', refundId: null })
  if (unknown <= 0) return record(deps, refund, failed('The provider never took it up: ask for it again'))
  await lookLater(deps, refund.id, `The provider has returned ${unknown} that fits nothing`)
}
