import type { Operation } from '../../platform/audit-log.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { formatInstant } from '../../platform/time-zone.ts'
import { isRunning } from '../offers/quote.ts'
import { addVersion } from '../versions/add-version.ts'
import { hashBytes } from '../versions/hash-bytes.ts'
import { insertStoredFile } from '../versions/version-store.ts'
import { checkEdits } from './draft-content.ts'
import { writeOrRefuse } from './merge-texts.ts'
import { type ContentDeps, readEditable } from './published-content.ts'

/**
 * Ends a running offer, by a version of the content with nothing else in it. Drafts stay.
 * @returns  When it ends, and the version's number.
 * @throws Refusal CONTENT_IN_FOLDER, PROJECT_NOT_FOUND, OFFER_NOT_FOUND, OFFER_NOT_RUNNING, CONTENT_INVALID, EDIT_CONFLICT
 */
export async function endOffer(
  deps: ContentDeps,
  { project, offerId }: { project: string; offerId: string },
  operation: Operation,
): Promise<{ until: number; version: number }> {
  const { db, clock, catalogue } = deps
  const { number: base, folder, content } = await readEditable(deps)
  const found = content?.projects.find(({ id }) => id === project)
  const path = `projects/${project}.yaml`
  const text = folder.files.get(path)?.toString()
  if (!content || !found || text === undefined) throw new Refusal('PROJECT_NOT_FOUND')
  const index = found.offers.findIndex(({ id }) => id === offerId)
  const offer = found.offers[index]
  if (!offer) throw new Refusal('OFFER_NOT_FOUND')
  const now = clock.now()
  if (!isRunning(offer, now)) throw new Refusal('OFFER_NOT_RUNNING')
  const second = Math.floor(now / SECOND_MS) * SECOND_MS
  // An offer that began within this second ends with it.
  const until = second > (offer.from ?? 0) ? second : second + SECOND_MS
  const value = formatInstant(until, content.hub.timeZone)
  const bytes = Buffer.from(writeOrRefuse(path, text, [{ path: ['offers', index, 'until'], value }]))
  const { problems } = checkEdits(deps, folder, new Map([[path, bytes]]))
  if (problems.length > 0) throw new Refusal('CONTENT_INVALID', { problems })
  const sha256 = hashBytes(bytes)
  await insertStoredFile(db, { sha256, bytes, storedAt: now })
  const change = { base, changes: new Map([[path, sha256]]), action: 'offer.end', project, offerId } as const
  const version = await transact(db, (tx) => addVersion(tx, clock, operation, change))
  await catalogue.refresh()
  return { until, version }
}
