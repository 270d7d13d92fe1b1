import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InterfaceLanguage } from '@playhub/contract'
import type { Project } from '../../catalogue/index.ts'
import { webDist } from '../renderer.ts'

/** Where pictures for link previews lie once they are made, and below which address. */
export const shareFolder = join(webDist, 'share')
export const sharePrefix = '/share/'

/** Another drawing makes other pictures of the same art. */
const drawing = 1
const drawable = /\.(svg|png|jpe?g)$/

/** What a picture is made from. */
export type ShareSource = {
  name: string
  /** Files below the content folder. */
  art: string
  logo: string | null
  colour: string
  /** Its name tells everything that it was made from: a picture that lies there is never stale. */
  file: string
}

/** Null for a game whose art no drawing can take: WebP, say. */
export function shareSource(
  contentDir: string,
  { id, name, logo, game }: Project,
  language: InterfaceLanguage,
): ShareSource | null {
  const art = [game.shareArt, game.heroImage].find((path) => path && isDrawable(contentDir, path))
  if (!art) return null
  const made = {
    name: name[language],
    art,
    logo: isDrawable(contentDir, logo) ? logo : null,
    colour: game.footerBackgroundColor,
  }
  return { ...made, file: `${id}.${language}.${stampOf(contentDir, made)}.png` }
}

const isDrawable = (contentDir: string, path: string) =>
  drawable.test(path) && existsSync(join(contentDir, path))

function stampOf(contentDir: string, made: Omit<ShareSource, 'file'>): string {
  const hash = createHash('sha256').update(JSON.stringify([drawing, made]))
  for (const path of [made.art, made.logo]) if (path) hash.update(readFileSync(join(contentDir, path)))
  return hash.digest('hex').slice(0, 16)
}

/** The address of a game's picture; undefined until the build has made it. */
export function shareAddress(
  contentDir: string,
  project: Project,
  language: InterfaceLanguage,
): string | undefined {
  const source = shareSource(contentDir, project, language)
  return source && existsSync(join(shareFolder, source.file)) ? `${sharePrefix}${source.file}` : undefined
}
