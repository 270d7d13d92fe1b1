import type { ContentDraft, DraftText } from '@playhub/contract/operator'
import { maxContentText } from '@playhub/contract/operator'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import { type Db, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Content } from '../content.ts'
import { listOfferWarnings } from '../offers/list-warnings.ts'
import { hashBytes } from '../versions/hash-bytes.ts'
import { insertStoredFile, readStoredFile } from '../versions/version-store.ts'
import { type Choices, checkEdits, mergeDraft, toEdits } from './draft-content.ts'
import {
  type DraftKey,
  deleteDraftFiles,
  findDraftFile,
  listDraftFiles,
  listOtherDrafts,
  putDraftFile,
} from './draft-store.ts'
import { listEffects, needsReauthentication } from './effects.ts'
import { describeFileChange } from './list-field-changes.ts'
import { listGaps } from './list-gaps.ts'
import { listRedrawn } from './list-redrawn.ts'
import { mergeTexts, nameConflict } from './merge-texts.ts'
import {
  type ContentDeps,
  expectDraftName,
  isText,
  ownsFile,
  type PublishedContent,
  readEditable,
  readPublished,
} from './published-content.ts'
import { deleteReviewWithoutDraft } from './reviews/review-store.ts'
import { hashDraft, readReview } from './reviews/reviews.ts'
import { isCostly } from './text-cost.ts'

/** Files of a draft: more are taken in as a folder. */
const maxDraftFiles = 300

/** How many unpaid orders there are of these items. */
export type CountOpenOrders = (itemIds: string[]) => Promise<number>

/**
 * An operator's changes, checked.
 * @param choices  Default: of a conflict, the draft's value.
 * @throws Refusal PROJECT_NOT_FOUND, CONTENT_IN_FOLDER
 */
export async function readDraft(
  deps: ContentDeps & { countOpenOrders: CountOpenOrders },
  key: DraftKey,
  choices?: Choices,
): Promise<Omit<ContentDraft, 'canPublish'>> {
  expectDraftName(key.project)
  const published = await readEditable(deps)
  const rows = await listDraftFiles(deps.db, key)
  const drafted = await mergeDraft(deps, published, rows, choices)
  const edits = toEdits(drafted)
  const { folder, content: before } = published
  const { content, problems } = checkEdits(deps, folder, edits)
  const changes = content && before ? { before, after: content } : undefined
  return {
    project: key.project,
    sha256: hashDraft(rows),
    review: await readReview(deps.db, key, rows),
    files: [...edits].map((edit) => describeEdit(published, edit)),
    conflicts: drafted.flatMap(({ conflicts }) => conflicts),
    problems,
    gaps: content ? listGaps(content, key.project) : [],
    warnings: content ? listWarnings(deps, content, key.project) : [],
    effects: changes
      ? await listEffects(changes, listRedrawn({ ...changes, folder, edits }), deps.countOpenOrders)
      : [],
    editors: await listOtherDrafts(deps.db, key.operatorId, [key.project]),
    needsReauthentication: changes !== undefined && needsReauthentication(changes),
  }
}

function listWarnings({ clock }: ContentDeps, { projects, hub }: Content, draft: string) {
  const project = projects.find(({ id }) => id === draft)
  const terms = { rounding: hub.rounding, zone: hub.timeZone, now: clock.now() }
  return project ? listOfferWarnings(project, terms) : []
}

function describeEdit({ folder }: PublishedContent, [path, bytes]: [string, Buffer | null]) {
  const before = folder.files.has(path) ? (folder.files.get(path)?.toString() ?? '') : null
  return describeFileChange(path, before, bytes && isText(path) ? bytes.toString() : bytes && '')
}

/** @throws Refusal PROJECT_NOT_FOUND, CONTENT_FILE_NOT_FOUND */
export async function readDraftText(deps: ContentDeps, key: DraftKey, path: string): Promise<DraftText> {
  expectTextFile(key.project, path)
  const published = await readPublished(deps)
  const row = published.number === null ? undefined : await findDraftFile(deps.db, key, path)
  const publishedText = published.folder.files.get(path)?.toString() ?? null
  if (!row && publishedText === null) throw new Refusal('CONTENT_FILE_NOT_FOUND')
  const text = row ? await readText(deps, row.sha256) : publishedText
  const baseSha256 = row ? row.baseSha256 : hashText(publishedText)
  return describeText(deps, key, published, { path, text, baseSha256, publishedText, merged: [] })
}

export type Saving = {
  path: string
  text: string | null
  baseSha256: string | null
  /** Of the draft's text that this one follows. Default: the one that is saved. */
  over?: string | null | undefined
}

/**
 * Saves a text in the draft. What somebody else has published since the base, and what the operator has saved in another
 * tab, is merged into it by fields.
 * @throws Refusal PROJECT_NOT_FOUND, CONTENT_FILE_NOT_FOUND, CONTENT_IN_FOLDER, DRAFT_TOO_LARGE; EDIT_CONFLICT, with both
 *   texts, when both have changed the same field
 */
