import { createPoster } from './post.ts'

/** A webhook on its way: the event's body stays, the signature is made anew for every try. */
export interface Letter {
  eventId: string
  url: string
  body: string
  isForged: boolean
  tries: number
  dueAt: number
}

export interface OutboxOptions {
  /** Waits before the second, third… try. Once they are used up the letter is given up. */
  retryAfterMs: readonly number[]
  sign(body: string, nowMs: number, isForged: boolean): Record<string, string>
  isAcknowledged(status: number): boolean
  onSettled(letter: Letter, isDelivered: boolean): void
  now(): number
}

export interface Outbox {
  send(letter: Pick<Letter, 'eventId' | 'url' | 'body' | 'isForged'>, delayMs: number): void
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

export function createOutbox(options: OutboxOptions): Outbox {
  const poster = createPoster()
  const letters = new Map<Letter, NodeJS.Timeout | undefined>()
  let isClosed = false

  const schedule = (letter: Letter) => {
    const waitMs = letter.dueAt - options.now()
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
    if (isDelivered || letter.isForged || waitMs === undefined) {
      letters.delete(letter)
      options.onSettled(letter, isDelivered)
    } else {
      letter.dueAt = options.now() + waitMs
      schedule(letter)
    }
  }

  const deliver = async ({ url, body, isForged }: Letter): Promise<boolean> => {
    try {
      const headers = options.sign(body, options.now(), isForged)
      return options.isAcknowledged(await poster.post(url, body, headers, ANSWER_TIMEOUT_MS))
    } catch {
      return false // the hub is down or slow: that is what the next try is for
    }
  }

  return {
    send: (letter, delayMs) => schedule({ ...letter, tries: 0, dueAt: options.now() + delayMs }),
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
