import { createHash } from 'node:crypto'
import { createWriteStream, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import type { BuildProblemCode } from '@playhub/contract'
import type { ZipFile } from 'yauzl'
import { getErrorCode } from '../../platform/errors.ts'
import type { BuildLimits } from '../config.ts'
import { type ArchiveEntry, readBytes } from './archive.ts'
import type { Problems } from './problems.ts'

const smallBytes = 1024 * 1024

/** A file of an upload, stored on this machine under its hash. */
export type UnpackedFile = { path: string; sha256: string; sizeBytes: number }

class Unacceptable extends Error {
  readonly code: BuildProblemCode
  readonly values: Record<string, string | number>
  constructor(code: BuildProblemCode, values = {}) {
    super(code)
    this.code = code
    this.values = values
  }
}

export type Unpacking = {
  zip: ZipFile
  fd: number
  folder: string
  limits: BuildLimits
  problems: Problems
}

/**
 * Unpacks files into a folder, each under its hash. Counts what comes out, because an archive may state any size. What
 * comes out is bounded, and not its ratio: a blank texture or an empty layer of a map packs a thousandfold.
 */
export async function unpackFiles(
  entries: readonly ArchiveEntry[],
  { zip, fd, folder, limits, problems }: Unpacking,
): Promise<UnpackedFile[]> {
  const files: UnpackedFile[] = []
  let total = 0
  const count = (bytes: number) => {
    total += bytes
    if (total > limits.unpackedBytes)
      throw new Unacceptable('FILES_TOO_LARGE', { limitBytes: limits.unpackedBytes })
  }
  for (const each of entries) {
    try {
      const options = { zip, fd, folder, limits, count }
      files.push(unpackSmallFile(each, options) ?? (await unpackFile(each, options)))
    } catch (error) {
      const code = error instanceof Unacceptable ? error.code : 'ENTRY_BROKEN'
      // Nothing more is unpacked.
      const isEnding = code === 'FILES_TOO_LARGE'
      problems.add(code, isEnding ? null : each.path, error instanceof Unacceptable ? error.values : {})
      if (isEnding) break
    }
  }
  return files
}

type Counting = Pick<Unpacking, 'zip' | 'fd' | 'folder' | 'limits'> & { count: (bytes: number) => void }

/**
 * Unpacks in memory, which takes a tenth of the time of streams: games have thousands of small files.
 * @returns  undefined for a large file
 */
function unpackSmallFile(
  { entry, path, dataStart }: ArchiveEntry,
  { fd, folder, limits, count }: Counting,
): UnpackedFile | undefined {
  if (entry.compressedSize > smallBytes) return undefined
  const packed = readBytes(fd, dataStart, entry.compressedSize)
  const content = entry.compressionMethod === 8 ? inflateSmall(packed) : packed
  if (!content) return undefined
  expectSize(content.length, limits)
  count(content.length)
  expectStated(entry, content.length, crc32(content))
  const sha256 = createHash('sha256').update(content).digest('hex')
  writeFileSync(join(folder, sha256), content)
  return { path, sha256, sizeBytes: content.length }
}

function inflateSmall(packed: Buffer): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: smallBytes })
  } catch (error) {
    if (getErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

async function unpackFile(
  { entry, path }: ArchiveEntry,
  { zip, folder, limits, count }: Counting,
): Promise<UnpackedFile> {
  const openRaw = promisify(zip.openReadStream.bind(zip)) as unknown as (
    entry: ArchiveEntry['entry'],
    options: { decodeFileData: false },
  ) => Promise<Readable>
  const temporary = join(folder, 'unpacking')
  const hash = createHash('sha256')
  let [sizeBytes, crc] = [0, 0]
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        sizeBytes += chunk.length
        expectSize(sizeBytes, limits)
        count(chunk.length)
        crc = crc32(chunk, crc)
        hash.update(chunk)
        done(null, chunk)
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
  const output = createWriteStream(temporary)
  const raw = await openRaw(entry, { decodeFileData: false })
  try {
    if (entry.compressionMethod === 8) await pipeline(raw, createInflateRaw(), counter, output)
    else await pipeline(raw, counter, output)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  expectStated(entry, sizeBytes, crc)
  const sha256 = hash.digest('hex')
  await rename(temporary, join(folder, sha256))
  return { path, sha256, sizeBytes }
}

function expectSize(sizeBytes: number, limits: BuildLimits): void {
  if (sizeBytes > limits.fileBytes) throw new Unacceptable('FILE_TOO_LARGE', { limitBytes: limits.fileBytes })
}

function expectStated(entry: ArchiveEntry['entry'], sizeBytes: number, crc: number): void {
  if (sizeBytes !== entry.uncompressedSize) throw new Unacceptable('ENTRY_SIZE_WRONG')
  if (crc !== entry.crc32) throw new Unacceptable('ENTRY_CHECKSUM_WRONG')
}
