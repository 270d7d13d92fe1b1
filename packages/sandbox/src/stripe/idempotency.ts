import { invalid, StripeFailure } from './failure.ts'

export interface Answer {
  status: number
  body: string
}

/** Answers kept by idempotency key, so that a repeated request changes nothing. */
export interface Replays {
  /**
   * @param request  what must be the same on a repeat: method, path and parameters
   * @throws StripeFailure  when the key was used for another request
   */
  find(key: string, request: string): Answer | undefined
  keep(key: string, request: string, answer: Answer): void
}

const KEPT = 20_000
const LONGEST_KEY = 255

export function createReplays(): Replays {
  const kept = new Map<string, { request: string; answer: Answer }>()
  return {
    find(key, request) {
      if (key.length > LONGEST_KEY)
        throw invalid(`Idempotency keys can have up to ${LONGEST_KEY} characters.`)
      const known = kept.get(key)
      if (known && known.request !== request) throw otherRequest(key)
      return known?.answer
    },
    keep(key, request, answer) {
      kept.set(key, { request, answer })
      if (kept.size > KEPT) kept.delete(kept.keys().next().value as string)
    },
  }
}

function otherRequest(key: string): StripeFailure {
  return new StripeFailure(400, {
    type: 'idempotency_error',
    message: `The idempotency key '${key}' was used before with other parameters. Use a new key for a new request.`,
  })
}
