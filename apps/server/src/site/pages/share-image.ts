import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type InterfaceLanguage, localText } from '@playhub/contract'
import type { Project } from '../../catalogue/index.ts'

/** The build output of the web client. */
export const webDist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Link preview images, drawn by `scripts/share-images/` during the build. */
export const shareFolder = join(webDist, 'share')
export const sharePrefix = '/share/'

/** Increase when the drawing changes, so that images are drawn again under new names. */
const drawingVersion = 1
const drawable = /\.(svg|png|jpe?g)$/

/** What an image is drawn from. */
export type ShareSource = {
  name: string
  /** Path below the content folder. */
  art: string
  logo: string | null
  colour: string
  /** File name with a hash of all inputs, so that an existing file is never stale. */
  file: string
}

/** Null when none of the game's art is SVG, PNG or JPEG, or the drawing's font lacks the script of the name. */
export function shareSource(
  contentDir: string,
  { id, name, logo, game }: Project,
  language: InterfaceLanguage,
): ShareSource | null {
  const art = [game.shareArt, game.heroImage].find((path) => path && isDrawable(contentDir, path))
  const text = localText(name, language)
  if (!art || !isInDrawingFont(text)) return null
  const source = {
    name: text,
    art,
    logo: isDrawable(contentDir, logo) ? logo : null,
    colour: game.footerBackgroundColor,
  }
  return { ...source, file: `${id}.${language}.${hashOf(contentDir, source)}.png` }
}

const isInDrawingFont = (text: string) =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text)

const isDrawable = (contentDir: string, path: string) =>
  drawable.test(path) && existsSync(join(contentDir, path))

function hashOf(contentDir: string, source: Omit<ShareSource, 'file'>): string {
  const hash = createHash('sha256').update(JSON.stringify([drawingVersion, source]))
  for (const path of [source.art, source.logo]) if (path) hash.update(readFileSync(join(contentDir, path)))
  return hash.digest('hex').slice(0, 16)
}

/** The path of a game's image. Undefined until the build has drawn it. */
export function shareImagePath(
  contentDir: string,
  project: Project,
  language: InterfaceLanguage,
): string | undefined {
  const source = shareSource(contentDir, project, language)
  return source && existsSync(join(shareFolder, source.file)) ? `${sharePrefix}${source.file}` : undefined
}
