import type { OperatorWebhook } from '@playhub/contract/operator'
import type { WebhookRow } from '../records/tables.ts'

/** A webhook as operators see it. An untried one is due since its creation. */
export function toOperatorWebhook(webhook: Omit<WebhookRow, 'body'>): OperatorWebhook {
  const { id, orderId, playerId, project, type, state, attempts, lastError, createdAt, deliveredAt } = webhook
  const nextTryAt = state === 'waiting' ? webhook.nextTryAt || webhook.createdAt : null
  return {
    id,
    orderId,
    playerId,
    project,
    type,
    state,
    attempts,
    lastError,
    nextTryAt,
    createdAt,
    deliveredAt,
  }
}
