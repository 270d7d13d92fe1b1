import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import { transact } from '../platform/database.ts'
import { closeAttempt, findAttempt, listAttemptsToCheck, planCheck } from './attempt-store.ts'
import { begin } from './checkout.ts'
import type { Deps } from './deps.ts'
import { findOrder, leavePending, releaseIdleOrders } from './order-store.ts'
import { ProviderUnavailable } from './providers/provider.ts'
import { providerOf, recordPayment, settleAttempt } from './settlement.ts'
import type { AttemptRow } from './tables.ts'
import { abandonedAfterMs, idleAfterMs, nextCheckAt } from './verdict.ts'

const roundJob = 'payments.reconcile'
const checkJob = 'payments.check-attempt'
const roundEveryMs = 5 * MINUTE_MS
const roundSize = 500
/** Stripe may forget an idempotency key after a day; later the same words would make another payment. */
const keysLiveMs = DAY_MS - HOUR_MS

export function defineReconciliationJobs(deps: Deps): void {
  deps.jobs.define(roundJob, {
    run: async () => {
      await planRound(deps, nextRoundAt(deps.clock.now()))
      await reconcile(deps, deps.clock.now())
    },
  })
  deps.jobs.define(checkJob, {
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

/** Plans a look at every open attempt that is due by then. */
async function reconcile({ db, jobs, clock }: Deps, dueBy: number): Promise<void> {
  await releaseIdleOrders(db, clock.now() - idleAfterMs)
  for (const { id } of await listAttemptsToCheck(db, dueBy, roundSize)) {
    await jobs.enqueue(db, { kind: checkJob, payload: { attemptId: id }, dedupeKey: `${checkJob}:${id}` })
  }
}

/** A provider in trouble is asked again by a later round, so its trouble ends the job. */
async function tryToCheck(deps: Deps, attemptId: string): Promise<void> {
  try {
    await checkAttempt(deps, attemptId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ attempt: attemptId, reason: error.message }, 'A provider did not answer')
  }
}

/** Settles an attempt that no webhook has settled, and closes one that nobody paid for a day. */
async function checkAttempt(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (attempt?.state !== 'open') return
  const now = deps.clock.now()
  await planCheck(deps.db, attempt.id, nextCheckAt(attempt, now))
  if (attempt.providerId === null) return findAgain(deps, attempt, now)
  if (now - attempt.createdAt < abandonedAfterMs) return void (await settleAttempt(deps, attempt))
  await recordPayment(deps, attempt, await providerOf(deps, attempt).cancel(attempt.providerId))
}

/**
 * The create call was never answered. Asking again with the same key tells which payment it made, if any; once the key
 * is forgotten the attempt is given up, which loses nothing: without an answer no browser could pay.
 */
async function findAgain(deps: Deps, attempt: AttemptRow, now: number): Promise<void> {
  if (now - attempt.createdAt > keysLiveMs) return giveUp(deps, attempt, now)
  const order = await findOrder(deps.db, attempt.orderId)
  if (!order) return
  const { providerId } = await begin(deps, providerOf(deps, attempt), order, attempt)
  await settleAttempt(deps, { ...attempt, providerId })
}

async function giveUp({ db }: Deps, attempt: AttemptRow, now: number): Promise<void> {
  await transact(db, async (tx) => {
    await closeAttempt(tx, attempt.id, 'failed', now)
    await leavePending(tx, attempt.orderId, 'none')
  })
}
