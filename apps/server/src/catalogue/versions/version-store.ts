import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../platform/database/database.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    contentVersions: ContentVersionRow
    contentFiles: ContentFileRow
    storedFiles: StoredFileRow
  }
}

/** Where hubs read the content: a folder of each machine, or the database. */
export type ContentOrigin = 'folder' | 'database'

export type ContentVersionRow = {
  /** Counts up from 1. The newest version is in use. */
  number: number
  createdAt: number
  /** `folder` for the return to the folder. */
  source: ContentOrigin
  /** Who published it. */
  operator: string
  reason: string | null
  /** Number of the version whose files it has again. */
  restores: number | null
}

/** A file from one version on, until a later row of its path. */
export type ContentFileRow = {
  path: string
  version: number
  /** Null from the version on that deletes it. */
  sha256: string | null
}

type StoredFileRow = { sha256: string; bytes: Uint8Array; storedAt: number }

/** Sha256 by path, with `/`. */
export type Tree = ReadonlyMap<string, string>
/** Like a tree; null deletes the file. */
export type TreeChanges = ReadonlyMap<string, string | null>

export function findNewestVersion(db: Db): Promise<ContentVersionRow | undefined> {
  return db.selectFrom('contentVersions').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export function findVersion(db: Db, number: number): Promise<ContentVersionRow | undefined> {
  return db.selectFrom('contentVersions').selectAll().where('number', '=', number).executeTakeFirst()
}

type VersionQuery = {
  /** Those that changed a file of one of these. Default: all. */
  projects: string[] | undefined
  below: number | undefined
  limit: number
}

/** The newest first. */
export function listVersions(
  db: Db,
  { projects, below, limit }: VersionQuery,
): Promise<(ContentVersionRow & { changedFiles: number })[]> {
  return db
    .selectFrom('contentVersions')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('contentFiles')
        .whereRef('contentFiles.version', '=', 'contentVersions.number')
        .select(sql<number>`cast(count(*) as integer)`.as('count'))
        .$asScalar()
        .as('changedFiles'),
    )
    .$if(below !== undefined, (query) => query.where('number', '<', below ?? 0))
    .$if(projects !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('contentFiles')
            .whereRef('contentFiles.version', '=', 'contentVersions.number')
            .where(({ or, eb }) => or((projects ?? []).flatMap((id) => matchFiles(eb, id))))
            .select('contentFiles.path'),
        ),
      ),
    )
    .orderBy('number', 'desc')
    .limit(limit)
    .execute() as Promise<(ContentVersionRow & { changedFiles: number })[]>
}

/** As `ownsFile` says. Ids have no wildcards. */
function matchFiles(eb: ExpressionBuilder<Tables, 'contentFiles'>, project: string) {
  const folders = ['pages', 'main_images', 'static_files'].map((folder) => `${folder}/${project}/%`)
  return [
    eb('contentFiles.path', '=', `projects/${project}.yaml`),
    ...folders.map((pattern) => eb('contentFiles.path', 'like', pattern)),
  ]
}

/** @returns false when another version has taken the number */
export async function insertVersion(tx: Tx, row: ContentVersionRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('contentVersions')
    .values(row)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('number')
    .executeTakeFirst()
  return inserted !== undefined
}

const rowsPerStatement = 200

export async function insertContentFiles(tx: Tx, version: number, changes: TreeChanges): Promise<void> {
  const rows = [...changes].map(([path, sha256]) => ({ path, version, sha256 }))
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await tx
      .insertInto('contentFiles')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute()
}

/** The files of a version, in the order of their paths. */
export async function readTree(db: Db, number: number): Promise<Tree> {
  const rows = await db
    .selectFrom('contentFiles as file')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('contentFiles')
          .where('version', '<=', number)
          .select(['path', (newest) => newest.fn.max('version').as('version')])
          .groupBy('path')
          .as('newest'),
      (join) => join.onRef('newest.path', '=', 'file.path').onRef('newest.version', '=', 'file.version'),
    )
    .where('file.sha256', 'is not', null)
    .select(['file.path', 'file.sha256'])
    .execute()
  return new Map(
    rows.map(({ path, sha256 }) => [path, sha256 ?? ''] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** What a version changed. */
export async function readChanges(db: Db, number: number): Promise<TreeChanges> {
  const rows = await db
    .selectFrom('contentFiles')
    .where('version', '=', number)
    .select(['path', 'sha256'])
    .orderBy('path')
    .execute()
  return new Map(rows.map(({ path, sha256 }) => [path, sha256]))
}

/** Stores bytes once; a repeat keeps them from being forgotten. */
export async function insertStoredFile(db: Db, { sha256, bytes, storedAt }: StoredFileRow): Promise<void> {
  await db
    .insertInto('storedFiles')
    .values({ sha256, bytes: Buffer.from(bytes), storedAt })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ storedAt }))
    .execute()
}

/** @throws when there are none: files of versions and drafts are kept */
export async function readStoredFile(db: Db, sha256: string): Promise<Buffer> {
  const { bytes } = await db
    .selectFrom('storedFiles')
    .select('bytes')
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return Buffer.from(bytes)
}

/** Forgets what neither a version nor a draft has. */
export async function deleteUnusedFiles(db: Db, storedBefore: number): Promise<void> {
  await db
    .deleteFrom('storedFiles')
    .where('storedAt', '<', storedBefore)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contentFiles')
            .whereRef('contentFiles.sha256', '=', 'storedFiles.sha256')
            .select('contentFiles.sha256'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contentDrafts')
            .where(({ or, eb, ref }) =>
              or([
                eb('contentDrafts.sha256', '=', ref('storedFiles.sha256')),
                eb('contentDrafts.baseSha256', '=', ref('storedFiles.sha256')),
              ]),
            )
            .select('contentDrafts.path'),
        ),
      ),
    )
    .execute()
}
