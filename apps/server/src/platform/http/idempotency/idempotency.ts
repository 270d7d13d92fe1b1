import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Clock, DAY_MS, MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../refusal.ts'
import { findResponse, releaseKey, reserveKey, saveResponse } from './idempotent-response-store.ts'

/** Time in which a response can be replayed. */
export const responseTtlMs = DAY_MS
/** A longer call was interrupted, for example by a crash. */
const maxCallMs = MINUTE_MS

type Call = {
  /** The caller: a project, or `operator:<id>`. */
  project: string
  idempotencyKey: string
  /** A different request under the same key is refused. */
  request: { method: string; url: string; body: unknown }
  /** List of the response that is not stored: a repeated call gets it empty. */
  shownOnce?: string | undefined
}

/**
 * Runs a call once per idempotency key and replays its response to repeated calls. A refused or failed call has had no
 * effect, so its key is released.
 * @throws Refusal IDEMPOTENCY_KEY_REUSED for a different request under the key, IDEMPOTENCY_KEY_IN_USE while the first
 *   call
 *   is running
 */
export async function runIdempotently<T>(
  { db, clock }: { db: Db; clock: Clock },
  { project, idempotencyKey, request, shownOnce }: Call,
  run: () => Promise<T>,
): Promise<{ response: T; isReplayed: boolean }> {
  const startedAt = clock.now()
  const call = { project, idempotencyKey, requestHash: hashRequest(request), startedAt }
  const limits = { expiredBefore: startedAt - responseTtlMs, interruptedBefore: startedAt - maxCallMs }
  if (!(await reserveKey(db, call, limits))) return replay(db, call)
  try {
    const response = await run()
    const stored = shownOnce === undefined ? response : { ...response, [shownOnce]: [] }
    await saveResponse(db, call, JSON.stringify(stored))
    return { response, isReplayed: false }
  } catch (error) {
    await releaseKey(db, call)
    throw error
  }
}

async function replay<T>(
  db: Db,
  { project, idempotencyKey, requestHash }: { project: string; idempotencyKey: string; requestHash: string },
): Promise<{ response: T; isReplayed: true }> {
  const first = await findResponse(db, project, idempotencyKey)
  if (first && first.requestHash !== requestHash) throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  if (!first?.response) throw new Refusal('IDEMPOTENCY_KEY_IN_USE', { retryInSeconds: 1 })
  return { response: JSON.parse(first.response), isReplayed: true }
}

function hashRequest({ method, url, body }: Call['request']): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body]))
    .digest('hex')
}

/** @throws Refusal BODY_INVALID unless the header has 1 to 255 visible ASCII characters */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key']
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given))
    throw new Refusal('BODY_INVALID', { header: 'idempotency-key' })
  return given
}
