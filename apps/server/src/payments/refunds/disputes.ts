import { DAY_MS } from '../../platform/clock.ts'
import { type Tx, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { type Deps, getProvider } from '../deps.ts'
import { DisputeEventPayload, disputeEventJob, jobKinds, providerCallQueue } from '../jobs.ts'
import type { ProviderDispute } from '../provider.ts'
import { type ChargedAttempt, findChargedAttempt } from '../provider-events/apply-payment.ts'
import { updateBalance } from '../records/balance.ts'
import { findDisputeAt, insertDispute, listDisputesToCheck, updateDispute } from '../records/dispute-store.ts'
import { isPaid } from '../records/order.ts'
import { lockOrder } from '../records/order-store.ts'
import { listUnits } from '../records/purchase-store.ts'
import type { AttemptRow, DisputeRow, OrderRow } from '../records/tables.ts'
import { fileWebhook, paymentDisputed } from '../records/webhook.ts'

export function defineDisputeJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.processDisputeEvent, {
    queue: providerCallQueue,
    run: (payload) => processDisputeEvent(deps, DisputeEventPayload.parse(payload)),
  })
}

/** Enqueues a check for every open dispute due by then, in case its final event was lost. */
export async function scheduleDisputeChecks({ db, jobs }: Deps, dueBy: number, limit: number): Promise<void> {
  for (const { attemptId, providerDisputeId: disputeId } of await listDisputesToCheck(db, dueBy, limit)) {
    const dedupeKey = `${jobKinds.processDisputeEvent}:${disputeId}`
    await jobs.enqueue(db, { ...disputeEventJob({ attemptId, disputeId }), dedupeKey })
  }
}

/** Records every dispute on a charge, in case an event was lost or arrived before its payment was known. */
export async function syncDisputes(deps: Deps, attempt: ChargedAttempt): Promise<void> {
  const disputes = await getProvider(deps, attempt).listDisputes?.(attempt.providerPaymentId)
  for (const dispute of disputes ?? []) await recordDispute(deps, attempt, dispute)
}

async function processDisputeEvent(deps: Deps, { attemptId, disputeId }: DisputeEventPayload): Promise<void> {
  const attempt = await findChargedAttempt(deps, attemptId)
  if (!attempt) return
  const dispute = await getProvider(deps, attempt).fetchDispute?.(disputeId)
  if (dispute?.providerPaymentId === attempt.providerPaymentId) await recordDispute(deps, attempt, dispute)
}

/** Records a dispute; a new state also updates the balance and files a webhook, in the same transaction. */
async function recordDispute(deps: Deps, attempt: AttemptRow, reported: ProviderDispute): Promise<void> {
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, attempt.orderId)
    if (!order) throw new Error(`Attempt ${attempt.id} has no order`)
    const known = await findDisputeAt(tx, attempt.id, reported.disputeId)
    const dispute = mergeDispute(known, attempt, reported, deps.clock.now())
    await (known ? updateDispute(tx, dispute) : insertDispute(tx, dispute))
    if (known?.state !== dispute.state) await publishDispute(deps, tx, order, dispute)
  })
}

/** A decided dispute never reopens, because `open` may be a delayed response. An appeal may reverse the decision. */
function mergeDispute(
  known: DisputeRow | undefined,
  { id, orderId }: AttemptRow,
  reported: ProviderDispute,
  now: number,
): DisputeRow {
  const state = known && reported.state === 'open' ? known.state : reported.state
  const isOpen = state === 'open'
  return {
    id: known?.id ?? newId(),
    orderId,
    attemptId: id,
    providerDisputeId: reported.disputeId,
    amountMinor: reported.amountMinor,
    currency: reported.currency,
    reason: reported.reason,
    state,
    openedAt: known?.openedAt ?? now,
    dueBy: reported.dueBy ?? known?.dueBy ?? null,
    settledAt: isOpen ? null : known?.state === state ? known.settledAt : now,
    nextCheckAt: isOpen ? now + DAY_MS : null,
  }
}

async function publishDispute(deps: Deps, tx: Tx, order: OrderRow, dispute: DisputeRow): Promise<void> {
  const { id, state, attemptId } = dispute
  deps.log.error({ disputeId: id, orderId: order.id, state }, 'Payment disputed')
  if (!isPaid(order) || order.paidAttemptId !== attemptId) return
  const balance = await updateBalance(tx, order)
  const purchases = await listUnits(tx, order.id)
  await fileWebhook(deps, tx, order, paymentDisputed(order, purchases, dispute, balance, deps.clock.now()))
}
