import { hubFiles } from '@playhub/contract/operator'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Content } from '../content.ts'
import { Slug } from '../fields.ts'
import { type ContentFolder, readFolder } from '../files/content-folder.ts'
import { ContentProblem } from '../read-content.ts'
import { findNewestVersion, readTree, type Tree } from '../versions/version-store.ts'
import { writeTree } from '../versions/write-tree.ts'

export type ContentDeps = {
  db: Db
  clock: Clock
  config: Pick<HubConfig, 'contentDir' | 'dataDir' | 'http'>
  catalogue: Catalogue
}

type ReadDeps = Pick<ContentDeps, 'db' | 'config' | 'catalogue'>

/** The newest content, which hubs may take into use some seconds later. */
export type PublishedContent = {
  /** Null while the folder is read. */
  number: number | null
  /** Empty while the folder is read. */
  tree: Tree
  folder: ContentFolder
  /** Null with errors. */
  content: Content | null
}

const last = new WeakMap<Db, PublishedContent>()

/** Reads the newest content; a version is read once. */
export async function readPublished(deps: ReadDeps): Promise<PublishedContent> {
  const { db, config } = deps
  const newest = await findNewestVersion(db)
  if (newest?.source !== 'database')
    return { number: null, tree: new Map(), ...readChecked(deps, config.contentDir) }
  const { number } = newest
  const known = last.get(db)
  if (known?.number === number) return known
  const tree = await readTree(db, number)
  const content = { number, tree, ...(await readVersion(deps, number, tree)) }
  last.set(db, content)
  return content
}

/** What the hub has in use is read already. */
async function readVersion(deps: ReadDeps, number: number, tree: Tree) {
  const { db, config, catalogue } = deps
  const { number: loaded, folder } = catalogue.loaded()
  if (loaded === number) return { folder, content: catalogue.content() }
  return readChecked(deps, await writeTree(db, tree, config.dataDir))
}

function readChecked({ catalogue }: ReadDeps, dir: string) {
  const folder = readFolder(dir, catalogue.loaded().folder)
  try {
    return { folder, content: catalogue.parse(folder) }
  } catch (error) {
    if (error instanceof ContentProblem) return { folder, content: null }
    throw error
  }
}

/** @throws Refusal CONTENT_IN_FOLDER */
export async function readEditable(deps: ReadDeps): Promise<PublishedContent & { number: number }> {
  const published = await readPublished(deps)
  const { number } = published
  if (number === null) throw new Refusal('CONTENT_IN_FOLDER')
  return { ...published, number }
}

/** Tells if a file belongs to a draft: of a project, or of what belongs to none. */
export function ownsFile(project: string, path: string): boolean {
  if (project === hubFiles)
    return /^docs\/[^/]+\.md$|^pages\/(playhub\/)?[^/]+\.yaml$|^main_images\/[^/]+$/.test(path)
  return (
    path === `projects/${project}.yaml` ||
    ['pages', 'main_images', 'static_files'].some((folder) => path.startsWith(`${folder}/${project}/`))
  )
}

/** @throws Refusal PROJECT_NOT_FOUND for an id that no project can have */
export function expectDraftName(project: string): void {
  if (project !== hubFiles && !Slug.safeParse(project).success) throw new Refusal('PROJECT_NOT_FOUND')
}

export const isText = (path: string): boolean => /\.(yaml|md)$/.test(path)
