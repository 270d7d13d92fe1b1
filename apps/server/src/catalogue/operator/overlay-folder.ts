import { dirname } from 'node:path'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import type { ContentFolder } from '../files/content-folder.ts'
import { isContentFile, unreadReason } from '../files/content-layout.ts'
import { toRule } from '../files/content-rule.ts'

/** New bytes by path; null deletes the file. */
export type FileEdits = ReadonlyMap<string, Buffer | null>

/** The folder as it would be with the edits. Its version stays that of the folder. */
export function overlayFolder(folder: ContentFolder, edits: FileEdits): ContentFolder {
  const files = new Map(folder.files)
  const folders = new Set(folder.folders)
  const refused = new Map<string, ContentRule>(folder.refused)
  for (const [path, bytes] of edits) {
    const parents = listParents(path)
    if (bytes === null) files.delete(path)
    else if (!isContentFile(path)) refused.set(path, unreadReason(path, plainFile))
    // A disk has no such tree, so no hub could use it.
    else if (folders.has(path) || parents.some((parent) => files.has(parent)))
      refused.set(path, toRule('not-folder'))
    else {
      files.set(path, bytes)
      for (const parent of parents) folders.add(parent)
    }
  }
  return { ...folder, files, folders, refused }
}

function listParents(path: string): string[] {
  const parent = dirname(path)
  return parent === '.' ? [] : [parent, ...listParents(parent)]
}

const plainFile = { isFile: () => true, isDirectory: () => false }
