import { createHash } from 'node:crypto'
import { type Clock, DAY_MS, MINUTE_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { beginCall, findCall, forgetCall, recordAnswer } from './idempotent-response-store.ts'

/** How long an answer is kept for those who ask again. */
export const rememberedMs = DAY_MS
/** A call that takes longer was cut off: its hub has died. */
const longestCallMs = MINUTE_MS

type Call = {
  project: string
  idempotencyKey: string
  /** What is asked: another request must not come under the same key. */
  request: { method: string; url: string; body: unknown }
}

/**
 * Does a call once, however often it comes under its key, and answers the same each time. What was refused or failed
 * has done nothing, so that it may be tried again.
 * @throws Refusal IDEMPOTENCY_KEY_REUSED for another request under the key, IDEMPOTENCY_KEY_IN_USE while the first one is
 *         under way
 */
export async function doOnce<T>(
  { db, clock }: { db: Db; clock: Clock },
  { project, idempotencyKey, request }: Call,
  work: () => Promise<T>,
): Promise<{ answer: T; isReplayed: boolean }> {
  const startedAt = clock.now()
  const requestHash = hashOf(request)
  const call = { project, idempotencyKey, requestHash, startedAt }
  const limits = { forgottenBefore: startedAt - rememberedMs, cutOffBefore: startedAt - longestCallMs }
  if (!(await beginCall(db, call, limits))) return replay(db, call)
  try {
    const answer = await work()
    await recordAnswer(db, call, JSON.stringify(answer))
    return { answer, isReplayed: false }
  } catch (error) {
    await forgetCall(db, call)
    throw error
  }
}

async function replay<T>(
  db: Db,
  { project, idempotencyKey, requestHash }: { project: string; idempotencyKey: string; requestHash: string },
): Promise<{ answer: T; isReplayed: true }> {
  const first = await findCall(db, project, idempotencyKey)
  if (first && first.requestHash !== requestHash) throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  if (!first?.answer) throw new Refusal('IDEMPOTENCY_KEY_IN_USE', { retryInSeconds: 1 })
  return { answer: JSON.parse(first.answer), isReplayed: true }
}

function hashOf({ method, url, body }: Call['request']): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest('hex')
}
