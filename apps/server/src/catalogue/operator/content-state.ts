import { localText } from '@playhub/contract'
import { type ContentState, type ContentVersion, type FileChange, hubFiles } from '@playhub/contract/operator'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  findVersion,
  listVersions,
  readChanges,
  readStoredFile,
  readTree,
} from '../versions/version-store.ts'
import { listDraftedProjects, listOtherDrafts } from './draft-store.ts'
import { describeFileChange } from './list-field-changes.ts'
import { listIncompleteLanguages } from './list-gaps.ts'
import { type ContentDeps, isText, ownsFile } from './published-content.ts'
import { listOwnReviews } from './reviews/review-store.ts'
import { listWaitingReviews } from './reviews/reviews.ts'

type Reader = {
  operatorId: string
  language: 'ru' | 'en'
  scope: string[] | '*'
  canEdit: (project: string) => boolean
  canPublish: (project: string) => boolean
}

/** The content in use, as an operator may see it. */
export async function readContentState(
  { db, config, catalogue }: ContentDeps,
  { operatorId, language, scope, canEdit, canPublish }: Reader,
): Promise<ContentState> {
  const { hub, languages, documents, projects } = catalogue.content()
  const isSeen = (project: string) => scope === '*' || scope.includes(project)
  const drafted = await listDraftedProjects(db, operatorId)
  const reviews = await listOwnReviews(db, operatorId)
  const { version, rejected } = catalogue.state()
  return {
    source: catalogue.source.origin(),
    version: catalogue.source.number() ?? version,
    folder: scope === '*' ? config.contentDir : null,
    problems: (rejected?.issues ?? []).filter(
      (issue) => scope === '*' || scope.some((id) => isPlacedIn(issue, id)),
    ),
    projects: projects
      .filter(({ id }) => isSeen(id))
      .map((project) => ({
        id: project.id,
        name: localText(project.name, language),
        isActive: project.game.isActive,
        isListed: !project.outOfCatalog,
        order: project.game.order,
        items: project.items.length,
        missingTexts: listIncompleteLanguages(project, languages.languages),
        hasDraft: drafted.includes(project.id),
        review: toReviewState(reviews.find((review) => review.project === project.id)),
        canEdit: canEdit(project.id),
      })),
    documents: documents.map(({ name, language: written, title }) => ({
      ...{ name, language: written, title },
      path: `docs/${name}.${written}.md`,
    })),
    languages: [...new Set([languages.defaultLanguage, ...languages.languages])],
    editors: await listOtherDrafts(db, operatorId, scope === '*' ? undefined : scope),
    waiting: await listWaitingReviews({ db, catalogue }, { operatorId, canPublish }),
    site: { brand: hub.brand, url: config.http.publicUrl },
    canEditHub: canEdit(hubFiles),
  }
}

const toReviewState = (review: { declinedAt: number | null } | undefined) =>
  review ? (review.declinedAt === null ? 'waiting' : 'declined') : null

const isPlacedIn = ({ params }: ContentRule, project: string) =>
  ownsFile(project, String(params.place ?? '').replace(/:\d+$/, ''))

/** The newest first; for an operator of some projects, those that changed one of their files. */
export async function readHistory(
  db: Db,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  scope: string[] | '*',
): Promise<{ rows: ContentVersion[]; nextCursor: string | null }> {
  const below = cursor === undefined ? undefined : Number(cursor)
  if (below !== undefined && !Number.isSafeInteger(below)) return { rows: [], nextCursor: null }
  const found = await listVersions(db, {
    projects: scope === '*' ? undefined : scope,
    below,
    limit: limit + 1,
  })
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > limit ? String(rows.at(-1)?.number) : null }
}

/**
 * A version with what it changed.
 * @param isSeen  Tells if the caller may see a file. A version without one does not exist for the caller.
 * @throws Refusal CONTENT_VERSION_NOT_FOUND
 */
export async function readVersionChanges(
  db: Db,
  number: number,
  isSeen: (path: string) => boolean,
): Promise<ContentVersion & { files: FileChange[] }> {
  const version = await findVersion(db, number)
  if (!version) throw new Refusal('CONTENT_VERSION_NOT_FOUND')
  const all = [...(await readChanges(db, number))]
  const changes = all.filter(([path]) => isSeen(path))
  if (all.length > 0 && changes.length === 0) throw new Refusal('CONTENT_VERSION_NOT_FOUND')
  const before = await readTree(db, number - 1)
  const read = async (path: string, sha256: string | null | undefined) => {
    if (!sha256) return null
    return isText(path) ? (await readStoredFile(db, sha256)).toString() : ''
  }
  const files: FileChange[] = []
  for (const [path, sha256] of changes.slice(0, maxFiles))
    files.push(describeFileChange(path, await read(path, before.get(path)), await read(path, sha256)))
  return { ...version, changedFiles: changes.length, files }
}

/** An import has thousands, and each is parsed. */
const maxFiles = 50
