import type { conflictSides, DraftConflict } from '@playhub/contract/operator'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import { stringify } from 'yaml'
import type { Content } from '../content.ts'
import type { ContentFolder } from '../files/content-folder.ts'
import { ContentProblem } from '../read-content.ts'
import { hashBytes } from '../versions/hash-bytes.ts'
import { readStoredFile } from '../versions/version-store.ts'
import type { DraftRow } from './draft-store.ts'
import { type Conflict, mergeTexts } from './merge-texts.ts'
import { type FileEdits, overlayFolder } from './overlay-folder.ts'
import { type ContentDeps, isText, type PublishedContent } from './published-content.ts'

/** What a draft makes of a published file. */
export type DraftedFile = {
  row: DraftRow
  /** Null deletes it. A picture has no text. */
  bytes: Buffer | null
  /** What both have changed. */
  conflicts: DraftConflict[]
  /** The choices leave it as it is published. */
  isYielded: boolean
}

/** Chosen values by the id of their conflict. */
export type Choices = ReadonlyMap<string, (typeof conflictSides)[number]>

/**
 * Merges a draft's files with what was published since. Files that are as they are published are left out.
 * @param choices  Default: the draft's values.
 */
export async function mergeDraft(
  { db }: Pick<ContentDeps, 'db'>,
  { tree, folder }: PublishedContent,
  rows: DraftRow[],
  choices: Choices = new Map(),
): Promise<DraftedFile[]> {
  const read = (sha256: string | null) => (sha256 === null ? null : readStoredFile(db, sha256))
  const drafted: DraftedFile[] = []
  for (const row of rows) {
    const current = tree.get(row.path) ?? null
    if (row.sha256 === current) continue
    const mine = await read(row.sha256)
    if (row.baseSha256 === current) {
      drafted.push({ row, bytes: mine, conflicts: [], isYielded: false })
      continue
    }
    const base = await read(row.baseSha256)
    const theirs = current === null ? null : (folder.files.get(row.path) ?? null)
    drafted.push({ row, ...mergeFile(row, { base, mine, theirs, current }, choices) })
  }
  return drafted
}

/** @property current  Hash of the published file, of which pictures have no bytes here. */
type Sides = { base: Buffer | null; mine: Buffer | null; theirs: Buffer | null; current: string | null }

function mergeFile(
  { path, sha256 }: DraftRow,
  { base, mine, theirs, current }: Sides,
  choices: Choices,
): Omit<DraftedFile, 'row'> {
  const describe = (conflict: Conflict) => describeConflict(path, conflict, [sha256, current])
  const decide = (conflict: Conflict) =>
    choices.get(describe(conflict).id) === 'published' ? 'theirs' : 'mine'
  if (mine && base && theirs && isText(path)) {
    const { text, conflicts } = mergeTexts(path, base.toString(), mine.toString(), theirs.toString(), decide)
    const bytes = Buffer.from(text)
    return { bytes, conflicts: conflicts.map(describe), isYielded: bytes.equals(theirs) }
  }
  const show = (sha256: string | null, bytes: Buffer | null) =>
    sha256 === null ? undefined : isText(path) ? bytes?.toString() : ''
  const conflict = { field: '', mine: show(sha256, mine), theirs: show(current, theirs) }
  return { bytes: mine, conflicts: [describe(conflict)], isYielded: decide(conflict) === 'theirs' }
}

/** @param hashes  Of both files, which tell pictures apart. */
function describeConflict(
  path: string,
  { field, mine, theirs }: Conflict,
  hashes: (string | null)[],
): DraftConflict {
  const sides = field === '' ? hashes : [mine, theirs]
  const id = hashBytes(JSON.stringify([path, field, ...sides])).slice(0, 16)
  return { id, path, field, draft: toText(mine), published: toText(theirs) }
}

const maxShown = 20_000

function toText(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'object' ? stringify(value) : String(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

export type CheckedContent = { content: Content | null; problems: ContentRule[] }

/** Reads the content as it would be with a draft. */
export function checkEdits(
  { catalogue }: Pick<ContentDeps, 'catalogue'>,
  folder: ContentFolder,
  edits: FileEdits,
): CheckedContent {
  try {
    return { content: catalogue.parse(overlayFolder(folder, edits)), problems: [] }
  } catch (error) {
    if (error instanceof ContentProblem) return { content: null, problems: error.issues }
    throw error
  }
}

export const toEdits = (files: readonly DraftedFile[]): FileEdits =>
  new Map(files.filter(({ isYielded }) => !isYielded).map(({ row, bytes }) => [row.path, bytes]))
