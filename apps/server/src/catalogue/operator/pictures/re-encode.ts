import { maxPictureBytes, maxPixels, type PictureShape } from '@playhub/contract/operator'
import PQueue from 'p-queue'
import sharp, { type OutputInfo } from 'sharp'
import { Refusal } from '../../../platform/refusal.ts'
import type { Crop } from './crop.ts'

// For the whole process: a file that only looks like a picture reaches no other decoder.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

type Format = 'png' | 'jpeg' | 'webp'

/** The largest size in which a page shows the picture, at two pixels for each of the screen. */
const sizes: Record<PictureShape | 'free', { width: number; height: number; isCut: boolean }> = {
  square: { width: 900, height: 900, isCut: true },
  card: { width: 800, height: 600, isCut: true },
  hero: { width: 1920, height: 1080, isCut: true },
  logo: { width: 512, height: 512, isCut: false },
  free: { width: 1920, height: 1920, isCut: false },
}

export type ReEncodedPicture = { bytes: Buffer; type: 'png' | 'webp'; width: number; height: number }

/** Decoding takes four bytes for each pixel, so one picture after another. */
const queue = new PQueue({ concurrency: 1 })
const maxWaiting = 20

/**
 * Makes a new picture of an uploaded one: turned upright, without metadata, as large as pages need it. An animation keeps
 * its first frame.
 * @param crop  In pixels of the upright picture. Default: the largest part from the middle that has the shape.
 * @throws Refusal PICTURE_TYPE_UNSUPPORTED, PICTURE_TOO_LARGE, PICTURE_TOO_MANY_PIXELS, PICTURE_DAMAGED, PICTURE_CROP_INVALID;
 *   SERVICE_UNAVAILABLE while too many wait
 */
export async function reEncode(
  source: Buffer,
  { shape, crop }: { shape?: PictureShape | undefined; crop?: Crop | undefined } = {},
): Promise<ReEncodedPicture> {
  if (source.length > maxPictureBytes) throw new Refusal('PICTURE_TOO_LARGE', { maxBytes: maxPictureBytes })
  const format = recognise(source)
  if (!format) throw new Refusal('PICTURE_TYPE_UNSUPPORTED')
  if (queue.size >= maxWaiting) throw new Refusal('SERVICE_UNAVAILABLE', { retryInSeconds: 2 })
  return queue.add(() => draw(source, format, { ...sizes[shape ?? 'free'], crop }))
}

/** By the first bytes alone: names and types are the sender's. */
function recognise(bytes: Buffer): Format | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'webp' : undefined
}

type Target = { width: number; height: number; isCut: boolean; crop: Crop | undefined }

async function draw(source: Buffer, format: Format, { crop, isCut, ...target }: Target) {
  const { width, height } = await readSize(source, format)
  if (crop && (crop.left + crop.width > width || crop.top + crop.height > height))
    throw new Refusal('PICTURE_CROP_INVALID', { width, height })
  const whole = { left: 0, top: 0, width, height }
  const part = isCut ? cutToShape(crop ?? whole, target) : (crop ?? whole)
  const scale = Math.min(1, target.width / part.width, target.height / part.height)
  // Made smaller before it is cut, because JPEG and WebP are then decoded at the smaller size.
  const resized = open(source)
    .autoOrient()
    .resize({ ...scaleSize(whole, scale), fit: 'fill' })
    .extract(scalePart(part, scale, scaleSize(whole, scale)))
  try {
    const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true })
    return await encode(data, info)
  } catch (cause) {
    throw new Refusal('PICTURE_DAMAGED', undefined, { cause })
  }
}

const open = (source: Buffer) =>
  sharp(source, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 })

/** Of the upright picture. Reads the header alone. */
async function readSize(source: Buffer, format: Format): Promise<{ width: number; height: number }> {
  const known = await open(source)
    .metadata()
    .catch((cause) => {
      const isTooLarge = cause instanceof Error && /pixel limit|too large/i.test(cause.message)
      throw new Refusal(isTooLarge ? 'PICTURE_TOO_MANY_PIXELS' : 'PICTURE_DAMAGED', undefined, { cause })
    })
  if (known.format !== format) throw new Refusal('PICTURE_TYPE_UNSUPPORTED')
  if (known.width * known.height > maxPixels) throw new Refusal('PICTURE_TOO_MANY_PIXELS', { maxPixels })
  return known.autoOrient
}

type Size = { width: number; height: number }

/** The largest part from the middle with the target's shape. */
function cutToShape(part: Crop, target: Size): Crop {
  const unit = Math.min(part.width / target.width, part.height / target.height)
  const { width, height } = scaleSize(target, unit)
  return {
    left: part.left + Math.floor((part.width - width) / 2),
    top: part.top + Math.floor((part.height - height) / 2),
    ...{ width, height },
  }
}

const scaleSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

/** Rounding never leaves the whole. */
function scalePart(part: Crop, scale: number, whole: Size): Crop {
  const { width, height } = scaleSize(part, scale)
  return {
    left: Math.min(Math.round(part.left * scale), whole.width - width),
    top: Math.min(Math.round(part.top * scale), whole.height - height),
    ...{ width, height },
  }
}

/** WebP; PNG for a transparent picture that is smaller as one. */
async function encode(data: Buffer, { width, height, channels }: OutputInfo): Promise<ReEncodedPicture> {
  const raw = () => sharp(data, { raw: { width, height, channels } })
  const webp = await raw().webp({ quality: 84 }).toBuffer()
  const isTransparent = channels === 4 && !(await raw().stats()).isOpaque
  const png = isTransparent ? await raw().png({ compressionLevel: 9 }).toBuffer() : undefined
  return png && png.length < webp.length
    ? { bytes: png, type: 'png', width, height }
    : { bytes: webp, type: 'webp', width, height }
}

/** Null for a drawing, and for what cannot be read. */
export async function measurePicture(
  bytes: Buffer,
): Promise<{ width: number | null; height: number | null }> {
  if (!recognise(bytes)) return { width: null, height: null }
  const known = await open(bytes)
    .metadata()
    .catch(() => null)
  return known?.autoOrient ?? { width: null, height: null }
}
