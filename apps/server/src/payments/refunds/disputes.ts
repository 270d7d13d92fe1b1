import { DAY_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { NewJob } from '../../platform/jobs/jobs.ts'
import { type ChargedAttempt, chargedAttempt } from '../attempts/charged-attempt.ts'
import { providerOf } from '../attempts/provider-of.ts'
import type { Deps } from '../deps.ts'
import { lockOrder } from '../orders/order-store.ts'
import { findPurchaseOfOrder } from '../orders/purchase-store.ts'
import type { ProviderDispute } from '../providers/provider.ts'
import { settlementQueue } from '../queues.ts'
import type { AttemptRow, OrderRow } from '../tables.ts'
import { paymentDisputed } from '../webhooks/webhook.ts'
import { fileWebhook } from '../webhooks/webhooks.ts'
import { isPaid, recount } from './books.ts'
import { findDisputeAt, insertDispute, listDisputesToCheck, updateDispute } from './dispute-store.ts'
import type { DisputeRow } from './refund-tables.ts'

const newsJob = 'payments.work-dispute-news'

type News = { attemptId: string; disputeId: string }

/** @param disputeId  The provider's. */
export function disputeNewsJob(attemptId: string, disputeId: string): NewJob {
  return { kind: newsJob, payload: { attemptId, disputeId } satisfies News }
}

export function defineDisputeJobs(deps: Deps): void {
  deps.jobs.define(newsJob, { queue: settlementQueue, run: (payload) => workNews(deps, payload as News) })
}

/** Plans a look at every open dispute that is due by then: the news of its end may never come. */
export async function planDisputeLooks({ db, jobs }: Deps, dueBy: number, limit: number): Promise<void> {
  for (const { attemptId, providerDisputeId } of await listDisputesToCheck(db, dueBy, limit)) {
    const job = disputeNewsJob(attemptId, providerDisputeId)
    await jobs.enqueue(db, { ...job, dedupeKey: `${newsJob}:${providerDisputeId}` })
  }
}

/** Writes down every dispute of a charge: the news of one may never come, or come before we know of its payment. */
export async function findDisputes(deps: Deps, attempt: ChargedAttempt): Promise<void> {
  const disputes = await providerOf(deps, attempt).listDisputes?.(attempt.providerId)
  for (const dispute of disputes ?? []) await recordDispute(deps, attempt, dispute)
}

async function workNews(deps: Deps, { attemptId, disputeId }: News): Promise<void> {
  const attempt = await chargedAttempt(deps, attemptId)
  const told = attempt && (await providerOf(deps, attempt).fetchDispute?.(disputeId))
  if (told?.providerId === attempt?.providerId && attempt && told) await recordDispute(deps, attempt, told)
}

/** Freezes, gives back or revokes what was bought, with a webhook of every change, in one transaction. */
async function recordDispute(deps: Deps, attempt: AttemptRow, told: ProviderDispute): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, attempt.orderId)
    if (!order) throw new Error(`Attempt ${attempt.id} has no order`)
    const known = await findDisputeAt(tx, attempt.id, told.disputeId)
    const dispute = disputeAfter(known, attempt, told, deps.clock.now())
    await (known ? updateDispute(tx, dispute) : insertDispute(tx, dispute))
    if (known?.state !== dispute.state) await tellOf(deps, tx, order, dispute)
  })
}

/** What was decided stays decided: `open` may be an answer that was slow. An appeal may still turn it. */
function disputeAfter(
  known: DisputeRow | undefined,
  { id, orderId }: AttemptRow,
  told: ProviderDispute,
  now: number,
): DisputeRow {
  const state = known && told.state === 'open' ? known.state : told.state
  const isOpen = state === 'open'
  return {
    id: known?.id ?? newId(),
    orderId,
    attemptId: id,
    providerDisputeId: told.disputeId,
    amountMinor: told.amountMinor,
    currency: told.currency,
    reason: told.reason,
    state,
    openedAt: known?.openedAt ?? now,
    settledAt: isOpen ? null : known?.state === state ? known.settledAt : now,
    nextCheckAt: isOpen ? now + DAY_MS : null,
  }
}

async function tellOf(deps: Deps, tx: Tx, order: OrderRow, dispute: DisputeRow): Promise<void> {
  const { id, state, attemptId } = dispute
  deps.log.error({ dispute: id, order: order.id, state }, 'A payment is disputed')
  if (!isPaid(order) || order.paidAttemptId !== attemptId) return
  const sums = await recount(tx, order)
  const purchase = await findPurchaseOfOrder(tx, order.id)
  const told = paymentDisputed(order, purchase, dispute, sums, deps.clock.now())
  await deps.jobs.enqueue(tx, ...(await fileWebhook(deps, tx, order, told)))
}
