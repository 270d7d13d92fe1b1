import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashBytes } from './hash-bytes.ts'
import {
  type ContentOrigin,
  findNewestVersion,
  insertContentFiles,
  insertStoredFile,
  insertVersion,
  readTree,
  type Tree,
  type TreeChanges,
} from './version-store.ts'

type NewVersion = {
  /** Number of the version that the changes are against; null when there is none. */
  base: number | null
  changes: TreeChanges
  source?: ContentOrigin
  restores?: number | null
  action: 'content.publish' | 'content.restore' | 'content.import' | 'content.use-folder' | 'offer.end'
  project?: string | null
  /** Name of the draft's author, where another operator publishes it. */
  author?: string | undefined
  /** Of the offer that it ends. */
  offerId?: string | undefined
}

/**
 * Publishes a version within its transaction.
 * @returns its number
 * @throws Refusal EDIT_CONFLICT when another version was published since `base`
 */
export async function addVersion(
  tx: Tx,
  clock: Clock,
  operation: Operation,
  {
    base,
    changes,
    source = 'database',
    restores = null,
    action,
    project = null,
    author,
    offerId,
  }: NewVersion,
): Promise<number> {
  const newest = await findNewestVersion(tx)
  if ((newest?.number ?? null) !== base) throw new Refusal('EDIT_CONFLICT')
  const number = (base ?? 0) + 1
  const at = clock.now()
  const { operator, reason } = operation
  // Of two at once, the second waits for the number.
  if (!(await insertVersion(tx, { number, createdAt: at, source, operator, reason, restores })))
    throw new Refusal('EDIT_CONFLICT')
  await insertContentFiles(tx, number, changes)
  const after = { number, files: changes.size, ...(restores !== null && { restores }), author, offerId }
  const before = newest && { number: newest.number, source: newest.source }
  await recordOperation(tx, operation, { action, subject: String(number), project, before, after, at })
  return number
}

/** Adds a new file to the newest version. @returns the version's number @throws Refusal EDIT_CONFLICT */
export async function publishFile(
  { db, clock }: { db: Db; clock: Clock },
  path: string,
  text: string,
  operation: Operation,
): Promise<number> {
  const bytes = Buffer.from(text)
  const sha256 = hashBytes(bytes)
  const newest = await findNewestVersion(db)
  if (newest && (await readTree(db, newest.number)).has(path)) throw new Refusal('EDIT_CONFLICT')
  await insertStoredFile(db, { sha256, bytes, storedAt: clock.now() })
  const change = { base: newest?.number ?? null, changes: new Map([[path, sha256]]) }
  return transact(db, (tx) => addVersion(tx, clock, operation, { ...change, action: 'content.publish' }))
}

/** What makes one tree of another. */
export function compareTrees(before: Tree, after: Tree): TreeChanges {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return new Map(
    paths
      .filter((path) => before.get(path) !== after.get(path))
      .map((path) => [path, after.get(path) ?? null] as const),
  )
}
