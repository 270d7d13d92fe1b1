import { type Clock, HOUR_MS, secondsUntil } from '../clock.ts'
import type { Db } from '../database/database.ts'
import { incrementCounter, resetCounter } from '../limits/counter-store.ts'
import { Refusal } from '../refusal.ts'

/**
 * Counts a try before it is checked, so concurrent tries cannot exceed the limit.
 * @param subject  The try's object and author; its hour begins with the first try.
 * @returns  A function for resetting the count; call it when the try was right.
 * @throws Refusal TOO_MANY_REQUESTS
 */
export async function limitTries(
  { db, clock }: { db: Db; clock: Clock },
  subject: string,
  maxPerHour: number,
): Promise<(tx: Db) => Promise<void>> {
  const now = clock.now()
  const { count, since } = await incrementCounter(db, subject, now, now - HOUR_MS)
  if (count > maxPerHour)
    throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: secondsUntil(since + HOUR_MS, now) })
  return (tx) => resetCounter(tx, subject)
}
