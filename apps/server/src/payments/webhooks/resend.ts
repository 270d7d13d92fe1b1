import type { Webhook } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import type { WebhookRow } from '../tables.ts'
import {
  findWebhook,
  hurryWebhooks,
  listWebhooks,
  reviveDeadWebhooks,
  reviveWebhook,
} from './webhook-store.ts'
import { tellJob } from './webhooks.ts'

type Needs = Pick<Deps, 'db' | 'jobs'>

/**
 * Tells a webhook again, whether it was given up, waits for a later try or was taken before; under the same id.
 * @param project  Undefined for an operator, who may name any.
 * @throws Refusal WEBHOOK_NOT_FOUND, also for a webhook of another project
 */
export async function resendWebhook({ db, jobs }: Needs, id: string, project?: string): Promise<Webhook> {
  return transact(db, async (tx) => {
    const webhook = await findWebhook(tx, id, project)
    if (!webhook) throw new Refusal('WEBHOOK_NOT_FOUND')
    await reviveWebhook(tx, id)
    await hurryWebhooks(tx, webhook)
    await jobs.enqueue(tx, tellJob(webhook))
    return toWebhook({ ...webhook, state: 'waiting', attempts: 0, nextTryAt: 0, deliveredAt: null })
  })
}

/** The dead letters of all projects, newest first. */
export function listDeadWebhooks(db: Db, limit: number): Promise<WebhookRow[]> {
  return listWebhooks(db, { state: 'dead', limit })
}

/** Tells everything again that a project's server has not taken. @returns  how many webhooks */
export async function resendDeadWebhooks({ db, jobs }: Needs, project: string): Promise<number> {
  return transact(db, async (tx) => {
    const revived = await reviveDeadWebhooks(tx, project)
    const queues = new Map(revived.map((queue) => [queue.playerId, queue]))
    if (queues.size > 0) await jobs.enqueue(tx, ...[...queues.values()].map((queue) => tellJob(queue)))
    return revived.length
  })
}

export function toWebhook(webhook: WebhookRow): Webhook {
  const { id, type, state, orderId, playerId, attempts, lastError, nextTryAt, createdAt, deliveredAt } =
    webhook
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
