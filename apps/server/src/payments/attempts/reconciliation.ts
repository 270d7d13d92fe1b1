import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { findOrder, leavePending, lockOrder, releaseIdleOrders } from '../orders/order-store.ts'
import { isProviderTrouble } from '../providers/provider.ts'
import { settlementQueue } from '../queues.ts'
import { planDisputeLooks } from '../refunds/disputes.ts'
import { planRefundLooks } from '../refunds/refund-work.ts'
import type { AttemptRow } from '../tables.ts'
import {
  closeAttempt,
  endWatch,
  findAttempt,
  listAttemptsToCheck,
  listSupersededToCheck,
  markReconciled,
  planCheck,
} from './attempt-store.ts'
import { planAudits } from './audit.ts'
import { begin } from './checkout.ts'
import { providerOf } from './provider-of.ts'
import { recordPayment, settleAttempt } from './settlement.ts'
import { abandonedAfterMs, idleAfterMs, nextCheckAt, type Verdict } from './verdict.ts'

const roundJob = 'payments.reconcile'
const checkJob = 'payments.check-attempt'
const roundEveryMs = 5 * MINUTE_MS
const roundSize = 500
/** Stripe and YooKassa may forget an idempotency key after a day; later the same words would make another payment. */
const keysLiveMs = DAY_MS - HOUR_MS

export function defineReconciliationJobs(deps: Deps): void {
  deps.jobs.define(roundJob, {
    run: async () => {
      await planRound(deps, nextRoundAt(deps.clock.now()))
      await reconcile(deps, deps.clock.now())
    },
  })
  deps.jobs.define(checkJob, {
    queue: settlementQueue,
    run: (payload) => tryToCheck(deps, (payload as { attemptId: string }).attemptId),
  })
}

/** Looks at once at what happened while the hub was away, and then every few minutes. */
export async function startReconciling(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  await planRound(deps, nextRoundAt(now))
  await reconcile(deps, now + roundEveryMs)
}

function nextRoundAt(now: number): number {
  return (Math.floor(now / roundEveryMs) + 1) * roundEveryMs
}

/** Several hubs of one database plan the same round once. */
function planRound({ db, jobs }: Deps, runAt: number): Promise<void> {
  return jobs.enqueue(db, { kind: roundJob, payload: {}, runAt, dedupeKey: `${roundJob}:${runAt}` })
}

/** Plans a look at every attempt, refund, charge and dispute that is due by then. */
async function reconcile(deps: Deps, dueBy: number): Promise<void> {
  const { db, jobs, clock } = deps
  await releaseIdleOrders(db, clock.now() - idleAfterMs)
  const open = await listAttemptsToCheck(db, dueBy, roundSize)
  const superseded = await listSupersededToCheck(db, dueBy, roundSize)
  for (const { id } of [...open, ...superseded]) {
    await jobs.enqueue(db, { kind: checkJob, payload: { attemptId: id }, dedupeKey: `${checkJob}:${id}` })
  }
  await planRefundLooks(deps, dueBy, roundSize)
  await planDisputeLooks(deps, dueBy, roundSize)
  await planAudits(deps, dueBy, roundSize)
}

/** A provider in trouble is asked again by a later round, so its trouble ends the job. */
async function tryToCheck(deps: Deps, attemptId: string): Promise<void> {
  try {
    await checkAttempt(deps, attemptId)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    deps.log.warn(
      { attempt: attemptId, reason: error.message },
      'A provider did not tell how a payment stands',
    )
  }
}

/**
 * Settles an attempt that no webhook has settled, and closes at its provider one that nobody paid for a day or wants
 * any more.
 */
async function checkAttempt(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (!attempt || (attempt.state !== 'open' && attempt.supersededAt === null)) return
  const now = deps.clock.now()
  await planCheck(deps.db, attempt.id, nextCheckAt(attempt, now))
  const providerId = attempt.providerId ?? (await findAgain(deps, attempt, now))
  if (providerId === null) return giveUp(deps, attempt, now)
  const verdict = await look(deps, { ...attempt, providerId }, now)
  const isSettled = verdict.kind !== 'open' && verdict.kind !== 'held'
  if (isSettled && attempt.state === 'open') await markReconciled(deps.db, attempt.id, now)
  if (attempt.supersededAt !== null && verdict.kind !== 'open') await endWatch(deps.db, attempt.id)
}

async function look(deps: Deps, attempt: AttemptRow & { providerId: string }, now: number): Promise<Verdict> {
  const isUnwanted = attempt.supersededAt !== null || now - attempt.createdAt >= abandonedAfterMs
  if (!isUnwanted) return settleAttempt(deps, attempt)
  return recordPayment(deps, attempt, await providerOf(deps, attempt).cancel(attempt.providerId))
}

/**
 * The create call was never answered. Asking again with the same key tells which payment it made, if any; once the key
 * is forgotten the attempt is given up, which loses nothing: without an answer no browser could pay.
 * @returns  the provider's id of it, or null when it is too late to ask
 */
async function findAgain(deps: Deps, attempt: AttemptRow, now: number): Promise<string | null> {
  if (now - attempt.createdAt > keysLiveMs) return null
  const order = await findOrder(deps.db, attempt.orderId)
  if (!order) throw new Error(`Attempt ${attempt.id} has no order`)
  return (await begin(deps, providerOf(deps, attempt), order, attempt)).providerId
}

async function giveUp({ db }: Deps, attempt: AttemptRow, now: number): Promise<void> {
  await transact(db, async (tx) => {
    await lockOrder(tx, attempt.orderId)
    await endWatch(tx, attempt.id)
    if (!(await closeAttempt(tx, attempt.id, 'failed', now))) return
    await leavePending(tx, attempt.orderId, 'none')
  })
}
