import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The content that comes with Playhub. Its pictures are served where the operator's content has none. */
export const stockContent = fileURLToPath(new URL('../../../../content', import.meta.url))

/** Pictures with Playhub's name or sign, which an operator replaces with their own. */
const brandPictures = [
  'favicon.svg',
  'apple-touch-icon.png',
  'icon-192.webp',
  'icon-512.png',
  'icon-maskable-512.png',
  'lockup.svg',
  'lockup-ink.svg',
  'mark.svg',
  'share.png',
]

/** Brand pictures that the content does not have, one line each, with what players see instead. */
export function missingPictures(contentDir: string): string[] {
  return brandPictures
    .map((name) => join('main_images', name))
    .filter((path) => !existsSync(join(contentDir, path)))
    .map((path) =>
      existsSync(join(stockContent, path))
        ? `${path}: is missing, so players see the picture of Playhub`
        : `${path}: is missing, and pages show it`,
    )
}
