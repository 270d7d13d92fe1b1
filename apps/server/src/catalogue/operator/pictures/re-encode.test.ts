import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { reEncode } from './re-encode.ts'

const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })

/** A picture with detail, whose halves differ. */
function drawPicture(width: number, height: number): Sharp {
  const raw = Buffer.alloc(width * height * 3)
  for (let at = 0; at < raw.length; at++)
    raw[at] = (at * 7 + (at % (width * 3) < (width * 3) / 2 ? 0 : 120)) % 251
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

const chunk = (type: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A grey PNG of any stated size. */
function writePng(width: number, height: number, pixels = Buffer.alloc(0), extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')
const marker = '<script>alert(document.domain)</script>'

const expectRefusal = (source: Buffer, code: string) =>
  expect(reEncode(source)).rejects.toMatchObject({ code })

test('a photo is turned upright and loses its metadata', async () => {
  const photo = await drawPicture(300, 100)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: marker }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="x">${marker}</rdf:RDF></x:xmpmeta>`)
    .jpeg()
    .toBuffer()
  expect(photo.includes(marker)).toBe(true)
  const picture = await reEncode(photo)
  expect(picture).toMatchObject({ type: 'webp', width: 100, height: 300 })
  const known = await sharp(picture.bytes).metadata()
  expect([known.format, known.orientation, known.exif, known.xmp, known.icc]).toEqual(['webp', ...Array(4)])
  expect(picture.bytes.includes('script')).toBe(false)
})

test('a shape is cut from the middle without enlarging, and a logo is only made smaller', async () => {
  const wide = await drawPicture(1000, 500).png().toBuffer()
  expect(await reEncode(wide, { shape: 'square' })).toMatchObject({ width: 500, height: 500 })
  expect(await reEncode(wide, { shape: 'card' })).toMatchObject({ width: 667, height: 500 })
  expect(await reEncode(wide, { shape: 'hero' })).toMatchObject({ width: 889, height: 500 })
  expect(await reEncode(wide, { shape: 'logo' })).toMatchObject({ width: 512, height: 256 })
  const large = await blank(2400, 2400).jpeg().toBuffer()
  expect(await reEncode(large, { shape: 'hero' })).toMatchObject({ width: 1920, height: 1080 })
  expect(await reEncode(large)).toMatchObject({ width: 1920, height: 1920 })
})

test('a crop is taken from the upright picture', async () => {
  const left = { create: { width: 50, height: 100, channels: 3, background: '#00ff00' } } as const
  const photo = await blank(100, 100)
    .composite([{ input: left, left: 0, top: 0 }])
    .withMetadata({ orientation: 3 })
    .png()
    .toBuffer()
  const crop = { left: 60, top: 0, width: 40, height: 100 }
  const { bytes } = await reEncode(photo, { crop })
  const { channels } = await sharp(bytes).stats()
  // Turned by 180°, the green half is on the right.
  expect(channels[1]?.mean).toBeGreaterThan(240)
  await expect(reEncode(photo, { crop: { ...crop, left: 61 } })).rejects.toMatchObject({
    code: 'PICTURE_CROP_INVALID',
    details: { width: 100, height: 100 },
  })
})

test('a transparent picture stays transparent, as PNG where that is smaller', async () => {
  const soft = await reEncode(await blank(64, 64, 4).png().toBuffer(), { shape: 'logo' })
  expect((await sharp(soft.bytes).stats()).isOpaque).toBe(false)
  const raw = Buffer.alloc(64 * 64 * 4)
  for (let at = 0; at < 64 * 64; at++) raw.writeUInt32BE(at % 2 ? 0xff_00_00_ff : 0x00_00_ff_80, at * 4)
  const striped = await sharp(raw, { raw: { width: 64, height: 64, channels: 4 } })
    .png()
    .toBuffer()
  expect(await reEncode(striped, { shape: 'logo' })).toMatchObject({ type: 'png', width: 64, height: 64 })
})

test('an animation keeps its first frame', async () => {
  const frames = Array.from({ length: 30 }, () => 120)
  const animation = await sharp(Buffer.alloc(40 * 40 * 3 * frames.length), {
    raw: { width: 40, height: 40 * frames.length, channels: 3, pageHeight: 40 },
  })
    .webp({ loop: 0, delay: frames })
    .toBuffer()
  expect((await sharp(animation).metadata()).pages ?? 1).toBeGreaterThan(0)
  const picture = await reEncode(animation)
  expect(picture).toMatchObject({ width: 40, height: 40 })
  expect((await sharp(picture.bytes).metadata()).pages).toBeUndefined()
})

describe('a polyglot loses all that is not the picture', () => {
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['HTML behind it', (bytes) => Buffer.concat([bytes, Buffer.from(`<html>${marker}</html>`)])],
    ['a zip behind it', (bytes) => Buffer.concat([bytes, Buffer.from(`PK\x03\x04${marker}`, 'latin1')])],
  ])('%s', async (_, join) => {
    const source = drawPicture(60, 60)
    for (const bytes of [
      await source.png().toBuffer(),
      await source.jpeg().toBuffer(),
      await source.webp().toBuffer(),
    ])
      expect((await reEncode(join(bytes))).bytes.includes('alert')).toBe(false)
  })

  test('a text chunk of a PNG, and a comment of a JPEG', async () => {
    const png = writePng(8, 8, Buffer.alloc(9 * 8), [chunk('tEXt', Buffer.from(`Comment\0${marker}`))])
    expect((await reEncode(png)).bytes.includes('alert')).toBe(false)
    const jpeg = await drawPicture(60, 60).jpeg().toBuffer()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, marker.length + 2]), Buffer.from(marker)])
    const mixed = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
    expect((await reEncode(mixed)).bytes.includes('alert')).toBe(false)
  })
})

describe('only PNG, JPEG and WebP are decoded', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['SVG', svg],
    ['GIF', gif],
    ['HTML', Buffer.from('<!doctype html>')],
    ['BMP', Buffer.from('BM      ')],
    ['TIFF', Buffer.from('II*\0        ', 'latin1')],
    ['PDF', Buffer.from('%PDF-1.7')],
    ['AVIF', Buffer.from('\0\0\0 ftypavif', 'latin1')],
    ['a wave file', Buffer.from('RIFF    WAVEfmt ')],
    ['a picture behind something else', Buffer.concat([Buffer.from(' '), writePng(1, 1, Buffer.alloc(2))])],
  ])('%s is refused', (_, source) => expectRefusal(source, 'PICTURE_TYPE_UNSUPPORTED'))

  test.each<[string, Buffer]>([
    ['the signature of a PNG before SVG', Buffer.concat([pngSignature, svg])],
    ['the signature of a JPEG before SVG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg])],
    ['the signature of a WebP before SVG', Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBP', 'latin1'), svg])],
  ])('%s is refused', (_, source) => expectRefusal(source, 'PICTURE_DAMAGED'))

  test('the process decodes nothing else, whoever asks', async () => {
    await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported/)
    await expect(sharp(gif).metadata()).rejects.toThrow(/unsupported/)
  })
})

describe('a bomb is refused by its header', () => {
  const writeJpeg = async (width: number, height: number) => {
    const jpeg = await drawPicture(16, 16).jpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(height, frame + 5)
    jpeg.writeUInt16BE(width, frame + 7)
    return jpeg
  }

  test.each([
    [100_000, 100_000],
    [2_000_000_000, 2_000_000_000],
    [40_000_001, 1],
    [8_000, 5_001],
  ])('PNG of %i × %i', async (width, height) => {
    await expect(reEncode(writePng(width, height))).rejects.toMatchObject({
      code: expect.stringMatching(/^PICTURE_(TOO_MANY_PIXELS|DAMAGED)$/),
    })
  })

  test('JPEG of 65,500 × 65,500', async () => {
    await expectRefusal(await writeJpeg(65_500, 65_500), 'PICTURE_TOO_MANY_PIXELS')
  })

  test('more than 5 MB', () =>
    expectRefusal(Buffer.alloc(5 * 1024 * 1024 + 1, pngSignature), 'PICTURE_TOO_LARGE'))

  test('a PNG that states pixels and has none, or has too many of them', async () => {
    await expectRefusal(writePng(1_000, 1_000), 'PICTURE_DAMAGED')
    expect(await reEncode(writePng(8, 8, Buffer.alloc(5_000_000)))).toMatchObject({ width: 8, height: 8 })
  })
})

test('a picture that breaks off is refused', async () => {
  const source = drawPicture(200, 200)
  for (const bytes of [
    await source.png().toBuffer(),
    await source.jpeg().toBuffer(),
    await source.webp().toBuffer(),
  ])
    for (const share of [0.1, 0.5, 0.9])
      await expectRefusal(bytes.subarray(0, Math.floor(bytes.length * share)), 'PICTURE_DAMAGED')
})

test('uploads wait for each other, and too many are refused', async () => {
  const source = await blank(40, 40).png().toBuffer()
  const all = await Promise.allSettled(
    Array.from({ length: 30 }, () => reEncode(source, { shape: 'square' })),
  )
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const each of refused) expect(each).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
  expect(await reEncode(source, { shape: 'square' })).toMatchObject({ width: 40, height: 40 })
})
