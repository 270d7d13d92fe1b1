import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { InterfaceLanguage } from '@playhub/contract'
import {
  isStockPicture,
  type Project,
  readPicture,
  type ShareParts,
  selectShareParts,
} from '../../catalogue/index.ts'
import { defaultBrand } from '../../i18n/server-messages.ts'

export const sharePrefix = '/share/'

/** Increase when the drawing changes, so images are drawn again under new names. */
const drawingVersion = 1

/** Input of a drawn image. */
export type ShareSource = ShareParts & {
  /** The hub's name, when the content has no picture with it. */
  brand: string | undefined
  /** File name with a hash over all inputs, so an existing file is never stale. */
  file: string
}

/** By project of a content version, whose files never change. */
const sources = new WeakMap<Project, Map<string, ShareSource | null>>()

/** Null for a game without an image of its own. Reads and hashes the art once per content version. */
export function shareSource(
  contentDir: string,
  project: Project,
  language: InterfaceLanguage,
  hubBrand: string,
): ShareSource | null {
  const known = sources.get(project) ?? new Map<string, ShareSource | null>()
  sources.set(project, known)
  const key = [contentDir, language, hubBrand].join('\n')
  const source = known.has(key) ? known.get(key) : readSource(contentDir, project, language, hubBrand)
  known.set(key, source ?? null)
  return source ?? null
}

function readSource(
  contentDir: string,
  project: Project,
  language: InterfaceLanguage,
  hubBrand: string,
): ShareSource | null {
  const parts = selectShareParts(project, language, (path) => existsSync(join(contentDir, path)))
  if (!parts) return null
  const source = { ...parts, brand: needsOwnPicture(contentDir, lockup, hubBrand) ? hubBrand : undefined }
  return { ...source, file: `${project.id}.${language}.${hashSource(contentDir, source)}.png` }
}

/** Content pictures with the hub's name. */
export const lockup = '/main_images/lockup.svg'
export const hubShareImage = '/main_images/share.png'

/** True when a picture would name Playhub on a hub with another name. */
const needsOwnPicture = (contentDir: string, path: string, brand: string) =>
  brand !== defaultBrand && isStockPicture(contentDir, path)

function hashSource(contentDir: string, source: Omit<ShareSource, 'file'>): string {
  const hash = createHash('sha256').update(JSON.stringify([drawingVersion, source]))
  for (const path of [source.art, source.logo])
    if (path && !path.startsWith('data:')) hash.update(readPicture(join(contentDir, path)) ?? 'unreadable')
  return hash.digest('hex').slice(0, 16)
}

/** The path to a game's image. */
export function shareImagePath(
  contentDir: string,
  project: Project,
  language: InterfaceLanguage,
  hubBrand: string,
): string | undefined {
  const source = shareSource(contentDir, project, language, hubBrand)
  return source ? sharePrefix + source.file : undefined
}

/** The hub's own image. Null when the content has one, or the hub has the default name. */
export function brandShareFile(contentDir: string, brand: string): string | null {
  if (!needsOwnPicture(contentDir, hubShareImage, brand)) return null
  const hash = createHash('sha256').update(JSON.stringify([drawingVersion, brand]))
  return `brand.${hash.digest('hex').slice(0, 16)}.png`
}

/** The hub's image: of the content, or drawn. */
export function hubShareImagePath(contentDir: string, brand: string): string {
  const file = brandShareFile(contentDir, brand)
  return file === null ? hubShareImage : sharePrefix + file
}
