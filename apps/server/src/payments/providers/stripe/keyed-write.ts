import { setTimeout as delay } from 'node:timers/promises'
import { Stripe } from 'stripe'

/** A write to be made once. */
export type KeyedWrite<T> = {
  /** The first idempotency key. */
  key: string
  send(options: Stripe.RequestOptions): Promise<T>
  /** Finds what an earlier request for this write created. Must read its own writes, which a search does not. */
  find(): Promise<T | undefined>
}

const maxTries = 3
/** Keys one call may lose to new failures. A later call goes on with the key after them. */
const maxNewFailures = 2

/**
 * Sends a write under its key, also after Stripe has saved a 500 for it.
 *
 * Stripe replays a key's saved response for a day, a 500 included. A replayed 500 shows that the request has ended, but
 * not what it did. What it may have created is looked up then; if there is nothing, the write is sent again under the
 * next key. The keys form a fixed sequence, so concurrent calls share them and never write twice.
 * @throws Stripe.errors.StripeError  as the SDK; after a 500 that is not saved, the outcome is unknown
 * @see https://docs.stripe.com/api/idempotent_requests
 */
export async function writeOnce<T>(write: KeyedWrite<T>, retryDelayMs: number): Promise<T> {
  let newFailures = 0
  for (let number = 1; ; number += 1) {
    const idempotencyKey = number === 1 ? write.key : `${write.key}-${number}`
    const outcome = await sendUnder(idempotencyKey, write, retryDelayMs)
    if ('result' in outcome) return outcome.result
    const found = await write.find()
    if (found) return found
    if (outcome.isNew) newFailures += 1
    if (newFailures >= maxNewFailures) throw outcome.failure
  }
}

type Outcome<T> = { result: T } | { failure: Stripe.errors.StripeError; isNew: boolean }

/**
 * Sends a write under one key. The SDK's own retries would hide whether a saved 500 is new.
 * @returns  the result, or the key's saved 500
 */
async function sendUnder<T>(
  idempotencyKey: string,
  { send }: KeyedWrite<T>,
  retryDelayMs: number,
): Promise<Outcome<T>> {
  for (let number = 1; ; number += 1) {
    try {
      return { result: await send({ idempotencyKey, maxNetworkRetries: 0 }) }
    } catch (error) {
      if (isSavedFailure(error)) return { failure: error, isNew: number > 1 }
      if (number >= maxTries || !isTransient(error)) throw error
      await delay(retryDelayMs * number)
    }
  }
}

function isSavedFailure(error: unknown): error is Stripe.errors.StripeError {
  return isServerError(error) && error.headers?.['idempotent-replayed'] === 'true'
}

function isServerError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500
}

/** No response, too many requests, or another request still using the key. */
function isTransient(error: unknown): boolean {
  return (
    isServerError(error) ||
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    (error instanceof Stripe.errors.StripeError && error.statusCode === 409)
  )
}
