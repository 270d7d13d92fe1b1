/**
 * Makes a truecolour PNG light: 256 colours chosen from the picture itself, with error diffusion so that
 * gradients stay smooth. Messengers read PNG and JPEG in link previews, and WebP only sometimes.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export interface Picture {
  width: number
  height: number
  /** Three bytes a pixel. */
  rgb: Uint8Array
}

type Colour = [red: number, green: number, blue: number]

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** How much of an error neighbours inherit: all of it is truest to the colour and twice as heavy to store. */
const diffusion = 0.55

/** @param png  Eight bits a channel, not interlaced, opaque: what Chromium's screenshots are. */
export function reduceToPalette(png: Buffer): Buffer {
  return paletteOf(decode(png))
}

export function paletteOf(picture: Picture): Buffer {
  const palette = choosePalette(picture)
  return encode(picture, palette, mapToPalette(picture, palette))
}

function decode(png: Buffer): Picture {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
    }
  }
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  return { width, height, rgb: unfilter(inflateSync(Buffer.concat(parts)), width, height, channels) }
}

function unfilter(raw: Buffer, width: number, height: number, channels: number): Uint8Array {
  const stride = width * channels
  const rgb = new Uint8Array(width * height * 3)
  let above = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const row = Uint8Array.from(raw.subarray(start + 1, start + 1 + stride))
    const filter = raw[start] ?? 0
    for (let i = 0; i < stride; i++) {
      const left = i >= channels ? (row[i - channels] ?? 0) : 0
      const corner = i >= channels ? (above[i - channels] ?? 0) : 0
      row[i] = (row[i] ?? 0) + predict(filter, left, above[i] ?? 0, corner)
    }
    for (let x = 0; x < width; x++) {
      rgb.set(row.subarray(x * channels, x * channels + 3), (y * width + x) * 3)
    }
    above = row
  }
  return rgb
}

/** The five row filters of PNG. */
function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const estimate = left + above - corner
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((value) =>
    Math.abs(estimate - value),
  ) as Colour
  if (byLeft <= byAbove && byLeft <= byCorner) return left
  return byAbove <= byCorner ? above : corner
}

/** Median cut on a sample, then a few rounds of k-means, which settle the colours where the pixels are. */
function choosePalette({ rgb }: Picture): Colour[] {
  const sample: Colour[] = []
  for (let i = 0; i + 2 < rgb.length; i += 3 * 17)
    sample.push([rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0])
  let palette = medianCut(sample, 256)
  for (let round = 0; round < 6; round++) palette = settle(sample, palette)
  return palette
}

function medianCut(sample: Colour[], size: number): Colour[] {
  const boxes = [sample]
  while (boxes.length < size) {
    boxes.sort((a, b) => spread(b).weight - spread(a).weight)
    const widest = boxes.shift()
    if (!widest || widest.length < 2) break
    const { channel } = spread(widest)
    widest.sort((a, b) => a[channel] - b[channel])
    boxes.push(widest.slice(0, widest.length >> 1), widest.slice(widest.length >> 1))
  }
  return boxes.filter((box) => box.length > 0).map(average)
}

const spreads = new WeakMap<Colour[], { channel: 0 | 1 | 2; weight: number }>()

function spread(box: Colour[]): { channel: 0 | 1 | 2; weight: number } {
  const known = spreads.get(box)
  if (known) return known
  const ranges = ([0, 1, 2] as const).map((channel) => {
    let low = 255
    let high = 0
    for (const colour of box) {
      low = Math.min(low, colour[channel])
      high = Math.max(high, colour[channel])
    }
    return { channel, weight: (high - low) * Math.sqrt(box.length) }
  })
  const widest = ranges.reduce((a, b) => (b.weight > a.weight ? b : a))
  spreads.set(box, widest)
  return widest
}

function average(box: Colour[]): Colour {
  const sum: Colour = [0, 0, 0]
  for (const [red, green, blue] of box) {
    sum[0] += red
    sum[1] += green
    sum[2] += blue
  }
  return sum.map((total) => Math.round(total / box.length)) as Colour
}

function settle(sample: Colour[], palette: Colour[]): Colour[] {
  const nearest = finder(palette)
  const groups: Colour[][] = palette.map(() => [])
  for (const colour of sample) groups[nearest(...colour)]?.push(colour)
  return palette.map((colour, index) => (groups[index]?.length ? average(groups[index]) : colour))
}

/** Finds the nearest palette entry, remembering answers for colours that share their upper six bits. */
function finder(palette: Colour[]): (red: number, green: number, blue: number) => number {
  const known = new Int16Array(1 << 18).fill(-1)
  const colours = Int16Array.from(palette.flat())
  return (red, green, blue) => {
    const key = ((red >> 2) << 12) | ((green >> 2) << 6) | (blue >> 2)
    const remembered = known[key] ?? -1
    if (remembered >= 0) return remembered
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let at = 0; at < colours.length; at += 3) {
      const [r, g, b] = [
        (colours[at] ?? 0) - red,
        (colours[at + 1] ?? 0) - green,
        (colours[at + 2] ?? 0) - blue,
      ]
      const distance = 2 * r * r + 4 * g * g + 3 * b * b
      if (distance < least) [best, least] = [at / 3, distance]
    }
    known[key] = best
    return best
  }
}

const byte = (value: number) => Math.min(Math.max(value, 0), 255)

/** Floyd–Steinberg: what a pixel cannot show, its right and lower neighbours make up for. */
function mapToPalette({ width, height, rgb }: Picture, palette: Colour[]): Uint8Array {
  const nearest = finder(palette)
  const colours = Uint8Array.from(palette.flat())
  const indexes = new Uint8Array(width * height)
  // One line more, and a pixel more at both ends of each: errors that fall off the edge fall there.
  const stride = (width + 2) * 3
  const wanted = new Float32Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * stride + (x + 1) * 3
      const pixel = y * width + x
      const value = (channel: number) => byte((wanted[at + channel] ?? 0) + (rgb[pixel * 3 + channel] ?? 0))
      const seen = [value(0), value(1), value(2)]
      const index = nearest(seen[0] ?? 0, seen[1] ?? 0, seen[2] ?? 0)
      indexes[pixel] = index
      for (let channel = 0; channel < 3; channel++) {
        const error = ((seen[channel] ?? 0) - (colours[index * 3 + channel] ?? 0)) * (diffusion / 16)
        const here = at + channel
        wanted[here + 3] = (wanted[here + 3] ?? 0) + error * 7
        wanted[here + stride - 3] = (wanted[here + stride - 3] ?? 0) + error * 3
        wanted[here + stride] = (wanted[here + stride] ?? 0) + error * 5
        wanted[here + stride + 3] = (wanted[here + stride + 3] ?? 0) + error
      }
    }
  }
  return indexes
}

function encode({ width, height }: Picture, palette: Colour[], indexes: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 8, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
