import type { Db, Tx } from '../../platform/database/database.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    contentDrafts: DraftRow
  }
}

/** A file that an operator has changed and not yet published. */
export type DraftRow = {
  operatorId: string
  project: string
  path: string
  /** Of the published file that the change began with; null for a new file. */
  baseSha256: string | null
  /** Null deletes the file. */
  sha256: string | null
  savedAt: number
}

export type DraftKey = Pick<DraftRow, 'operatorId' | 'project'>

export function listDraftFiles(db: Db, { operatorId, project }: DraftKey): Promise<DraftRow[]> {
  return db
    .selectFrom('contentDrafts')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('project', '=', project)
    .orderBy('path')
    .execute()
}

export function findDraftFile(
  db: Db,
  { operatorId, project }: DraftKey,
  path: string,
): Promise<DraftRow | undefined> {
  return db
    .selectFrom('contentDrafts')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('project', '=', project)
    .where('path', '=', path)
    .executeTakeFirst()
}

export async function putDraftFile(db: Db, row: DraftRow): Promise<void> {
  const { baseSha256, sha256, savedAt } = row
  await db
    .insertInto('contentDrafts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['operatorId', 'project', 'path']).doUpdateSet({ baseSha256, sha256, savedAt }),
    )
    .execute()
}

/** @param path  Default: every file. @returns how many were there */
export async function deleteDraftFiles(
  db: Db,
  { operatorId, project }: DraftKey,
  path?: string,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('contentDrafts')
    .where('operatorId', '=', operatorId)
    .where('project', '=', project)
    .$if(path !== undefined, (query) => query.where('path', '=', path ?? ''))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Forgets a published file, unless the operator has saved it again meanwhile. */
export async function deletePublishedFile(
  tx: Tx,
  { operatorId, project, path, savedAt }: DraftRow,
): Promise<void> {
  await tx
    .deleteFrom('contentDrafts')
    .where('operatorId', '=', operatorId)
    .where('project', '=', project)
    .where('path', '=', path)
    .where('savedAt', '=', savedAt)
    .execute()
}

export type OtherDraft = Omit<DraftRow, 'baseSha256' | 'sha256'> & { operator: string }

/** Drafts of other operators, the last saved first. @param projects  Default: all. */
export function listOtherDrafts(
  db: Db,
  operatorId: string,
  projects?: readonly string[],
): Promise<OtherDraft[]> {
  return db
    .selectFrom('contentDrafts')
    .innerJoin('operators', 'operators.id', 'contentDrafts.operatorId')
    .where('operatorId', '<>', operatorId)
    .$if(projects !== undefined, (query) => query.where('project', 'in', projects?.length ? projects : ['']))
    .select(['operatorId', 'project', 'path', 'savedAt', 'operators.name as operator'])
    .orderBy('savedAt', 'desc')
    .limit(200)
    .execute()
}

export async function listDraftedProjects(db: Db, operatorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('contentDrafts')
    .where('operatorId', '=', operatorId)
    .select('project')
    .distinct()
    .execute()
  return rows.map(({ project }) => project)
}

export async function findAuthorName(db: Db, operatorId: string): Promise<string | undefined> {
  const author = await db
    .selectFrom('operators')
    .select('name')
    .where('id', '=', operatorId)
    .executeTakeFirst()
  return author?.name
}

/** Undefined for one who may log in no more. */
export function findDraftAuthor(
  db: Db,
  operatorId: string,
): Promise<{ name: string; language: 'ru' | 'en' } | undefined> {
  return db
    .selectFrom('operators')
    .select(['name', 'language'])
    .where('id', '=', operatorId)
    .where('state', '=', 'active')
    .executeTakeFirst()
}
