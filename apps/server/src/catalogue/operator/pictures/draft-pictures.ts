import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ContentPicture, PictureShape } from '@playhub/contract/operator'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../../platform/refusal.ts'
import { isIgnored, isNote } from '../../files/content-layout.ts'
import { hashBytes } from '../../versions/hash-bytes.ts'
import { readStoredFile } from '../../versions/version-store.ts'
import { mergeDraft, toEdits } from '../draft-content.ts'
import { type DraftKey, type DraftRow, findDraftFile, listDraftFiles } from '../draft-store.ts'
import { saveDraftFile, saveDraftText } from '../drafts.ts'
import { writeOrRefuse } from '../merge-texts.ts'
import { overlayFolder } from '../overlay-folder.ts'
import {
  type ContentDeps,
  expectDraftName,
  ownsFile,
  type PublishedContent,
  readEditable,
  readPublished,
} from '../published-content.ts'
import type { Crop } from './crop.ts'
import { findUses, nameField } from './find-uses.ts'

const types: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
}

/** Loaded with the first picture: a hub that reads a folder has no use for them. */
const loadDecoders = () => import('./re-encode.ts')

/** Tells if a path is a picture of the draft's project; those of the hub lie in the folder itself. */
const ownsPicture = (project: string, path: string) =>
  path.startsWith('main_images/') && ownsFile(project, path) && !isNote(path)

/** The project's pictures as the draft has them, in the order of their paths. @throws Refusal PROJECT_NOT_FOUND */
export async function listPictures(deps: ContentDeps, key: DraftKey): Promise<ContentPicture[]> {
  const { published, rows, folder } = await readDraftedFolder(deps, key)
  const uses = findUses(folder)
  const paths = [...folder.files.keys()].filter(
    (path) => ownsPicture(key.project, path) && extname(path).toLowerCase() in types,
  )
  const pictures: ContentPicture[] = []
  for (const path of paths.sort()) {
    const row = rows.find((each) => each.path === path)
    const found = (uses.get(path) ?? []).map((use) => ({ path: use.path, field: nameField(use.field) }))
    pictures.push({
      path,
      ...(await describe(deps, published, path, row)),
      isDraft: row !== undefined,
      uses: found,
    })
  }
  return pictures
}

/** @throws Refusal PROJECT_NOT_FOUND, CONTENT_FILE_NOT_FOUND */
export async function readPicture(
  deps: ContentDeps,
  key: DraftKey,
  path: string,
): Promise<{ bytes: Buffer; type: string }> {
  expectDraftName(key.project)
  const type = types[extname(path).toLowerCase()]
  if (!type || !ownsPicture(key.project, path)) throw new Refusal('CONTENT_FILE_NOT_FOUND')
  const published = await readPublished(deps)
  const row = published.number === null ? undefined : await findDraftFile(deps.db, key, path)
  const isThere = row ? row.sha256 !== null : published.folder.files.has(path)
  if (!isThere) throw new Refusal('CONTENT_FILE_NOT_FOUND')
  return { bytes: await readBytes(deps, published, path, row), type }
}

/** A picture for a link to a draft. @returns undefined for none */
export async function findDraftPicture(deps: ContentDeps, key: DraftKey, path: string) {
  try {
    return await readPicture(deps, key, path)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

type Upload = {
  /** Its ending is replaced by that of the type which the picture gets. */
  path: string
  source: Buffer
  shape?: PictureShape | undefined
  crop?: Crop | undefined
  /** A picture whose every use in the project becomes the new one. */
  replaces?: string | undefined
}

type SavedPicture = { path: string; bytes: number; width: number; height: number; replacedUses: number }

/**
 * Draws an uploaded picture anew and saves it in the draft.
 * @throws Refusal PROJECT_NOT_FOUND, CONTENT_FILE_NOT_FOUND, CONTENT_IN_FOLDER, DRAFT_TOO_LARGE, EDIT_CONFLICT, and those of
 *   `reEncode`
 */
export async function savePicture(
  deps: ContentDeps,
  key: DraftKey,
  { path, source, shape, crop, replaces }: Upload,
): Promise<SavedPicture> {
  expectDraftName(key.project)
  if (!ownsPicture(key.project, path) || !isPlainPath(path)) throw new Refusal('CONTENT_FILE_NOT_FOUND')
  const published = await readEditable(deps)
  const { bytes, type, width, height } = await (await loadDecoders()).reEncode(source, { shape, crop })
  const stored = `${path.replace(/\.(png|jpe?g|webp)$/i, '')}.${type}`
  if (published.folder.folders.has(stored)) throw new Refusal('CONTENT_FILE_NOT_FOUND')
  await saveDraftFile(deps, key, published, { path: stored, bytes })
  const replacedUses = replaces === undefined ? 0 : await replaceUses(deps, key, replaces, stored)
  return { path: stored, bytes: bytes.length, width, height, replacedUses }
}

/** As an address and on every disk: no spaces, no characters with a meaning in URLs, no folder that looks like a file. */
const isPlainPath = (path: string) =>
  /^main_images\/([\p{L}\p{N}_-]+\/)*[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u.test(path) && !isIgnored(path)

/** @returns how many fields it changed */
async function replaceUses(deps: ContentDeps, key: DraftKey, old: string, stored: string): Promise<number> {
  const { published, rows, folder } = await readDraftedFolder(deps, key)
  const uses = (findUses(folder).get(old) ?? []).filter(({ path }) => ownsFile(key.project, path))
  for (const [path, fields] of Map.groupBy(uses, (use) => use.path)) {
    const edits = fields.map(({ field }) => ({ path: field, value: `/${stored}` }))
    const text = writeOrRefuse(path, folder.files.get(path)?.toString() ?? '', edits)
    const row = rows.find((each) => each.path === path)
    await saveDraftText(deps, key, {
      path,
      text,
      baseSha256: row?.baseSha256 ?? published.tree.get(path) ?? null,
    })
  }
  return uses.length
}

async function readDraftedFolder(deps: ContentDeps, key: DraftKey) {
  expectDraftName(key.project)
  const published = await readPublished(deps)
  const rows = published.number === null ? [] : await listDraftFiles(deps.db, key)
  const drafted = await mergeDraft(deps, published, rows)
  return { published, rows, folder: overlayFolder(published.folder, toEdits(drafted)) }
}

type Description = Pick<ContentPicture, 'sha256' | 'bytes' | 'width' | 'height'>

/** Reading every picture for each list would take long. */
const descriptions = new LRUCache<string, Description>({ max: 20_000 })

async function describe(
  deps: ContentDeps,
  published: PublishedContent,
  path: string,
  row: DraftRow | undefined,
): Promise<Description> {
  const stored = row?.sha256 ?? published.tree.get(path)
  const known = stored && descriptions.get(stored)
  if (known) return known
  const bytes = await readBytes(deps, published, path, row)
  const sha256 = stored ?? hashBytes(bytes)
  const { width, height } = await (await loadDecoders()).measurePicture(bytes)
  const description = { sha256, bytes: bytes.length, width, height }
  descriptions.set(sha256, description)
  return description
}

function readBytes(
  { db }: ContentDeps,
  { tree, folder }: PublishedContent,
  path: string,
  row: DraftRow | undefined,
): Promise<Buffer> {
  const sha256 = row?.sha256 ?? tree.get(path)
  return sha256 ? readStoredFile(db, sha256) : readFile(join(folder.dir, path))
}
