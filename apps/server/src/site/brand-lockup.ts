import type { FastifyInstance } from 'fastify'
import { type Catalogue, isStockPicture } from '../catalogue/index.ts'
import { defaultBrand } from '../i18n/server-texts.ts'
import { capitalHeight, drawText, escapeXml, measureText } from '../platform/display-text.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { getTenant } from './pages/tenants.ts'

/** Name pictures by letter colour: for dark and for light surfaces. */
const lockups: Record<string, string> = {
  '/main_images/lockup.svg': '#fff4e8',
  '/main_images/lockup-ink.svg': '#1c1434',
}

/** Same size as Playhub's own picture, so that the header does not move. */
const size = { width: 262, height: 48 }
const maxFontSize = 36

/** Responds with the hub's name instead of the pictures with Playhub's name. Register it before the pictures. */
export function registerBrandLockups(
  app: FastifyInstance,
  { contentDir }: HubConfig,
  catalogue: Catalogue,
): void {
  const replaced = new Set(Object.keys(lockups).filter((path) => isStockPicture(contentDir, path)))
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const colour = lockups[path]
    const { host = '' } = request.headers
    if (colour === undefined || !replaced.has(path)) return
    const ids = catalogue.projects().map(({ id }) => id)
    const brand = catalogue.getBrand(getTenant(host, ids))
    if (brand === defaultBrand) return
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
      .type('image/svg+xml')
      .send(brandLockup(brand, colour))
  })
}

/** The name in the display face, in one line or two, as large as fits. Letters that the face lacks are in the system's. */
export function brandLockup(brand: string, colour: string): string {
  const [best] = listLineBreaks(brand)
    .map((lines) => ({ lines, fontSize: fitFontSize(lines) }))
    .sort((a, b) => b.fontSize - a.fontSize)
  const { lines, fontSize } = best ?? { lines: [brand], fontSize: maxFontSize }
  const drawn = lines.map((line, index) =>
    drawText(line, { fontSize, baseline: calculateBaseline(index, lines.length, fontSize) }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" fill="${colour}"><title>${escapeXml(brand)}</title>${drawn.join('')}</svg>`
}

/** The name in one line, and broken at each space. */
function listLineBreaks(brand: string): string[][] {
  const words = brand.split(' ')
  return words.map((_, count) =>
    [words.slice(0, count).join(' '), words.slice(count).join(' ')].filter(Boolean),
  )
}

function fitFontSize(lines: string[]): number {
  const widest = Math.max(...lines.map(measureText))
  return Math.min(maxFontSize, size.width / widest, lines.length === 1 ? maxFontSize : size.height / 2 / 1.05)
}

/** The lines are centred in the picture. */
function calculateBaseline(index: number, count: number, fontSize: number): number {
  const lineHeight = fontSize * 1.05
  const block = lineHeight * (count - 1) + fontSize * capitalHeight
  return (size.height - block) / 2 + fontSize * capitalHeight + index * lineHeight
}
