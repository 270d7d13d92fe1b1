/** Makes the pictures for link previews; part of the build, because the hub itself needs no drawing library for them. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { interfaceLanguages } from '@playhub/contract'
import { type RenderedImage, Resvg } from '@resvg/resvg-js'
import { type Project, readContent } from '../../catalogue/index.ts'
import { paletteOf } from './palette-png.ts'
import { type ShareSource, shareFolder, shareSource } from './share-file.ts'
import { setName, shareSvg, textSvg } from './share-svg.ts'

const displayFont = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/unbounded/700Bold/Unbounded_700Bold.ttf'),
)
const font = { loadSystemFonts: false, fontFiles: [displayFont], defaultFontFamily: 'Unbounded' }
const lockup = '/main_images/lockup.svg'
const types: Record<string, string> = { '.svg': 'svg+xml', '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg' }

/**
 * Draws what is missing for the content, in both languages.
 * @returns how many pictures were made.
 * @throws ContentProblem when the content has mistakes.
 */
export function drawSharePictures(contentDir: string): number {
  const missing = gamesWithPage(contentDir)
    .flatMap((project) => interfaceLanguages.map((language) => shareSource(contentDir, project, language)))
    .filter((source) => source !== null)
    .filter(({ file }) => !existsSync(join(shareFolder, file)))
  mkdirSync(shareFolder, { recursive: true })
  for (const source of missing) keep(source.file, draw(contentDir, source))
  return missing.length
}

function gamesWithPage(contentDir: string): Project[] {
  // Addresses are none of a picture's business; empty ones would be mistakes.
  const anywhere = 'http://localhost'
  const placeholders = { PUBLIC_URL: anywhere, GAMES_URL: anywhere, SANDBOX_URL: anywhere }
  const { projects } = readContent(contentDir, placeholders)
  return projects.filter(({ game, outOfCatalog }) => game.isActive && !game.inDevelop && !outOfCatalog)
}

function draw(contentDir: string, { name, art, logo, colour }: ShareSource): Buffer {
  const picture = (path: string) => dataAddress(contentDir, path)
  const svg = shareSvg({
    art: picture(art),
    logo: logo && picture(logo),
    lockup: picture(lockup),
    colour,
    lines: setName(name, widthOf),
  })
  return toPng(new Resvg(svg, { font }).render())
}

function dataAddress(contentDir: string, path: string): string {
  const bytes = readFileSync(join(contentDir, path))
  return `data:image/${types[extname(path)]};base64,${bytes.toString('base64')}`
}

function widthOf(text: string, size: number): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200">${textSvg(text, size, 120)}</svg>`
  return new Resvg(svg, { font }).innerBBox()?.width ?? 0
}

/** 256 colours: a quarter of the weight, which some messengers insist on. */
function toPng({ width, height, pixels }: RenderedImage): Buffer {
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) {
    rgb.set(pixels.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
  }
  return paletteOf({ width, height, rgb })
}

/** In one step: a hub beside this build sees the whole picture or none. */
function keep(file: string, png: Buffer): void {
  const draft = join(shareFolder, `${file}.${process.pid}`)
  writeFileSync(draft, png)
  renameSync(draft, join(shareFolder, file))
}
