import { type InterfaceLanguage, localText } from '@playhub/contract'
import type { Project } from './content.ts'
import { readPlaceholder } from './placeholders/read-placeholder.ts'

/** What a game's link preview image shows. */
export type ShareParts = {
  name: string
  /** Path below the content folder, or a data URL with a drawn placeholder. */
  art: string
  logo: string | null
  colour: string
}

const drawable = /\.(svg|png|jpe?g|webp)$/

/**
 * @param hasFile  Tells if the content has a file, such as `/main_images/skyport/hero.svg`.
 * @returns null when the game has no art, or the drawing's font lacks the name's script
 */
export function selectShareParts(
  project: Project,
  language: InterfaceLanguage,
  hasFile: (path: string) => boolean,
): ShareParts | null {
  const { logo, game } = project
  const isDrawable = (path: string) => drawable.test(path) && hasFile(path)
  const placeholder = readPlaceholder(project, game.heroImage, language)
  const art =
    [game.shareArt, game.heroImage].find((path) => path && isDrawable(path)) ??
    (placeholder && `data:image/svg+xml;base64,${Buffer.from(placeholder).toString('base64')}`)
  const name = localText(project.name, language)
  if (!art || !isInDrawingFont(name)) return null
  return { name, art, logo: isDrawable(logo) ? logo : null, colour: game.footerBackgroundColor }
}

const isInDrawingFont = (text: string) =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text)
