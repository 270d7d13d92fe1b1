import { asUsual, type Telling } from '../../payments/emulator.ts'
import { compressedRetriesMs, createOutbox, type Letter } from '../../payments/webhook-queue.ts'
import type { Place } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { API_VERSION, SUBSCRIBED_EVENTS } from '../model/constants.ts'
import type { StripeObject } from '../model/render.ts'
import { signEvent } from './signature.ts'

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

/** Why something happened: an API request, or an outcome ordered in the control API. */
export interface Cause {
  requestId: string | null
  idempotencyKey: string | null
  telling: Telling
}

export const byItself: Cause = { requestId: null, idempotencyKey: null, telling: asUsual }

export interface Events {
  tell(type: string, object: StripeObject, previous: Record<string, unknown> | undefined, cause: Cause): void
  /** Sends what was told before once more: the same event id, a new signature. */
  repeat(event: StripeEvent, telling: Telling): void
  find(id: string): StripeEvent | undefined
  /** Oldest first. */
  all(): StripeEvent[]
  save(): SavedEvents
  load(saved: SavedEvents): void
  close(): void
}

export interface SavedEvents {
  events: StripeEvent[]
  letters: Letter[]
}

const KEPT = 10_000
/** Told events that outlive a restart; those still on their way always do. */
const KEPT_ON_DISK = 1_000

export function createEvents(place: Place): Events {
  const events = new Map<string, StripeEvent>()
  const outbox = createOutbox(place, {
    retryAfterMs: compressedRetriesMs,
    seal: ({ body, isForged }, signedAtMs) => ({ body, headers: signEvent(body, signedAtMs, isForged) }),
    isAcknowledged: (status) => status >= 200 && status < 300,
    onSettled({ eventId, isForged }, isDelivered) {
      const event = events.get(eventId)
      if (event && isDelivered && !isForged) event.pending_webhooks = Math.max(0, event.pending_webhooks - 1)
      place.changed()
    },
  })

  const post = (event: StripeEvent, { deliveries, delayMs, webhook, ageMs }: Telling) => {
    if (webhook === 'drop' || !SUBSCRIBED_EVENTS.has(event.type)) return
    const isForged = webhook === 'forge'
    if (!isForged) event.pending_webhooks += deliveries
    const letter = {
      eventId: event.id,
      url: `${place.hubUrl}/webhooks/stripe`,
      body: bodyOf(event),
      isForged,
      ageMs,
    }
    for (let copy = 0; copy < deliveries; copy += 1) outbox.send(letter, delayMs)
  }

  const file = (event: StripeEvent) => {
    events.set(event.id, event)
    if (events.size <= KEPT) return
    for (const oldest of events.keys()) {
      events.delete(oldest)
      return
    }
  }

  return {
    tell(type, object, previous, cause) {
      const event = newEvent(type, object, previous, cause, Math.floor(place.now() / 1000))
      // A forged event exists nowhere but in the forger's letter.
      if (cause.telling.webhook !== 'forge') file(event)
      post(event, cause.telling)
    },
    repeat: post,
    find: (id) => events.get(id),
    all: () => [...events.values()],
    save() {
      const letters = outbox.waiting()
      const waiting = new Set(letters.map(({ eventId }) => eventId))
      const all = [...events.values()]
      const firstRecent = all.length - KEPT_ON_DISK
      return { letters, events: all.filter((event, place) => place >= firstRecent || waiting.has(event.id)) }
    },
    load(saved) {
      for (const event of saved.events) events.set(event.id, event)
      outbox.restore(saved.letters)
    },
    close: outbox.close,
  }
}

function newEvent(
  type: string,
  object: StripeObject,
  previous: Record<string, unknown> | undefined,
  cause: Cause,
  nowS: number,
): StripeEvent {
  return {
    id: newId('evt_3'),
    object: 'event',
    api_version: API_VERSION,
    created: nowS,
    data: previous && type.endsWith('.updated') ? { object, previous_attributes: previous } : { object },
    livemode: false,
    pending_webhooks: 0,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  }
}

function bodyOf(event: StripeEvent): string {
  return JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2)
}
