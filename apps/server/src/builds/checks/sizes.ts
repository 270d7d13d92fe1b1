import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipFile } from 'yauzl'
import type { BuildLimits } from '../config.ts'
import type { ArchiveEntry } from './archive.ts'
import { formatBytes, type ProblemCode, type Problems } from './problems.ts'

/** Compressed text rarely shrinks to less than a fiftieth; archives made to exhaust a server do. */
const ratios = {
  file: { aboveBytes: 1024 * 1024, limit: 100 },
  archive: { aboveBytes: 50 * 1024 * 1024, limit: 50 },
}

/** A file of an upload, stored on this machine under its hash. */
export type UnpackedFile = { path: string; sha256: string; sizeBytes: number }

class Unacceptable extends Error {
  readonly code: ProblemCode
  readonly values: Record<string, string | number>
  constructor(code: ProblemCode, values = {}) {
    super(code)
    this.code = code
    this.values = values
  }
}

/** Problems of the whole upload, after which nothing more is unpacked. */
const endings: ReadonlySet<string> = new Set(['FILES_TOO_LARGE', 'ARCHIVE_EXPANDS_TOO_MUCH'])

export type Unpacking = {
  zip: ZipFile
  folder: string
  limits: BuildLimits
  archiveBytes: number
  problems: Problems
}

/**
 * Unpacks files into a folder, each under its hash. Counts what comes out, because an archive may state any size.
 */
export async function unpackFiles(
  entries: readonly ArchiveEntry[],
  { zip, folder, limits, archiveBytes, problems }: Unpacking,
): Promise<UnpackedFile[]> {
  const files: UnpackedFile[] = []
  let total = 0
  const count = (bytes: number) => {
    total += bytes
    if (total > limits.unpackedBytes)
      throw new Unacceptable('FILES_TOO_LARGE', { limit: formatBytes(limits.unpackedBytes) })
    if (total > ratios.archive.aboveBytes && total > archiveBytes * ratios.archive.limit)
      throw new Unacceptable('ARCHIVE_EXPANDS_TOO_MUCH', { limit: ratios.archive.limit })
  }
  for (const each of entries) {
    try {
      files.push(await unpackFile(each, { zip, folder, limits, count }))
    } catch (error) {
      const code = error instanceof Unacceptable ? error.code : 'ENTRY_BROKEN'
      const isEnding = endings.has(code)
      problems.add(code, isEnding ? null : each.path, error instanceof Unacceptable ? error.values : {})
      if (isEnding) break
    }
  }
  return files
}

async function unpackFile(
  { entry, path }: ArchiveEntry,
  {
    zip,
    folder,
    limits,
    count,
  }: Pick<Unpacking, 'zip' | 'folder' | 'limits'> & { count: (bytes: number) => void },
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
        expectSize(sizeBytes, entry.compressedSize, limits)
        count(chunk.length)
        crc = crc32(chunk, crc)
        hash.update(chunk)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
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
  if (sizeBytes !== entry.uncompressedSize) throw new Unacceptable('ENTRY_SIZE_WRONG')
  if (crc !== entry.crc32) throw new Unacceptable('ENTRY_CHECKSUM_WRONG')
  const sha256 = hash.digest('hex')
  await rename(temporary, join(folder, sha256))
  return { path, sha256, sizeBytes }
}

function expectSize(sizeBytes: number, packedBytes: number, limits: BuildLimits): void {
  if (sizeBytes > limits.fileBytes)
    throw new Unacceptable('FILE_TOO_LARGE', { limit: formatBytes(limits.fileBytes) })
  if (sizeBytes > ratios.file.aboveBytes && sizeBytes > packedBytes * ratios.file.limit)
    throw new Unacceptable('ENTRY_EXPANDS_TOO_MUCH', { limit: ratios.file.limit })
}
