import { randomUUID } from 'node:crypto'
import type { Place } from '../platform/context.ts'
import type { Replay, Telling } from './emulator.ts'
import { createOutbox, type Letter, type OutboxOptions } from './webhook-queue.ts'

/** One thing the hub is told. The body is what is signed, before any signature. */
export interface News {
  paymentId: string
  /** What {@link Webhooks.repeat} finds it by: `payment.succeeded`. */
  event: string
  body: string
}

/** What a provider tells the hub about its payments, kept so that it can be told again. */
export interface Webhooks {
  tell(news: News, telling: Telling): void
  /**
   * Tells once more the latest news of a payment.
   * @param event  only news whose event starts so
   * @returns false when there never was any
   */
  repeat(paymentId: string, event: string, replay: Omit<Replay, 'event'>): boolean
  save(): SavedWebhooks
  load(saved: SavedWebhooks): void
  close(): void
}

export interface SavedWebhooks {
  told: News[]
  letters: Letter[]
}

const KEPT = 10_000
/** Told news that outlive a restart; what is still on its way always does. */
const KEPT_ON_DISK = 1_000

/** @param path  where the hub listens for this provider */
export function createWebhooks(
  place: Place,
  path: string,
  manner: Pick<OutboxOptions, 'retryAfterMs' | 'seal'>,
): Webhooks {
  let told: News[] = []
  const outbox = createOutbox(place, {
    ...manner,
    isAcknowledged: (status) => status === 200,
    onSettled: place.changed,
  })
  const post = (body: string, { deliveries, delayMs, webhook, ageMs }: Telling) => {
    if (webhook === 'drop') return
    const letter = {
      eventId: randomUUID(),
      url: `${place.hubUrl}${path}`,
      body,
      isForged: webhook === 'forge',
      ageMs,
    }
    for (let copy = 0; copy < deliveries; copy += 1) outbox.send(letter, delayMs)
    place.changed()
  }
  return {
    tell(news, telling) {
      // What a forger tells was never told by the provider.
      if (telling.webhook !== 'forge') told.push(news)
      if (told.length > 2 * KEPT) told = told.slice(-KEPT)
      post(news.body, telling)
    },
    repeat(paymentId, event, replay) {
      const news = told.findLast((each) => each.paymentId === paymentId && each.event.startsWith(event))
      if (news) post(news.body, { ...replay, webhook: 'send' })
      return news !== undefined
    },
    save: () => ({ told: told.slice(-KEPT_ON_DISK), letters: outbox.waiting() }),
    load(saved) {
      told = saved.told
      outbox.restore(saved.letters)
    },
    close: outbox.close,
  }
}
