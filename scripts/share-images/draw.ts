/** Draws the link preview images during the build, so that the hub needs no drawing library (ADR 23). */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Content, type Project, readContent, stockContent } from '@playhub/server/catalogue'
import {
  brandShareFile,
  lockup,
  type ShareSource,
  shareFolder,
  shareSource,
} from '@playhub/server/share-image'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { brandLockup } from '../../apps/server/src/site/brand-lockup.ts'
import { brandSvg, breakName, letters, shareSvg, textSvg } from './share-svg.ts'

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

/**
 * Draws the content's missing images in every hub language.
 * @returns how many images it drew.
 * @throws ContentProblem when the content has errors.
 */
export async function drawShareImages(contentDir: string): Promise<number> {
  // Images contain no URLs, but content with empty URLs is invalid.
  const url = 'http://localhost'
  const content = readContent(contentDir, { PUBLIC_URL: url, GAMES_URL: url, SANDBOX_URL: url })
  const { languages } = content.languages
  const { brand } = content.hub
  const missing = gamesWithPage(content)
    .flatMap((project) => languages.map((language) => shareSource(contentDir, project, language, brand)))
    .filter((source) => source !== null)
    .filter(({ file }) => !existsSync(join(shareFolder, file)))
  mkdirSync(shareFolder, { recursive: true })
  for (const source of missing) writeAtomically(source.file, await draw(contentDir, source))
  const brands = missingBrands(contentDir, content)
  for (const [file, name] of brands) writeAtomically(file, await drawBrand(name))
  return missing.length + brands.size
}

/** Hub and tenant names by missing image file. */
function missingBrands(contentDir: string, { hub, projects }: Content): Map<string, string> {
  const brands = [hub.brand, ...projects.flatMap(({ brand }) => brand ?? [])]
  const files = brands.map((brand) => [brandShareFile(contentDir, brand), brand] as const)
  return new Map(
    files.flatMap(([file, brand]) => (file && !existsSync(join(shareFolder, file)) ? [[file, brand]] : [])),
  )
}

function drawBrand(brand: string): Promise<Buffer> {
  const svg = brandSvg(breakName(brand, measureWidth))
  return toPalettePng(new Resvg(svg, { font }).render().asPng())
}

function gamesWithPage({ projects }: Content): Project[] {
  return projects.filter(({ game, outOfCatalog }) => game.isActive && !game.inDevelop && !outOfCatalog)
}

function draw(contentDir: string, { name, art, logo, colour, brand }: ShareSource): Promise<Buffer> {
  const svg = shareSvg({
    art: dataUrl(contentDir, art),
    logo: logo && dataUrl(contentDir, logo),
    lockup: brand === undefined ? dataUrl(contentDir, lockup) : svgUrl(brandLockup(brand, letters)),
    colour,
    lines: breakName(name, measureWidth),
  })
  return toPalettePng(new Resvg(svg, { font }).render().asPng())
}

function dataUrl(contentDir: string, path: string): string {
  if (path.startsWith('data:')) return path
  // Playhub's pictures replace missing ones, like in the hub.
  const dir = [contentDir, stockContent].find((one) => existsSync(join(one, path))) ?? contentDir
  const bytes = readFileSync(join(dir, path))
  return `data:image/${mimeSubtypes[extname(path)]};base64,${bytes.toString('base64')}`
}

const svgUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

function measureWidth(text: string, size: number): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200">${textSvg(text, size, 120)}</svg>`
  return new Resvg(svg, { font }).innerBBox()?.width ?? 0
}

/** Reduces a PNG to 256 colours, a quarter of its size: some messengers ignore previews above 300 KB. */
export function toPalettePng(png: Buffer): Promise<Buffer> {
  return sharp(png).png({ palette: true, colours: 256, dither: 0.55, compressionLevel: 9 }).toBuffer()
}

/** Renames a complete file into place, because a hub may serve the folder during the build. */
function writeAtomically(file: string, png: Buffer): void {
  const draft = join(shareFolder, `${file}.${process.pid}`)
  writeFileSync(draft, png)
  renameSync(draft, join(shareFolder, file))
}
