import type { Operation } from '../../platform/audit-log.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readFolder } from '../files/content-folder.ts'
import { addVersion, compareTrees } from '../versions/add-version.ts'
import { hashBytes } from '../versions/hash-bytes.ts'
import { importFolder } from '../versions/import-folder.ts'
import { findNewestVersion, findVersion, insertStoredFile, readTree } from '../versions/version-store.ts'
import { writeTree } from '../versions/write-tree.ts'
import { type Choices, checkEdits, mergeDraft, toEdits } from './draft-content.ts'
import {
  type DraftKey,
  deleteDraftFiles,
  deletePublishedFile,
  findAuthorName,
  listDraftFiles,
} from './draft-store.ts'
import { needsReauthentication } from './effects.ts'
import { nameConflict } from './merge-texts.ts'
import { type ContentDeps, expectDraftName, readEditable } from './published-content.ts'
import { deleteReview } from './reviews/review-store.ts'
import { hashDraft } from './reviews/reviews.ts'

/**
 * Publishes a draft as a version, and takes it into use.
 * @param prove  Called where money, an address or a document changes. It refuses when the last two-factor check is too old.
 * @param read     Identifies the files that were read. Default: whatever the draft has.
 * @param choices  One for each conflict.
 * @returns the version's number
 * @throws Refusal CONTENT_IN_FOLDER, DRAFT_EMPTY; EDIT_CONFLICT with the `path` and its `fields`, and without when the draft
 *   was changed since it was read; CONTENT_INVALID with `problems`
 */
export async function publishDraft(
  deps: ContentDeps,
  key: DraftKey,
  operation: Operation,
  prove: () => Promise<void>,
  { read, choices = new Map() }: { read?: string | undefined; choices?: Choices } = {},
): Promise<number> {
  expectDraftName(key.project)
  const published = await readEditable(deps)
  const rows = await listDraftFiles(deps.db, key)
  if (read !== undefined && read !== hashDraft(rows)) throw new Refusal('EDIT_CONFLICT')
  const drafted = await mergeDraft(deps, published, rows, choices)
  if (drafted.length === 0) {
    await transact(deps.db, async (tx) => {
      await deleteDraftFiles(tx, key)
      await deleteReview(tx, key)
    })
    throw new Refusal('DRAFT_EMPTY')
  }
  const open = drafted.flatMap(({ conflicts }) => conflicts).filter(({ id }) => !choices.has(id))
  const [conflict] = open
  if (conflict) {
    const { path } = conflict
    throw new Refusal('EDIT_CONFLICT', {
      ...{ path, fields: open.filter((one) => one.path === path).map(nameConflict) },
    })
  }
  const edits = toEdits(drafted)
  if (edits.size === 0) throw new Refusal('DRAFT_EMPTY')
  const { content, problems } = checkEdits(deps, published.folder, edits)
  if (!content) throw new Refusal('CONTENT_INVALID', { problems })
  const before = published.content
  if (!before || needsReauthentication({ before, after: content })) await prove()
  const files = [...edits].map(([path, bytes]) => ({
    path,
    bytes,
    sha256: bytes === null ? null : hashBytes(bytes),
  }))
  const storedAt = deps.clock.now()
  for (const { sha256, bytes } of files)
    if (sha256 !== null && bytes !== null) await insertStoredFile(deps.db, { sha256, bytes, storedAt })
  const number = await transact(deps.db, async (tx) => {
    const { project } = key
    const changes = new Map(files.map(({ path, sha256 }) => [path, sha256]))
    const author =
      key.operatorId === operation.operatorId ? undefined : await findAuthorName(tx, key.operatorId)
    const version = { base: published.number, changes, action: 'content.publish', project, author } as const
    const added = await addVersion(tx, deps.clock, operation, version)
    for (const row of rows) await deletePublishedFile(tx, row)
    await deleteReview(tx, key)
    return added
  })
  await deps.catalogue.refresh()
  return number
}

/**
 * Publishes the files of an earlier version again.
 * @returns the new version's number
 * @throws Refusal CONTENT_VERSION_NOT_FOUND, CONTENT_INVALID, EDIT_CONFLICT
 */
export async function restoreVersion(
  deps: ContentDeps,
  restored: number,
  operation: Operation,
): Promise<number> {
  const { db, clock, config, catalogue } = deps
  const [version, newest] = [await findVersion(db, restored), await findNewestVersion(db)]
  if (!newest || version?.source !== 'database') throw new Refusal('CONTENT_VERSION_NOT_FOUND')
  const tree = await readTree(db, restored)
  // This release may ask for more than the one that published it.
  const folder = readFolder(await writeTree(db, tree, config.dataDir))
  const { problems } = checkEdits(deps, folder, new Map())
  if (problems.length > 0) throw new Refusal('CONTENT_INVALID', { problems })
  const changes = compareTrees(await readTree(db, newest.number), tree)
  const added = { base: newest.number, changes, restores: restored, action: 'content.restore' } as const
  const number = await transact(db, (tx) => addVersion(tx, clock, operation, added))
  await catalogue.refresh()
  return number
}

/** Takes the hub's folder into the database. @throws Refusal CONTENT_IN_DATABASE, CONTENT_INVALID, EDIT_CONFLICT */
export async function takeInFolder(deps: ContentDeps, operation: Operation): Promise<number> {
  const newest = await findNewestVersion(deps.db)
  if (newest?.source === 'database') throw new Refusal('CONTENT_IN_DATABASE')
  const folder = readFolder(deps.config.contentDir)
  const { problems } = checkEdits(deps, folder, new Map())
  if (problems.length > 0) throw new Refusal('CONTENT_INVALID', { problems })
  const number = await importFolder(deps, folder, operation)
  await deps.catalogue.refresh()
  return number
}

/** Reads the folder again. Versions and drafts stay. @throws Refusal CONTENT_IN_FOLDER, EDIT_CONFLICT */
export async function leaveDatabase(deps: ContentDeps, operation: Operation): Promise<number> {
  const { db, clock, catalogue } = deps
  const { number: base } = await readEditable(deps)
  const change = { base, changes: new Map(), source: 'folder', action: 'content.use-folder' } as const
  const number = await transact(db, (tx) => addVersion(tx, clock, operation, change))
  await catalogue.refresh()
  return number
}
