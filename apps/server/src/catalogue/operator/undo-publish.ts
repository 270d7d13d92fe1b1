import type { Operation } from '../../platform/audit-log.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addVersion } from '../versions/add-version.ts'
import { findNewestVersion, findVersion, readChanges, readTree } from '../versions/version-store.ts'
import { type DraftKey, findDraftFile, putDraftFile } from './draft-store.ts'
import { type ContentDeps, ownsFile } from './published-content.ts'

/** The console offers it for ten seconds; a slow call is still taken. */
const undoMs = 20 * SECOND_MS

/**
 * Takes back the draft that was just published: the files of the version before are published again, and the draft is
 * its author's as it was. What the author has saved since stays.
 * @param key  Of the published draft.
 * @returns the new version's number
 * @throws Refusal CONTENT_VERSION_NOT_FOUND for a version of something else; EDIT_CONFLICT once it is not the newest, or
 *   its time is over
 */
export async function undoPublish(
  { db, clock, catalogue }: ContentDeps,
  key: DraftKey,
  undone: number,
  operation: Operation,
): Promise<number> {
  const [newest, before] = [await findNewestVersion(db), await findVersion(db, undone - 1)]
  const changed = await readChanges(db, undone)
  const isDraft = changed.size > 0 && [...changed.keys()].every((path) => ownsFile(key.project, path))
  if (before?.source !== 'database' || !isDraft) throw new Refusal('CONTENT_VERSION_NOT_FOUND')
  if (newest?.number !== undone || clock.now() - newest.createdAt > undoMs) throw new Refusal('EDIT_CONFLICT')
  const tree = await readTree(db, before.number)
  const changes = new Map([...changed.keys()].map((path) => [path, tree.get(path) ?? null]))
  const number = await transact(db, async (tx) => {
    const version = { base: undone, changes, restores: before.number, action: 'content.restore' } as const
    const added = await addVersion(tx, clock, operation, { ...version, project: key.project })
    for (const [path, sha256] of changed) {
      if (await findDraftFile(tx, key, path)) continue
      const baseSha256 = tree.get(path) ?? null
      await putDraftFile(tx, { ...key, path, baseSha256, sha256, savedAt: clock.now() })
    }
    return added
  })
  await catalogue.refresh()
  return number
}
