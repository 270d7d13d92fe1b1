import { setImmediate } from 'node:timers/promises'
import { operatorLimits } from '@playhub/contract/operator/limits'
import type { Catalogue } from '../../../catalogue/index.ts'
import { type Operation, recordOperation } from '../../../platform/audit-log.ts'
import { type Clock, SECOND_MS } from '../../../platform/clock.ts'
import { type Db, type Tx, transact } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { addToCounters } from '../../../platform/limits/counter-store.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { addDays, dayIn, parseDayStart } from '../../../platform/time-zone.ts'
import { createCodeHash, generateCode, insertCodeBatch, insertCodes } from '../../offers/code-store.ts'
import type { CodeBatchRow } from '../../records/tables.ts'

export type CodeDeps = { db: Db; clock: Clock; catalogue: Pick<Catalogue, 'project' | 'content'> }

/** Codes of one statement. */
const chunkSize = 5000

type NewBatch = {
  project: string
  offerId: string
  /** From 1 to 100,000. */
  count: number
}

/**
 * Makes a batch of codes for an offer of the published content.
 * @returns  The codes. They are stored as hashes, so this is the only time that they are known.
 * @throws Refusal PROJECT_NOT_FOUND, OFFER_NOT_FOUND, OFFER_WITHOUT_CODES, CODES_TOO_MANY with `retryInSeconds`
 */
export async function createCodes(
  deps: CodeDeps,
  { project, offerId, count }: NewBatch,
  operation: Operation,
): Promise<{ batch: CodeBatchRow; codes: string[] }> {
  const { uses } = expectCodeOffer(deps, project, offerId)
  const now = deps.clock.now()
  const batch: CodeBatchRow = {
    ...{ id: newId(), project, offerId, codes: count },
    ...{ createdBy: operation.operator, createdAt: now, revokedAt: null },
  }
  const hash = await createCodeHash(deps.db)
  const prepared = await prepareCodes(count, hash)
  const codes = await transact(deps.db, async (tx) => {
    await expectCodeLimit(deps, tx, batch, operation)
    await insertCodeBatch(tx, batch)
    const stored: string[] = []
    for (let chunk of prepared)
      while (chunk.length > 0) {
        const ids = new Set(await insertCodes(tx, batch, uses, chunk))
        stored.push(...chunk.filter(({ id }) => ids.has(id)).map(({ code }) => code))
        // Codes that exist already are replaced by others.
        chunk = prepare(chunk.length - ids.size, hash)
      }
    const after = { offerId, codes: count }
    await recordOperation(tx, operation, {
      ...{ action: 'codes.create', subject: batch.id, project },
      ...{ after, at: now },
    })
    return stored
  })
  return { batch, codes }
}

/** Counts a batch towards the day of its operator or key. */
async function expectCodeLimit(
  { clock, catalogue }: CodeDeps,
  tx: Tx,
  { project, codes: count }: CodeBatchRow,
  { operator, operatorId }: Operation,
): Promise<void> {
  const now = clock.now()
  const zone = catalogue.content().hub.timeZone
  const day = dayIn(zone, now)
  const subject = `codes made by ${operatorId ?? `${operator} of ${project}`} on ${day}`
  const made = (await addToCounters(tx, [{ subject, count, since: now }])).get(subject) ?? 0
  if (made <= operatorLimits.codesPerDay) return
  const tomorrow = parseDayStart(addDays(day, 1), zone) ?? now
  throw new Refusal('CODES_TOO_MANY', { retryInSeconds: Math.ceil((tomorrow - now) / SECOND_MS) })
}

function expectCodeOffer({ catalogue }: CodeDeps, project: string, offerId: string) {
  const found = catalogue.project(project)
  if (!found) throw new Refusal('PROJECT_NOT_FOUND')
  const offer = found.offers.find(({ id }) => id === offerId)
  if (!offer) throw new Refusal('OFFER_NOT_FOUND')
  if (offer.kind !== 'code') throw new Refusal('OFFER_WITHOUT_CODES')
  return offer
}

type Hash = (code: string) => string
type Prepared = { code: string; id: string; hash: string }

const prepare = (count: number, hash: Hash): Prepared[] =>
  Array.from({ length: count }, () => {
    const code = generateCode()
    return { code, id: newId(), hash: hash(code) }
  })

/** Before the transaction, which other writers wait for; other requests run in between. */
async function prepareCodes(count: number, hash: Hash): Promise<Prepared[][]> {
  const chunks: Prepared[][] = []
  for (let left = count; left > 0; left -= chunkSize) {
    chunks.push(prepare(Math.min(left, chunkSize), hash))
    await setImmediate()
  }
  return chunks
}