export async function saveDraftText(
  deps: ContentDeps,
  key: DraftKey,
  { path, text: typed, baseSha256, over }: Saving,
): Promise<DraftText> {
  expectTextFile(key.project, path, typed !== null)
  if (typed !== null && isCostly(path, typed)) throw new Refusal('DRAFT_TOO_LARGE')
  const published = await readEditable(deps)
  const current = published.tree.get(path) ?? null
  const publishedText = current === null ? null : (published.folder.files.get(path)?.toString() ?? null)
  const row = await findDraftFile(deps.db, key, path)
  const isBehind = row !== undefined && over !== undefined && over !== row.sha256
  const text = isBehind ? await mergeWithDraft(deps, path, { typed, over, saved: row.sha256 }) : typed
  // Who goes on with a draft may name the draft's own text as the base.
  const base = row && (isBehind || baseSha256 === row.sha256) ? row.baseSha256 : baseSha256
  const merge =
    base === current || text === publishedText
      ? { text, fields: [] as string[] }
      : await mergeWithPublished(deps, { path, text, base, publishedText })
  if (merge.text !== null && merge.text.length > maxContentText) throw new Refusal('DRAFT_TOO_LARGE')
  await saveDraftFile(deps, key, published, {
    path,
    bytes: merge.text === null ? null : Buffer.from(merge.text),
  })
  return describeText(deps, key, published, {
    path,
    text: merge.text,
    baseSha256: current,
    publishedText,
    merged: merge.fields,
  })
}

/** Saves a file in the draft as a change of the published one. @throws Refusal DRAFT_TOO_LARGE */
export async function saveDraftFile(
  { db, clock }: Pick<ContentDeps, 'db' | 'clock'>,
  key: DraftKey,
  { tree }: Pick<PublishedContent, 'tree'>,
  { path, bytes }: { path: string; bytes: Buffer | null },
): Promise<void> {
  const isNew = !(await findDraftFile(db, key, path))
  if (isNew && (await listDraftFiles(db, key)).length >= maxDraftFiles) throw new Refusal('DRAFT_TOO_LARGE')
  const baseSha256 = tree.get(path) ?? null
  const sha256 = bytes && hashBytes(bytes)
  const savedAt = clock.now()
  if (sha256 === baseSha256) {
    await forgetFiles(db, key, path)
    return
  }
  if (bytes !== null && sha256 !== null) await insertStoredFile(db, { sha256, bytes, storedAt: savedAt })
  await putDraftFile(db, { ...key, path, baseSha256, sha256, savedAt })
}

/** Of a field that both texts have changed, the one that is typed now counts. */
async function mergeWithDraft(
  { db }: ContentDeps,
  path: string,
  { typed, over, saved }: { typed: string | null; over: string | null; saved: string | null },
): Promise<string | null> {
  if (typed === null || over === null || saved === null) return typed
  const [before, other] = await Promise.all([over, saved].map((sha256) => readStoredFile(db, sha256))).catch(
    () => [],
  )
  return before && other ? mergeTexts(path, before.toString(), typed, other.toString()).text : typed
}

type Stale = { path: string; text: string | null; base: string | null; publishedText: string | null }

async function mergeWithPublished(
  { db }: ContentDeps,
  { path, text, base, publishedText }: Stale,
): Promise<{ text: string | null; fields: string[] }> {
  const known = base === null ? undefined : await readStoredFile(db, base).catch(() => undefined)
  const {
    text: merged,
    fields,
    conflicts,
  } = known && text !== null && publishedText !== null
    ? mergeTexts(path, known.toString(), text, publishedText)
    : { text, fields: [], conflicts: [{ field: '' }] }
  if (conflicts.length === 0) return { text: merged, fields }
  const details = { path, fields: conflicts.map(nameConflict), mine: text, theirs: publishedText }
  throw new Refusal('EDIT_CONFLICT', { ...details, baseSha256: hashText(publishedText) })
}

/** @returns how many files were forgotten */
export async function discardDraft(
  { db }: Pick<ContentDeps, 'db'>,
  key: DraftKey,
  path?: string,
): Promise<number> {
  expectDraftName(key.project)
  return forgetFiles(db, key, path)
}

/** A draft without files is asked for no more. */
function forgetFiles(db: Db, key: DraftKey, path: string | undefined): Promise<number> {
  return transact(db, async (tx) => {
    const files = await deleteDraftFiles(tx, key, path)
    await deleteReviewWithoutDraft(tx, key)
    return files
  })
}

export const hashText = (text: string | null) => (text === null ? null : hashBytes(text))

const readText = async ({ db }: ContentDeps, sha256: string | null) =>
  sha256 === null ? null : (await readStoredFile(db, sha256)).toString()

/** @param needsText  False for a deletion. A drawing or a page written as a text would be a way around the pictures' rules. */
export function expectTextFile(project: string, path: string, needsText = true): void {
  expectDraftName(project)
  if (!ownsFile(project, path) || (needsText && !isText(path))) throw new Refusal('CONTENT_FILE_NOT_FOUND')
}

export const isPlacedIn = ({ params: { place } }: ContentRule, path: string): boolean =>
  String(place ?? '')
    .replace(/:\d+$/, '')
    .endsWith(path)

type Described = Pick<DraftText, 'path' | 'text' | 'baseSha256' | 'publishedText' | 'merged'>

async function describeText(
  deps: ContentDeps,
  key: DraftKey,
  published: PublishedContent,
  described: Described,
): Promise<DraftText> {
  const { db } = deps
  const rows = published.number === null ? [] : await listDraftFiles(db, key)
  const drafted = await mergeDraft(deps, published, rows)
  const { problems } =
    drafted.length === 0 && published.content
      ? { problems: [] }
      : checkEdits(deps, published.folder, toEdits(drafted))
  return {
    ...described,
    sha256: hashText(described.text),
    problems: problems.filter((problem) => isPlacedIn(problem, described.path)),
    editors: (await listOtherDrafts(db, key.operatorId, [key.project])).filter(
      ({ path }) => path === described.path,
    ),
  }
}
