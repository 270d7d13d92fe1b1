import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../platform/database/database.ts'
import { isUnmigrated } from '../../platform/database/database-problem.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { folderFingerprint } from '../files/content-folder.ts'
import { cacheFolderName } from '../files/content-layout.ts'
import {
  type ContentOrigin,
  type ContentVersionRow,
  findNewestVersion,
  readTree,
  type Tree,
} from './version-store.ts'
import { writeTree } from './write-tree.ts'

/** Where the content is read now. */
export type ContentSource = {
  origin(): ContentOrigin
  /** The newest version's number; null while the folder is read. */
  number(): number | null
  /** The folder to read. For content of the database, a copy of its newest version. */
  dir(): string
  /** Finds the newest content. @returns what changes with every write, without reading the files */
  refresh(): Promise<string>
}

type Place = { origin: ContentOrigin; number: number | null; dir: string }

/** A folder, whatever the database says. */
export const folderSource = (dir: string): ContentSource =>
  placedSource({ origin: 'folder', number: null, dir })

/** What was found once, for a command. */
export const placedSource = ({ origin, number, dir }: Place): ContentSource => ({
  origin: () => origin,
  number: () => number,
  dir: () => dir,
  refresh: () => folderFingerprint(dir),
})

/**
 * The configured folder, until `refresh` finds content in the database.
 * @param getDb  Undefined while there is no database: the last source stays.
 */
export function createContentSource(
  config: Pick<HubConfig, 'contentDir' | 'dataDir'>,
  getDb: () => Db | undefined,
): ContentSource {
  let place: Place = { origin: 'folder', number: null, dir: config.contentDir }
  return {
    origin: () => place.origin,
    number: () => place.number,
    dir: () => place.dir,
    async refresh() {
      const db = getDb()
      if (db) place = await locateContent(config, db, place)
      return place.number === null ? folderFingerprint(place.dir) : String(place.number)
    },
  }
}

/** An earlier release may have made the database, and no hub of this one has run its migrations yet. */
async function findNewest(db: Db): Promise<ContentVersionRow | undefined> {
  try {
    return await findNewestVersion(db)
  } catch (error) {
    if (isUnmigrated(error)) return undefined
    throw error
  }
}

/**
 * The folder, until content was taken into the database.
 * @throws StartupError when its copy cannot be written
 */
export async function locateContent(
  { contentDir, dataDir }: Pick<HubConfig, 'contentDir' | 'dataDir'>,
  db: Db,
  known?: Place,
): Promise<Place> {
  const newest = await findNewest(db)
  if (newest?.source !== 'database') return { origin: 'folder', number: null, dir: contentDir }
  // Who cleans the data folder may remove the copy.
  if (known?.number === newest.number && existsSync(known.dir)) return known
  const dir = await copyTree(db, await readTree(db, newest.number), dataDir)
  return { origin: 'database', number: newest.number, dir }
}

/** @throws StartupError for a disk that cannot be written */
async function copyTree(db: Db, tree: Tree, dataDir: string): Promise<string> {
  try {
    return await writeTree(db, tree, dataDir)
  } catch (cause) {
    const isFileError = cause instanceof Error && 'path' in cause
    if (!isFileError) throw cause
    throw new StartupError(
      `The content of the database cannot be copied to ${join(dataDir, cacheFolderName)}: ${cause.message}.`,
      { cause },
    )
  }
}
