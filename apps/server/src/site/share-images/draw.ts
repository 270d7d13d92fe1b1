import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg, renderAsync } from '@resvg/resvg-js'
import sharp, { type Sharp } from 'sharp'
import { stockContent } from '../../catalogue/index.ts'
import { brandLockup } from '../draw-brand-lockup.ts'
import { lockup, type ShareSource } from './share-image.ts'
import { brandSvg, breakName, letters, shareSize, shareSvg, textSvg } from './share-svg.ts'

const displayFont = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/unbounded/700Bold/Unbounded_700Bold.ttf'),
)
const font = { loadSystemFonts: false, fontFiles: [displayFont], defaultFontFamily: 'Unbounded' }
const mimeSubtypes: Record<string, string> = {
  '.svg': 'svg+xml',
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
}

/** Draws a game's link preview image, on a thread. */
export async function drawShareImage(contentDir: string, source: ShareSource): Promise<Buffer> {
  const { name, art, logo, colour, brand } = source
  return render(
    shareSvg({
      art: await toDataUrl(contentDir, art),
      logo: logo && (await toDataUrl(contentDir, logo)),
      lockup: brand === undefined ? await toDataUrl(contentDir, lockup) : svgUrl(brandLockup(brand, letters)),
      colour,
      lines: breakName(name, measureWidth),
    }),
  )
}

/** Draws the name of a hub without an image of its own. */
export const drawBrandImage = (brand: string): Promise<Buffer> =>
  render(brandSvg(breakName(brand, measureWidth)))

async function render(svg: string): Promise<Buffer> {
  const { pixels } = await renderAsync(svg, { font })
  return toPalettePng(sharp(pixels, { raw: { ...shareSize, channels: 4 } }))
}

async function toDataUrl(contentDir: string, path: string): Promise<string> {
  if (path.startsWith('data:')) return path
  // Playhub's pictures replace missing ones, like in the hub.
  const dir = [contentDir, stockContent].find((one) => existsSync(join(one, path))) ?? contentDir
  const bytes = await readFile(join(dir, path))
  const subtype = mimeSubtypes[extname(path)]
  // The renderer reads no WebP.
  return subtype === undefined
    ? toUrl('png', await sharp(bytes).png({ compressionLevel: 1 }).toBuffer())
    : toUrl(subtype, bytes)
}

const toUrl = (subtype: string, bytes: Buffer) => `data:image/${subtype};base64,${bytes.toString('base64')}`

const svgUrl = (svg: string) => toUrl('svg+xml', Buffer.from(svg))

function measureWidth(text: string, size: number): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200">${textSvg(text, size, 120)}</svg>`
  return new Resvg(svg, { font }).innerBBox()?.width ?? 0
}

/** Reduces a picture to 256 colours, a quarter of its size: some messengers ignore previews above 300 KB. */
export const toPalettePng = (picture: Sharp): Promise<Buffer> =>
  picture.png({ palette: true, colours: 256, dither: 0.55, compressionLevel: 9 }).toBuffer()
