import { randomUUID } from 'node:crypto'
import type { SandboxContext } from '../platform/context.ts'
import { ProviderError } from '../platform/problem.ts'
import type { WebhookDelivery, WebhookReplay } from './emulator.ts'
import { createWebhookQueue, type WebhookQueueOptions } from './webhook-queue.ts'

export interface Webhook {
  paymentId: string
  /** The name for a replay: `payment.succeeded`. */
  event: string
  /** The body before signing. */
  body: string
}

/** Sends a provider's webhooks and remembers them for replays. */
export interface WebhookSender {
  send(webhook: Webhook, delivery: WebhookDelivery): void
  /**
   * Sends the latest matching webhook of a payment again.
   * @throws ProviderError  when there is none
   */
  replay(paymentId: string, replay: WebhookReplay): void
  save(): SavedWebhooks
  load(saved: SavedWebhooks): void
  close(): void
}

interface SavedWebhooks {
  sent: Webhook[]
  queued: ReturnType<ReturnType<typeof createWebhookQueue>['save']>
}

const MAX_REMEMBERED = 10_000
/** Sent webhooks kept over a restart. Undelivered ones always are. */
const MAX_SAVED = 1_000

export function createWebhookSender(
  context: SandboxContext,
  options: Pick<WebhookQueueOptions, 'provider' | 'path' | 'retryDelaysMs' | 'sign'>,
): WebhookSender {
  let sent: Webhook[] = []
  const queue = createWebhookQueue(context, {
    ...options,
    isAcknowledged: (status) => status === 200,
    onFinished: context.stateChanged,
  })
  const enqueue = (body: string, delivery: WebhookDelivery) => {
    queue.send({ eventId: randomUUID(), body }, delivery)
    context.stateChanged()
  }
  return {
    send(webhook, delivery) {
      // The provider never sent a forged webhook, so a replay must not find it.
      if (delivery.webhook !== 'forge') sent.push(webhook)
      if (sent.length > 2 * MAX_REMEMBERED) sent = sent.slice(-MAX_REMEMBERED)
      enqueue(webhook.body, delivery)
    },
    replay(paymentId, { event, ...replay }) {
      const found = sent.findLast(
        (webhook) => webhook.paymentId === paymentId && webhook.event.startsWith(event),
      )
      if (!found) throw new ProviderError('No such webhook was sent about this payment.')
      enqueue(found.body, { ...replay, webhook: 'send' })
    },
    save: () => ({ sent: sent.slice(-MAX_SAVED), queued: queue.save() }),
    load(saved) {
      sent = saved.sent
      queue.load(saved.queued)
    },
    close: queue.close,
  }
}
