/** One screen's contact sheet, scaled down: a column for each viewport, a row for each language and theme. */
import type { Page } from 'playwright-core'
import type { Language } from '../environment/translator.ts'
import { languages, takeScreenshot, themes, type Variant, viewports } from './capture.ts'

/** A scaled screenshot and its place on the sheet, in pixels. `png` is base64. */
export type Tile = { name: string; x: number; y: number; width: number; height: number; png: string }

/** Tile pixels per CSS pixel, by viewport width: text on a phone stays legible, a wide page is mostly margin. */
const scales = new Map([
  [360, 1 / 3],
  [768, 1 / 4],
  [1440, 1 / 5],
])
const columns = viewports.map(({ width, height }) => {
  const scale = scales.get(width) ?? 1
  return { width: Math.round(width * scale), height: Math.round(height * scale), scale }
})
const size = {
  width: columns.reduce((sum, { width }) => sum + width, 0),
  height: Math.max(...columns.map(({ height }) => height)) * languages.length * themes.length,
}

export async function takeTile(page: Page, language: Language, variant: Variant): Promise<Tile> {
  const column = viewports.findIndex(({ width }) => width === variant.width)
  const row = languages.indexOf(language) * themes.length + themes.indexOf(variant.theme)
  const { width, height, scale } = columns[column] as (typeof columns)[number]
  const x = columns.slice(0, column).reduce((sum, left) => sum + left.width, 0)
  const y = (row * size.height) / (languages.length * themes.length)
  const png = (await takeScreenshot(page, variant, scale)).toString('base64')
  return { name: `${variant.width} px, ${language}, ${variant.theme}`, x, y, width, height, png }
}

/** WebP quality, 0 to 1. */
const quality = 0.6

/**
 * @param canvasPage  Any page: its browser decodes, draws and encodes the images.
 * @param base        A sheet to draw the tiles on. WebP encodes each image part depending on the others.
 * @returns           WebP
 */
export async function composeSheet(canvasPage: Page, tiles: Tile[], base?: Buffer): Promise<Buffer> {
  const url = await canvasPage.evaluate(
    async ([tiles, base, size, quality]) => {
      const canvas = Object.assign(document.createElement('canvas'), size)
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      const draw = async (src: string, x: number, y: number) => {
        const image = Object.assign(new Image(), { src })
        await image.decode()
        context.drawImage(image, x, y)
      }
      if (base !== undefined) await draw(`data:image/webp;base64,${base}`, 0, 0)
      for (const { x, y, png } of tiles) await draw(`data:image/png;base64,${png}`, x, y)
      return canvas.toDataURL('image/webp', quality)
    },
    [tiles, base?.toString('base64'), size, quality] as const,
  )
  return decodeDataUrl(url)
}

const decodeDataUrl = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

/**
 * Tolerated differences between Chromium versions, such as letter edges. Every real change exceeds one of them:
 * - `channel`: how far a pixel's colour channel may be off (0 to 255),
 * - `share`: the share of a tile's pixels that may be further off,
 * - `average`: how far pixel blocks may be off on average. A change in one corner makes WebP encode the whole sheet a
 *   little differently: some pixels get darker and their neighbours brighter, which evens out within a block.
 */
const tolerance = { channel: 40, share: 0.0006, average: 2.2 }
/** Block width and height in sheet pixels. */
const blockSize = 8

export type Difference = {
  /** A sentence for each different tile. */
  changes: string[]
  /** WebP: the new sheet, faded, with differing pixels in red. */
  diff: Buffer
}

/** Compares two sheets tile by tile. */
export async function compareSheets(
  canvasPage: Page,
  expected: Buffer,
  actual: Buffer,
  tiles: Tile[],
): Promise<Difference> {
  const places = tiles.map(({ png, ...place }) => place)
  const sheets = [expected.toString('base64'), actual.toString('base64')] as const
  const { measured, url } = await canvasPage.evaluate(measureTiles, [
    sheets,
    places,
    size,
    tolerance.channel,
    blockSize,
  ] as const)
  const changes = measured
    .filter(({ share, average }) => share > tolerance.share || average > tolerance.average)
    .map(({ name, share, average }) => {
      const percent = (share * 100).toFixed(2)
      return `${name}: ${percent} % of its pixels differ; blocks differ by ${average.toFixed(1)} of 255 on average`
    })
  return { changes, diff: decodeDataUrl(url) }
}

type Place = Omit<Tile, 'png'>

/** Runs in the canvas page. */
async function measureTiles([sheets, places, size, channelTolerance, blockSize]: readonly [
  readonly [string, string],
  Place[],
  { width: number; height: number },
  number,
  number,
]) {
  const draw = async (sheet: string) => {
    const image = Object.assign(new Image(), { src: `data:image/webp;base64,${sheet}` })
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), size)
    const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    context.drawImage(image, 0, 0)
    return context
  }
  const [expected, actual] = await Promise.all([draw(sheets[0]), draw(sheets[1])])
  const measured = places.map(({ name, x, y, width, height }) => {
    const before = expected.getImageData(x, y, width, height).data
    const image = actual.getImageData(x, y, width, height)
    const after = image.data
    const pixels = width * height
    const blocksPerRow = Math.ceil(width / blockSize)
    /** Summed differences per block and channel. */
    const blockSums = new Float64Array(blocksPerRow * Math.ceil(height / blockSize) * 3)
    let differing = 0
    for (let at = 0; at < after.length; at += 4) {
      const [column, row] = [(at / 4) % width, Math.floor(at / 4 / width)]
      const block = (Math.floor(row / blockSize) * blocksPerRow + Math.floor(column / blockSize)) * 3
      let maxDifference = 0
      for (let channel = 0; channel < 3; channel++) {
        const difference = (after[at + channel] ?? 0) - (before[at + channel] ?? 0)
        blockSums[block + channel] = (blockSums[block + channel] ?? 0) + difference
        maxDifference = Math.max(maxDifference, Math.abs(difference))
      }
      after[at + 3] = 64
      if (maxDifference <= channelTolerance) continue
      differing++
      after.set([255, 0, 0, 255], at)
    }
    actual.putImageData(image, x, y)
    const total = blockSums.reduce((sum, difference) => sum + Math.abs(difference), 0)
    return { name, share: differing / pixels, average: total / pixels / 3 }
  })
  return { measured, url: actual.canvas.toDataURL('image/webp', 0.8) }
}
