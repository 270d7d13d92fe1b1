import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import type { Content } from '../content.ts'
import type { ContentFolder } from '../files/content-folder.ts'
import { ContentProblem } from '../read-content.ts'
import { readStoredFile } from '../versions/version-store.ts'
import type { DraftRow } from './draft-store.ts'
import { mergeTexts } from './merge-texts.ts'
import { type FileEdits, overlayFolder } from './overlay-folder.ts'
import { type ContentDeps, isText, type PublishedContent } from './published-content.ts'

/** What a draft makes of a published file. */
export type DraftedFile = {
  row: DraftRow
  /** Null deletes it. A picture has no text. */
  bytes: Buffer | null
  /** Fields published by somebody else since the change began. */
  merged: string[]
  /** Fields that both have changed. */
  conflicts: string[]
}

/** Merges a draft's files with what was published since. Files that are as they are published are left out. */
export async function mergeDraft(
  { db }: Pick<ContentDeps, 'db'>,
  { tree, folder }: PublishedContent,
  rows: DraftRow[],
): Promise<DraftedFile[]> {
  const read = (sha256: string | null) => (sha256 === null ? null : readStoredFile(db, sha256))
  const drafted: DraftedFile[] = []
  for (const row of rows) {
    const current = tree.get(row.path) ?? null
    if (row.sha256 === current) continue
    const mine = await read(row.sha256)
    if (row.baseSha256 === current) {
      drafted.push({ row, bytes: mine, merged: [], conflicts: [] })
      continue
    }
    const base = await read(row.baseSha256)
    const theirs = current === null ? null : (folder.files.get(row.path) ?? null)
    const merge =
      mine && base && theirs && isText(row.path)
        ? mergeTexts(row.path, base.toString(), mine.toString(), theirs.toString())
        : { conflicts: ['file'] }
    drafted.push(
      'conflicts' in merge
        ? { row, bytes: mine, merged: [], conflicts: merge.conflicts }
        : { row, bytes: Buffer.from(merge.text), merged: merge.fields, conflicts: [] },
    )
  }
  return drafted
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
  new Map(files.map(({ row, bytes }) => [row.path, bytes]))
