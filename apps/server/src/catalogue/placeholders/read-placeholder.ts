import { localText } from '@playhub/contract'
import type { Project } from '../content.ts'
import { isPlaceholder } from './complete-project.ts'
import { drawPlaceholder, isPlaceholderPicture } from './draw.ts'

/**
 * Draws the picture at a path such as `/main_images/placeholders/tiny/card.svg?v=…`; undefined for any other path.
 * @param language  Language of the name.
 */
export function readPlaceholder(
  { id, name, game }: Project,
  path: string,
  language: string,
): string | undefined {
  const file = path.split('?')[0]?.split('/').at(-1) ?? ''
  const picture = file.replace(/\.svg$/, '')
  if (!isPlaceholder(path) || !file.endsWith('.svg') || !isPlaceholderPicture(picture)) return undefined
  const { cardBackgroundColor: card, footerBackgroundColor: footer } = game
  return drawPlaceholder(picture, { id, name: localText(name, language), card, footer })
}
