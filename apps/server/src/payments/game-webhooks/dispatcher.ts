import { SECOND_MS } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { closePrepaymentJob, deliverWebhooksJob, jobKinds, PlayerPayload, webhookQueue } from '../jobs.ts'
import { takesPrepayments } from '../provider.ts'
import { insertDelivery, recordDelivered } from '../records/delivery-store.ts'
import { findPausedProject } from '../records/paused-project-store.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../records/tables.ts'
import {
  claimWebhooks,
  findNextTry,
  recordFailedDelivery,
  releaseWebhooks,
  renewWebhooks,
  type WebhookQueue,
} from '../records/webhook-store.ts'
import { type Attempt, attemptDelivery, type FailedAttempt } from './attempt-delivery.ts'
import { coalesceByKey } from './coalesce.ts'
import { defineResumeJob } from './pause.ts'
import { nextRetryDelayMs } from './retry-delay.ts'

const timeoutMs = 15 * SECOND_MS
const maxClaimed = 8
/** Leases are short, so another hub takes over soon after a crash. Renewed while a game server is slow. */
const leaseMs = 2 * timeoutMs
const retryClaimAfterMs = 5 * SECOND_MS

export function defineWebhookJobs(deps: Deps): void {
  const defined = new Set<string>()

  function defineForEachProject(): void {
    for (const { id: project } of deps.catalogue.projects()) {
      if (defined.has(project)) continue
      defined.add(project)
      const deliver = coalesceByKey((playerId) => deliverQueue(deps, { project, playerId }))
      deps.jobs.define(jobKinds.deliverWebhooks(project), {
        queue: webhookQueue(project),
        run: (payload) => deliver(PlayerPayload.parse(payload).playerId),
        // Webhooks count their own retries; the job itself fails only with the database.
        retryDelayMs: () => retryClaimAfterMs,
      })
    }
  }

  defineForEachProject()
  defineResumeJob(deps)
  deps.catalogue.onChange(defineForEachProject)
}

/** Delivers a player's webhooks in order. A retry holds back later ones. */
async function deliverQueue(deps: Deps, queue: WebhookQueue): Promise<void> {
  const { db, clock } = deps
  for (;;) {
    const now = clock.now()
    const webhooks = await claimQueue(db, queue, now)
    if (webhooks.length === 0) return scheduleNextTry(deps, queue, now)
    const areAllDone = await deliverInOrder(deps, webhooks)
    if (!areAllDone || webhooks.length < maxClaimed) return
  }
}

/**
 * Leases a queue's oldest webhooks. On PostgreSQL another hub may take the head meanwhile and leave the rest to us:
 * those are released.
 */
async function claimQueue(db: Db, queue: WebhookQueue, now: number): Promise<WebhookRow[]> {
  const webhooks = await claimWebhooks(db, queue, { now, leasedUntil: now + leaseMs, limit: maxClaimed })
  const [first] = webhooks
  if (!first || first.id === first.headId) return webhooks
  await releaseWebhooks(db, listIds(webhooks))
  return []
}

/** Retries a queue another hub is delivering, or whose head waits for a retry; a paused one waits for `resume`. */
async function scheduleNextTry({ db, jobs }: Deps, queue: WebhookQueue, now: number): Promise<void> {
  const nextTryAt = await findNextTry(db, queue)
  if (nextTryAt === null || (await findPausedProject(db, queue.project))) return
  await jobs.enqueue(db, deliverWebhooksJob(queue, nextTryAt > now ? nextTryAt : now + retryClaimAfterMs))
}

/**
 * A crash between a delivery and its record repeats the delivery, under the same id.
 * @returns  false when one must be retried; later ones wait
 */
async function deliverInOrder(deps: Deps, webhooks: WebhookRow[]): Promise<boolean> {
  let leasedUntil = webhooks[0]?.leasedUntil ?? 0
  for (const [place, webhook] of webhooks.entries()) {
    leasedUntil = await keepLease(deps, webhooks.slice(place), leasedUntil)
    const attempt = await deliver(deps, webhook)
    if (attempt.isAccepted) await recordAccepted(deps, webhook, attempt.delivery)
    else if (await recordFailure(deps, webhook, attempt, webhooks.slice(place + 1))) return false
  }
  return true
}

async function recordAccepted(deps: Deps, { orderId }: WebhookRow, delivery: WebhookDeliveryRow) {
  await recordDelivered(deps.db, delivery, deps.clock.now())
  if (takesPrepayments(deps)) await deps.jobs.enqueue(deps.db, closePrepaymentJob(orderId))
}

/** Ensures the lease covers one more delivery. @returns  when the lease ends */
async function keepLease({ db, clock }: Deps, webhooks: WebhookRow[], leasedUntil: number): Promise<number> {
  const now = clock.now()
  if (leasedUntil - now > timeoutMs) return leasedUntil
  await renewWebhooks(db, listIds(webhooks), now + leaseMs)
  return now + leaseMs
}

function deliver(deps: Deps, { id, project, body, resentBy }: WebhookRow): Promise<Attempt> {
  return attemptDelivery(deps, { id, project, body, timeoutMs, origin: resentBy ?? 'schedule' })
}

/**
 * Schedules a retry and releases the later webhooks; once retries are exhausted the webhook is dead until somebody
 * resends it.
 * @returns  whether it is retried
 */
async function recordFailure(
  { db, clock, jobs, log }: Deps,
  webhook: WebhookRow,
  { reason, response, delivery }: FailedAttempt,
  behind: WebhookRow[],
): Promise<boolean> {
  const now = clock.now()
  const attempt = webhook.attempts + 1
  const delayMs = nextRetryDelayMs(response, { attempt, random: Math.random(), now })
  const fields = { webhookId: webhook.id, orderId: webhook.orderId, attempt, reason }
  if (delayMs === null) {
    await transact(db, async (tx) => {
      await recordFailedDelivery(tx, webhook.id, reason, null)
      await insertDelivery(tx, delivery)
    })
    log.error(fields, 'Webhook delivery failed; retries exhausted')
    return false
  }
  const nextTryAt = now + delayMs
  await transact(db, async (tx) => {
    await recordFailedDelivery(tx, webhook.id, reason, nextTryAt)
    await insertDelivery(tx, delivery)
    if (behind.length > 0) await releaseWebhooks(tx, listIds(behind))
    await jobs.enqueue(tx, deliverWebhooksJob(webhook, nextTryAt))
  })
  log.warn({ ...fields, nextTryAt }, 'Webhook delivery failed; retrying')
  return true
}

const listIds = (webhooks: WebhookRow[]) => webhooks.map(({ id }) => id)
