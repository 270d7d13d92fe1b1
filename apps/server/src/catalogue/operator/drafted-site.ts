import type { Catalogue } from '../catalogue.ts'
import type { Content, Project } from '../content.ts'
import { toFilePath } from '../files/missing-files.ts'
import { isPlaceholder } from '../placeholders/complete-project.ts'
import { readPlaceholder } from '../placeholders/read-placeholder.ts'
import { checkEdits, mergeDraft, toEdits } from './draft-content.ts'
import { type DraftKey, findDraftAuthor, listDraftFiles } from './draft-store.ts'
import { type ContentDeps, readPublished } from './published-content.ts'

export type DraftedSite = { catalogue: Catalogue; operator: { name: string; language: 'ru' | 'en' } }

/**
 * The catalogue as it would be with an operator's draft.
 * @param toUrl  Gives the address of a picture that only the draft has.
 * @returns undefined while the draft has errors, and for an operator who has left
 */
export async function readDraftedSite(
  deps: ContentDeps,
  key: DraftKey,
  toUrl: (url: string) => string,
): Promise<DraftedSite | undefined> {
  const operator = await findDraftAuthor(deps.db, key.operatorId)
  const published = await readPublished(deps)
  if (!operator || published.number === null) return undefined
  const edits = toEdits(await mergeDraft(deps, published, await listDraftFiles(deps.db, key)))
  const { content } = checkEdits(deps, published.folder, edits)
  if (!content) return undefined
  const isDrafted = (url: string) => edits.has(toFilePath(url) ?? '')
  const drafted = replacePictures(content, key.project, (url) => (isDrafted(url) ? toUrl(url) : url))
  return { catalogue: deps.catalogue.withContent(drafted), operator }
}

/**
 * In the draft's project and in page metadata: other projects have none of its pictures. Drawn ones become part of the page,
 * because the hub draws those of the published project.
 */
function replacePictures(content: Content, drafted: string, toUrl: (url: string) => string): Content {
  const { defaultLanguage } = content.hub
  const replace = (project: Project) =>
    mapTexts(project, (url) => {
      const drawing = isPlaceholder(url) && readPlaceholder(project, url, defaultLanguage)
      return drawing ? `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}` : toUrl(url)
    })
  return {
    ...content,
    projects: content.projects.map((project) => (project.id === drafted ? replace(project) : project)),
    pages: new Map([...content.pages].map(([name, page]) => [name, mapTexts(page, toUrl)])),
  }
}

/** A copy with every text of the content's plain values replaced. */
function mapTexts<T>(value: T, map: (text: string) => string): T {
  if (typeof value === 'string') return map(value) as T
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, map)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapTexts(entry, map)])) as T
}
