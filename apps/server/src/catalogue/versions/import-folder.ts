import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ContentFolder } from '../files/content-folder.ts'
import { addVersion, compareTrees } from './add-version.ts'
import { hashBytes } from './hash-bytes.ts'
import { findNewestVersion, insertStoredFile, readTree, type Tree } from './version-store.ts'

/** A database is no place for videos. */
export const maxImportedFileBytes = 25 * 1024 * 1024

/**
 * Takes a checked folder into the database as a version, byte for byte.
 * @returns its number
 * @throws Refusal CONTENT_FILE_TOO_LARGE with the `path`; EDIT_CONFLICT when a version was published meanwhile
 */
export async function importFolder(
  { db, clock }: { db: Db; clock: Clock },
  folder: Pick<ContentFolder, 'dir' | 'files'>,
  operation: Operation,
): Promise<number> {
  const newest = await findNewestVersion(db)
  const base = newest?.number ?? null
  const before: Tree = base === null ? new Map() : await readTree(db, base)
  const after = await storeFiles({ db, clock }, folder, new Set(before.values()))
  return transact(db, (tx) =>
    addVersion(tx, clock, operation, {
      base,
      changes: compareTrees(before, after),
      action: 'content.import',
    }),
  )
}

async function storeFiles(
  { db, clock }: { db: Db; clock: Clock },
  { dir, files }: Pick<ContentFolder, 'dir' | 'files'>,
  stored: ReadonlySet<string>,
): Promise<Tree> {
  const tree = new Map<string, string>()
  for (const path of [...files.keys()].sort()) {
    const file = join(dir, path)
    const { size } = await stat(file)
    if (size > maxImportedFileBytes) throw new Refusal('CONTENT_FILE_TOO_LARGE', { path })
    const bytes = files.get(path) ?? (await readFile(file))
    const sha256 = hashBytes(bytes)
    if (!stored.has(sha256)) await insertStoredFile(db, { sha256, bytes, storedAt: clock.now() })
    tree.set(path, sha256)
  }
  return tree
}
