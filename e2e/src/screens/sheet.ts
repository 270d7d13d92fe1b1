/** All pictures of one screen on one small sheet: a column for every width, a row for every language and theme. */
import type { Page } from 'playwright-core'
import { languages, takePicture, themes, type View, windows } from './capture.ts'
import type { Language } from '../environment/translator.ts'

/** A small picture in its place on the sheet, in pixels. */
export type Tile = { name: string; x: number; y: number; width: number; height: number; png: string }

/** Pixels of a tile to one of CSS: words stay legible on a phone, and a wide screen is mostly air. */
const scales = new Map([
  [360, 1 / 3],
  [768, 1 / 4],
  [1440, 1 / 5],
])
const small = windows.map(({ width, height }) => {
  const scale = scales.get(width) ?? 1
  return { width: Math.round(width * scale), height: Math.round(height * scale), scale }
})
const size = {
  width: small.reduce((sum, { width }) => sum + width, 0),
  height: Math.max(...small.map(({ height }) => height)) * languages.length * themes.length,
}

export async function takeTile(page: Page, language: Language, view: View): Promise<Tile> {
  const column = windows.findIndex(({ width }) => width === view.width)
  const row = languages.indexOf(language) * themes.length + themes.indexOf(view.theme)
  const { width, height, scale } = small[column] as (typeof small)[number]
  const x = small.slice(0, column).reduce((sum, before) => sum + before.width, 0)
  const y = (row * size.height) / (languages.length * themes.length)
  const png = (await takePicture(page, view, scale)).toString('base64')
  return { name: `${view.width} px, ${language}, ${view.theme}`, x, y, width, height, png }
}

/** How well the sheet is kept, of 1: the smaller, the coarser. */
const quality = 0.4

/** @param darkroom  Any page: a browser is at hand that reads, draws and writes pictures. @returns  WebP. */
export async function develop(darkroom: Page, tiles: Tile[]): Promise<Buffer> {
  const url = await darkroom.evaluate(
    async ([tiles, size, quality]) => {
      const canvas = Object.assign(document.createElement('canvas'), size)
      const drawing = canvas.getContext('2d') as CanvasRenderingContext2D
      for (const { x, y, png } of tiles) {
        const image = Object.assign(new Image(), { src: `data:image/png;base64,${png}` })
        await image.decode()
        drawing.drawImage(image, x, y)
      }
      return canvas.toDataURL('image/webp', quality)
    },
    [tiles, size, quality] as const,
  )
  return fromDataUrl(url)
}

const fromDataUrl = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')

/**
 * What other versions of Chromium may draw otherwise, such as the edges of letters, and a change does not stay below: how
 * far a colour may be off, of 255; the share of a tile's pixels that may be further off; and how far all are off on average,
 * block by block: a change in one corner of a sheet makes WebP write all of it a little otherwise, some pixels darker and
 * their neighbours brighter.
 */
const allowed = { off: 40, share: 0.0006, average: 1.5 }
/** In pixels of a sheet. */
const block = 8

export type Difference = {
  /** A sentence for every tile that differs. */
  changes: string[]
  /** WebP: the sheet, pale, and what is far off in red. */
  marked: Buffer
}

/** Compares two sheets pixel by pixel, tile by tile. */
export async function compare(
  darkroom: Page,
  expected: Buffer,
  actual: Buffer,
  tiles: Tile[],
): Promise<Difference> {
  const places = tiles.map(({ png, ...place }) => place)
  const sheets = [expected.toString('base64'), actual.toString('base64')] as const
  const { seen, url } = await darkroom.evaluate(measure, [sheets, places, size, allowed.off, block] as const)
  const changes = seen
    .filter(({ share, average }) => share > allowed.share || average > allowed.average)
    .map(({ name, share, average }) => {
      const percent = (share * 100).toFixed(2)
      return `${name}: ${percent} % of its pixels differ, and all by ${average.toFixed(1)} of 255 on average`
    })
  return { changes, marked: fromDataUrl(url) }
}

type Place = Omit<Tile, 'png'>

/** Runs in the darkroom. */
async function measure([sheets, places, size, allowedOff, block]: readonly [
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
    const drawing = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
    drawing.drawImage(image, 0, 0)
    return drawing
  }
  const [before, after] = await Promise.all([draw(sheets[0]), draw(sheets[1])])
  const seen = places.map(({ name, x, y, width, height }) => {
    const was = before.getImageData(x, y, width, height).data
    const picture = after.getImageData(x, y, width, height)
    const is = picture.data
    const pixels = width * height
    const columns = Math.ceil(width / block)
    /** How much brighter each block has become, by channel. */
    const brighter = new Float64Array(columns * Math.ceil(height / block) * 3)
    let far = 0
    for (let at = 0; at < is.length; at += 4) {
      const [column, row] = [(at / 4) % width, Math.floor(at / 4 / width)]
      const blockAt = (Math.floor(row / block) * columns + Math.floor(column / block)) * 3
      let off = 0
      for (let channel = 0; channel < 3; channel++) {
        const more = (is[at + channel] ?? 0) - (was[at + channel] ?? 0)
        brighter[blockAt + channel] = (brighter[blockAt + channel] ?? 0) + more
        off = Math.max(off, Math.abs(more))
      }
      is[at + 3] = 64
      if (off <= allowedOff) continue
      far++
      is.set([255, 0, 0, 255], at)
    }
    after.putImageData(picture, x, y)
    const sum = brighter.reduce((so, more) => so + Math.abs(more), 0)
    return { name, share: far / pixels, average: sum / pixels / 3 }
  })
  return { seen, url: after.canvas.toDataURL('image/webp', 0.8) }
}
