import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type InterfaceLanguage, localText } from '@playhub/contract'
import { isStockPicture, type Project, readPicture, readPlaceholder } from '../../catalogue/index.ts'
import { defaultBrand } from '../../i18n/server-texts.ts'

/** The web client's build output. */
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
  /** Path below the content folder, or a data URL with a drawn placeholder. */
  art: string
  logo: string | null
  colour: string
  /** The hub's name, when the content has no picture with it. */
  brand: string | undefined
  /** File name with a hash over all inputs, so that an existing file is never stale. */
  file: string
}

/** Null when the game has no SVG, PNG or JPEG art, or the drawing's font lacks the name's script. */
export function shareSource(
  contentDir: string,
  project: Project,
  language: InterfaceLanguage,
  hubBrand: string,
): ShareSource | null {
  const { id, name, logo, game } = project
  const placeholder = readPlaceholder(project, game.heroImage, language)
  const art =
    [game.shareArt, game.heroImage].find((path) => path && isDrawable(contentDir, path)) ??
    (placeholder && `data:image/svg+xml;base64,${Buffer.from(placeholder).toString('base64')}`)
  const text = localText(name, language)
  if (!art || !isInDrawingFont(text)) return null
  const source = {
    name: text,
    art,
    logo: isDrawable(contentDir, logo) ? logo : null,
    colour: game.footerBackgroundColor,
    brand: needsOwnPicture(contentDir, lockup, hubBrand) ? hubBrand : undefined,
  }
  return { ...source, file: `${id}.${language}.${hashSource(contentDir, source)}.png` }
}

/** Content pictures with the hub's name. */
export const lockup = '/main_images/lockup.svg'
export const hubShareImage = '/main_images/share.png'

/** True when a picture would name Playhub on a hub with another name. */
const needsOwnPicture = (contentDir: string, path: string, brand: string) =>
  brand !== defaultBrand && isStockPicture(contentDir, path)

const isInDrawingFont = (text: string) =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text)

const isDrawable = (contentDir: string, path: string) =>
  drawable.test(path) && existsSync(join(contentDir, path))

function hashSource(contentDir: string, source: Omit<ShareSource, 'file'>): string {
  const hash = createHash('sha256').update(JSON.stringify([drawingVersion, source]))
  for (const path of [source.art, source.logo])
    if (path && !path.startsWith('data:')) hash.update(readPicture(join(contentDir, path)) ?? 'unreadable')
  return hash.digest('hex').slice(0, 16)
}

/** The path to a game's image. Undefined until the build has drawn it. */
export function shareImagePath(
  contentDir: string,
  project: Project,
  language: InterfaceLanguage,
  hubBrand: string,
): string | undefined {
  const source = shareSource(contentDir, project, language, hubBrand)
  return source && existsSync(join(shareFolder, source.file)) ? `${sharePrefix}${source.file}` : undefined
}

/** The hub's own image. Null when the content has one, or the hub has the default name. */
export function brandShareFile(contentDir: string, brand: string): string | null {
  if (!needsOwnPicture(contentDir, hubShareImage, brand)) return null
  const hash = createHash('sha256').update(JSON.stringify([drawingVersion, brand]))
  return `brand.${hash.digest('hex').slice(0, 16)}.png`
}

/** Replacement for the hub's image: until the build has drawn it, its icon. */
export function hubShareImagePath(contentDir: string, brand: string): string {
  const file = brandShareFile(contentDir, brand)
  if (file === null) return hubShareImage
  return existsSync(join(shareFolder, file)) ? `${sharePrefix}${file}` : '/main_images/icon-512.png'
}
