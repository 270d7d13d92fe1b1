import { createHmac } from 'node:crypto'
import { defaultDelivery, type WebhookDelivery } from '../../payments/emulator.ts'
import {
  compressedRetryDelaysMs,
  createWebhookQueue,
  type WebhookQueue,
} from '../../payments/webhook-queue.ts'
import type { SandboxContext } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { API_VERSION, SUBSCRIBED_EVENTS, WEBHOOK_SECRET } from '../model/constants.ts'
import type { StripeObject } from '../model/render.ts'

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: StripeObject; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** A change's cause: an API request, or nothing but time and the control API. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
  delivery: WebhookDelivery
}

export const noRequest: Cause = { requestId: null, idempotencyKey: null, delivery: defaultDelivery }

export interface Events {
  emit(event: Pick<StripeEvent, 'type' | 'data'>, cause: Cause): void
  /** Sends an event again: the same id under a new signature. */
  resend(event: StripeEvent, delivery: WebhookDelivery): void
  find(id: string): StripeEvent | undefined
  /** Oldest first. */
  all(): StripeEvent[]
  save(): SavedEvents
  load(saved: SavedEvents): void
  close(): void
}

interface SavedEvents {
  events: StripeEvent[]
  queued: ReturnType<WebhookQueue['save']>
}

const MAX_REMEMBERED = 10_000
/** Delivered events kept over a restart. Undelivered ones always are. */
const MAX_SAVED = 1_000

export function createEvents(context: SandboxContext): Events {
  const events = new Map<string, StripeEvent>()
  const queue = createWebhookQueue(context, {
    provider: 'stripe',
    path: '/webhooks/stripe',
    retryDelaysMs: compressedRetryDelaysMs,
    sign: ({ body, isForged }, signedAtMs) => ({ body, headers: signedHeaders(body, signedAtMs, isForged) }),
    isAcknowledged: (status) => status >= 200 && status < 300,
    onFinished({ eventId, isForged }, isDelivered) {
      const event = events.get(eventId)
      if (event && isDelivered && !isForged) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
      context.stateChanged()
    },
  })

  const send = (event: StripeEvent, delivery: WebhookDelivery) => {
    if (!SUBSCRIBED_EVENTS.has(event.type)) return
    if (delivery.webhook === 'send') event.pending_webhooks += delivery.deliveries
    const body = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2)
    queue.send({ eventId: event.id, body }, delivery)
  }

  return {
    emit(draft, { requestId, idempotencyKey, delivery }) {
      const event: StripeEvent = {
        id: newId('evt_3'),
        object: 'event',
        api_version: API_VERSION,
        created: Math.floor(context.now() / 1000),
        data: draft.data,
        livemode: false,
        pending_webhooks: 0,
        request: { id: requestId, idempotency_key: idempotencyKey },
        type: draft.type,
      }
      // A forged event exists only in its webhook: the API does not know it.
      if (delivery.webhook !== 'forge') events.set(event.id, event)
      const [oldest] = events.keys()
      if (events.size > MAX_REMEMBERED && oldest !== undefined) events.delete(oldest)
      send(event, delivery)
    },
    resend: send,
    find: (id) => events.get(id),
    all: () => [...events.values()],
    save() {
      const queued = queue.save()
      const undelivered = new Set(queued.map(({ eventId }) => eventId))
      const all = [...events.values()]
      const firstRecent = all.length - MAX_SAVED
      return { queued, events: all.filter(({ id }, index) => index >= firstRecent || undelivered.has(id)) }
    },
    load(saved) {
      for (const event of saved.events) events.set(event.id, event)
      queue.load(saved.queued)
    },
    close: queue.close,
  }
}

/** The signing key is the whole `whsec_…` string. A forged signature is well-formed but made with another key. */
function signedHeaders(body: string, signedAtMs: number, isForged: boolean): Record<string, string> {
  const timestamp = Math.floor(signedAtMs / 1000)
  const key = isForged ? 'whsec_somebody_else' : WEBHOOK_SECRET
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': `t=${timestamp},v1=${signature}`,
  }
}
