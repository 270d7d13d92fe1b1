import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'

/** Playhub's own content. Its pictures are served where the publisher's content has none. */
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

/** Missing brand pictures, with their stand-in. */
export function missingPictures(contentDir: string): Finding[] {
  return brandPictures
    .map((name) => join('main_images', name))
    .filter((path) => !existsSync(join(contentDir, path)))
    .map((path) =>
      toFinding(existsSync(join(stockContent, path)) ? 'content.stock-picture' : 'content.no-picture', {
        path,
      }),
    )
}
