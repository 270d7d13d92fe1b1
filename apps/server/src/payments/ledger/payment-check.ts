import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { ProviderPayment } from '../provider.ts'
import type { AttemptRow } from './tables.ts'

/** What a provider's word about an attempt means for us. */
export type Verdict =
  | { kind: 'open' | 'paid' | 'cancelled' | 'failed' }
  /** It says paid, and we do not believe it: not our sum, our attempt or our mode. */
  | { kind: 'held'; reason: string }

type JudgedAttempt = Pick<AttemptRow, 'id' | 'providerId' | 'amountMinor' | 'currency'>

/** @param isLive  Whether our keys move real money; test money must not pay a live order, nor the reverse. */
export function judge(attempt: JudgedAttempt, payment: ProviderPayment, isLive: boolean): Verdict {
  if (payment.state !== 'succeeded') return { kind: payment.state }
  // Money that has gone back before we heard of it pays nothing.
  if (payment.refundedMinor >= payment.received.amountMinor) return { kind: 'cancelled' }
  const doubt = doubtOf(attempt, payment, isLive)
  return doubt ? { kind: 'held', reason: doubt } : { kind: 'paid' }
}

function doubtOf(attempt: JudgedAttempt, payment: ProviderPayment, isLive: boolean): string | undefined {
  if (payment.attemptId !== attempt.id) return `it belongs to attempt ${payment.attemptId}`
  if (payment.providerId !== attempt.providerId)
    return `${payment.providerId} is another payment of the attempt`
  if (!payment.isOurs) return "it is another shop's"
  if (payment.isLive !== isLive) return payment.isLive ? 'it is live money' : 'it is test money'
  const { amountMinor, currency } = payment.received
  if (amountMinor !== attempt.amountMinor || currency !== attempt.currency) {
    return `${amountMinor} ${currency} arrived instead of ${attempt.amountMinor} ${attempt.currency}`
  }
  return undefined
}

/** An attempt nobody has paid for this long is closed at the provider. */
export const abandonedAfterMs = DAY_MS

/** How long an order may be said to be pending before any provider was asked. */
export const idleAfterMs = 30 * MINUTE_MS

/** How often the provider is asked about an open attempt when nobody looks: often while the player may still pay. */
export function nextCheckAt(attempt: Pick<AttemptRow, 'createdAt'>, now: number): number {
  return now + (now - attempt.createdAt < HOUR_MS ? 3 * MINUTE_MS : HOUR_MS)
}
