import type { Place } from '../platform/context.ts'
import { createPoster } from './post.ts'

/** A webhook on its way: the event's body stays, the signature is made anew for every try. */
export interface Letter {
  eventId: string
  url: string
  body: string
  isForged: boolean
  /** How long ago it claims to have been signed: a genuine letter that somebody caught and sends again. */
  ageMs?: number
  tries: number
  dueAt: number
}

/** What goes over the wire for a letter. */
export interface Sealed {
  headers: Record<string, string>
  body: string
}

export interface OutboxOptions {
  /** Waits before the second, third… try, for people. Once they are used up the letter is given up. */
  retryAfterMs: readonly number[]
  /** @param signedAtMs  the instant the signature tells */
  seal(letter: Pick<Letter, 'body' | 'isForged'>, signedAtMs: number): Sealed
  isAcknowledged(status: number): boolean
  onSettled(letter: Letter, isDelivered: boolean): void
}

export interface Outbox {
  send(letter: Pick<Letter, 'eventId' | 'url' | 'body' | 'isForged' | 'ageMs'>, delayMs: number): void
  waiting(): Letter[]
  restore(letters: Letter[]): void
  close(): void
}

/** Days of a provider's patience pressed into minutes, because the hub may be killed and started again. */
export const compressedRetriesMs: readonly number[] = [
  200,
  500,
  1_000,
  2_000,
  4_000,
  8_000,
  15_000,
  30_000,
  ...Array.from({ length: 15 }, () => 60_000),
]

const ANSWER_TIMEOUT_MS = 15_000

export function createOutbox({ now, pace }: Pick<Place, 'now' | 'pace'>, options: OutboxOptions): Outbox {
  const poster = createPoster()
  const letters = new Map<Letter, NodeJS.Timeout | undefined>()
  let isClosed = false

  const schedule = (letter: Letter) => {
    const waitMs = letter.dueAt - now()
    if (waitMs <= 0) {
      letters.set(letter, undefined)
      void attempt(letter)
    } else {
      letters.set(
        letter,
        setTimeout(() => void attempt(letter), waitMs),
      )
    }
  }

  const attempt = async (letter: Letter) => {
    const isDelivered = await deliver(letter)
    if (isClosed) return
    letter.tries += 1
    const waitMs = options.retryAfterMs[letter.tries - 1]
    const isTriedOnce = letter.isForged || letter.ageMs !== undefined
    if (isDelivered || isTriedOnce || waitMs === undefined) {
      letters.delete(letter)
      options.onSettled(letter, isDelivered)
    } else {
      letter.dueAt = now() + waitMs / pace
      schedule(letter)
    }
  }

  const deliver = async (letter: Letter): Promise<boolean> => {
    try {
      const { headers, body } = options.seal(letter, now() - (letter.ageMs ?? 0))
      return options.isAcknowledged(await poster.post(letter.url, body, headers, ANSWER_TIMEOUT_MS))
    } catch {
      return false // the hub is down or slow: that is what the next try is for
    }
  }

  return {
    send: (letter, delayMs) => schedule({ ...letter, tries: 0, dueAt: now() + delayMs }),
    waiting: () => [...letters.keys()],
    restore: (saved) => {
      for (const letter of saved) schedule({ ...letter })
    },
    close: () => {
      isClosed = true
      for (const timer of letters.values()) clearTimeout(timer)
      poster.close()
    },
  }
}
