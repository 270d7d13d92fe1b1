import type { TestWebhook, Webhook } from '@playhub/contract'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { deliverWebhooksJob } from '../jobs.ts'
import { insertDelivery } from '../records/delivery-store.ts'
import type { WebhookRow } from '../records/tables.ts'
import { webhookBody } from '../records/webhook.ts'
import {
  findWebhook,
  listUndelivered,
  listWaitingBefore,
  listWebhooks,
  requeueDeadWebhooks,
  requeueWebhook,
  restartQueue,
  restartWaitingWebhooks,
} from '../records/webhook-store.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import type { SendDeps } from './send-webhook.ts'
import { listSigningSecrets, type SigningDeps } from './webhook-secrets.ts'

export type ResentWebhook = {
  webhook: Webhook
  /** The player's older waiting webhooks, which are sent first. Each holds back later ones. */
  sentBefore: Webhook[]
}

/**
 * Delivers a webhook again under the same id, whether it is dead, waiting or delivered. Restarts its whole queue's
 * retries, because the webhooks before it are sent first.
 * @param by  A game server's project, or an operator, who may access every project.
 * @throws Refusal WEBHOOK_NOT_FOUND, also for another project's webhook
 */
export async function resendWebhook(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  id: string,
  by: { project: string } | Operation,
): Promise<ResentWebhook> {
  return transact(db, async (tx) => {
    const webhook = await findWebhook(tx, id, 'project' in by ? by.project : undefined)
    if (!webhook) throw new Refusal('WEBHOOK_NOT_FOUND')
    const sentBefore = await listWaitingBefore(tx, webhook)
    const resentBy = 'operator' in by ? 'operator' : 'game'
    await requeueWebhook(tx, id, resentBy)
    await restartQueue(tx, webhook, resentBy)
    await jobs.enqueue(tx, deliverWebhooksJob(webhook))
    if ('operator' in by) {
      const { project, playerId, orderId, state, attempts } = webhook
      await recordOperation(tx, by, {
        action: 'webhook.resend',
        subject: id,
        ...{ project, playerId, orderId },
        before: { state, attempts },
        at: clock.now(),
      })
    }
    return {
      webhook: toWebhook({ ...webhook, state: 'waiting', attempts: 0, nextTryAt: 0, deliveredAt: null }),
      sentBefore: sentBefore.map(toWebhook),
    }
  })
}

/** Delivers a project's undelivered webhooks, dead or waiting, and restarts their retries. */
export async function resendAllWebhooks(
  { db, clock, jobs }: { db: Db; clock: Clock; jobs: Deps['jobs'] },
  project: string,
  operation: Operation,
): Promise<{ dead: number; waiting: number }> {
  return transact(db, async (tx) => {
    // Must precede requeueing the dead ones.
    const waiting = await restartWaitingWebhooks(tx, project)
    const dead = await requeueDeadWebhooks(tx, project)
    const counts = { dead: dead.length, waiting: waiting.length }
    const queues = new Map([...waiting, ...dead].map((queue) => [queue.playerId, queue]))
    if (queues.size === 0) return counts
    await jobs.enqueue(tx, ...[...queues.values()].map((queue) => deliverWebhooksJob(queue)))
    await recordOperation(tx, operation, {
      action: 'webhook.resend-all',
      subject: project,
      project,
      before: counts,
      after: { dead: 0, waiting: dead.length + waiting.length },
      at: clock.now(),
    })
    return counts
  })
}

/** Dead webhooks across projects, newest first. */
export function listDeadWebhooks(db: Db, page: OperatorPage): Promise<WebhookRow[]> {
  return listWebhooks(db, { state: 'dead', ...page })
}

/** Undelivered webhooks across projects: failing ones first, then the oldest. */
export function listWaitingWebhooks(db: Db, page: OperatorPage): Promise<WebhookRow[]> {
  return listUndelivered(db, page)
}

/** Without projects, those of all. */
type OperatorPage = { projects: string[] | undefined; limit: number }

const pingTimeoutMs = 10 * SECOND_MS

/**
 * Sends a `ping` webhook once, so a game team can test its endpoint.
 * @throws Refusal WEBHOOKS_NOT_SET_UP when the project has no webhook URL or secret
 */
export async function pingGameServer(deps: SendDeps & SigningDeps, project: string): Promise<TestWebhook> {
  const hasUrl = Boolean(deps.catalogue.project(project)?.webhookUrl)
  if (!hasUrl || (await listSigningSecrets(deps, project)).length === 0)
    throw new Refusal('WEBHOOKS_NOT_SET_UP')
  const id = newId()
  const body = webhookBody({ type: 'ping', timestamp: deps.clock.now(), data: { project } })
  const test = { id, project, body, timeoutMs: pingTimeoutMs, origin: 'test' } as const
  const attempt = await attemptDelivery(deps, test)
  await insertDelivery(deps.db, attempt.delivery)
  const reason = attempt.isAccepted ? null : attempt.reason
  return { id, isTaken: attempt.isAccepted, status: attempt.delivery.status, reason }
}

export function toWebhook(webhook: WebhookRow): Webhook {
  const { id, type, state, orderId, playerId, attempts } = webhook
  const { lastError, nextTryAt, createdAt, deliveredAt } = webhook
  return {
    id,
    type,
    state,
    paymentId: orderId,
    playerId,
    attempts,
    lastError,
    nextTryAt: nextTryAt || null,
    createdAt,
    deliveredAt,
    body: JSON.parse(webhook.body),
  }
}
