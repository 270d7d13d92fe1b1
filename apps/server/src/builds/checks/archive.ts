import { readSync } from 'node:fs'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { getErrorMessage } from '../../platform/errors.ts'
import { isJunk } from './content.ts'
import { checkPath } from './paths.ts'
import type { Problems } from './problems.ts'

export const maxEntries = 20_000
const localHeaderBytes = 30
const maxCommentBytes = 1024
/** CRC and two sizes, of four or eight bytes each, with or without a signature. */
const descriptorBytes = new Set([12, 16, 20, 24])
const zip64TailBytes = 56 + 20
const endBytes = 22

const flags = { encrypted: 0x1, hasDescriptor: 0x8, stronglyEncrypted: 0x40, maskedHeader: 0x2000 }
const methods = { stored: 0, deflated: 8 }
const unixKinds = { mask: 0xf000, file: 0x8000, folder: 0x4000 }

/** An archive's entry whose header and place are checked. */
export type ArchiveEntry = { entry: Entry; path: string; isFolder: boolean; dataStart: number }

export type Archive = {
  zip: ZipFile
  entries: ArchiveEntry[]
  /** False when its structure cannot be trusted, so nothing may be unpacked. */
  isSound: boolean
}

/**
 * Reads the directory of an archive and compares it with the headers before each file. Programs disagree about
 * archives whose two descriptions differ, or whose entries overlap; such archives are made to deceive one of them.
 * @returns  undefined when it cannot be read at all
 */
export async function readArchive(
  fd: number,
  size: number,
  problems: Problems,
): Promise<Archive | undefined> {
  try {
    const zip = await fromFdPromise(fd, { autoClose: false, decodeStrings: false, validateEntrySizes: false })
    return await readEntries(zip, fd, size, problems)
  } catch (error) {
    problems.add(findArchiveProblem(fd, getErrorMessage(error)))
    return undefined
  }
}

function findArchiveProblem(fd: number, message: string) {
  if (/strong encryption/.test(message)) return 'ENTRY_ENCRYPTED'
  if (/multi-disk/.test(message)) return 'ARCHIVE_SEVERAL_DISKS'
  const head = readBytes(fd, 0, 4)
  const isZip = head.subarray(0, 2).toString('latin1') === 'PK'
  return isZip ? 'ARCHIVE_BROKEN' : 'ARCHIVE_NOT_ZIP'
}

async function readEntries(zip: ZipFile, fd: number, size: number, problems: Problems): Promise<Archive> {
  const directoryStart = readCursor(zip)
  const entries: ArchiveEntry[] = []
  const ranges: Range[] = []
  let isSound = true
  for await (const entry of zip.eachEntry()) {
    if (ranges.length >= maxEntries) {
      problems.add('ARCHIVE_ENTRIES_TOO_MANY', null, { limit: maxEntries })
      return { zip, entries, isSound: false }
    }
    const path = decodePath(entry, problems)
    const code = findEntryProblem(entry, fd, directoryStart)
    if (code) {
      problems.add(code, path ?? null)
      isSound = false
    }
    const range = toRange(entry, fd, path)
    ranges.push(range)
    const dataStart = range.end - entry.compressedSize
    if (path !== undefined) addEntry(entries, { entry, path, dataStart }, problems)
  }
  const tail = size - readCursor(zip) - endBytes - zip.comment.length
  const hasTail = (tail !== 0 && tail !== zip64TailBytes) || zip.comment.length > maxCommentBytes
  if (hasTail) problems.add('ARCHIVE_FOREIGN_BYTES')
  return { zip, entries, isSound: checkRanges(ranges, directoryStart, problems) && isSound && !hasTail }
}

/** Offset of yauzl's next directory entry. */
function readCursor(zip: ZipFile): number {
  return (zip as unknown as { readEntryCursor: number }).readEntryCursor
}

function decodePath({ fileNameRaw }: Entry, problems: Problems): string | undefined {
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fileNameRaw)
    // Windows PowerShell 5.1 writes backslashes.
    return name.replaceAll('\\', '/')
  } catch {
    problems.add('PATH_NOT_UTF8', fileNameRaw.toString('latin1'))
    return undefined
  }
}

function addEntry(
  entries: ArchiveEntry[],
  { entry, path: name, dataStart }: Omit<ArchiveEntry, 'isFolder'>,
  problems: Problems,
): void {
  const isFolder = name.endsWith('/')
  const path = (isFolder ? name.slice(0, -1) : name).normalize('NFC')
  // It is never unpacked, and only counted.
  if (isJunk(path)) return void entries.push({ entry, path, isFolder, dataStart })
  const kind = (entry.externalFileAttributes >>> 16) & unixKinds.mask
  if (kind !== 0 && kind !== unixKinds.file && kind !== unixKinds.folder)
    problems.add('FILE_KIND_UNSUPPORTED', name)
  if (isFolder && entry.uncompressedSize > 0) problems.add('ENTRY_AMBIGUOUS', name)
  if (checkPath(path, problems)) entries.push({ entry, path, isFolder, dataStart })
}

function findEntryProblem(entry: Entry, fd: number, directoryStart: number) {
  const { generalPurposeBitFlag: bits, compressionMethod } = entry
  if (bits & (flags.encrypted | flags.stronglyEncrypted | flags.maskedHeader)) return 'ENTRY_ENCRYPTED'
  if (compressionMethod !== methods.stored && compressionMethod !== methods.deflated)
    return 'ENTRY_METHOD_UNSUPPORTED'
  const offset = entry.relativeOffsetOfLocalHeader
  if (offset + localHeaderBytes > directoryStart) return 'ENTRY_OVERLAPS'
  const header = readBytes(fd, offset, localHeaderBytes)
  if (header.length < localHeaderBytes || header.readUInt32LE(0) !== 0x04034b50) return 'ARCHIVE_BROKEN'
  const name = readBytes(fd, offset + localHeaderBytes, header.readUInt16LE(26))
  const agrees =
    header.readUInt16LE(6) === bits &&
    header.readUInt16LE(8) === compressionMethod &&
    name.equals(entry.fileNameRaw)
  return agrees ? undefined : 'ENTRY_AMBIGUOUS'
}

/** Half-open. */
type Range = { start: number; end: number; hasDescriptor: boolean; path: string | undefined }

function toRange(entry: Entry, fd: number, path: string | undefined): Range {
  const start = entry.relativeOffsetOfLocalHeader
  const header = readBytes(fd, start, localHeaderBytes)
  const variableBytes =
    header.length < localHeaderBytes ? 0 : header.readUInt16LE(26) + header.readUInt16LE(28)
  const end = start + localHeaderBytes + variableBytes + entry.compressedSize
  return { start, end, hasDescriptor: (entry.generalPurposeBitFlag & flags.hasDescriptor) !== 0, path }
}

/** Entries must fill the archive from its first byte to its directory, with nothing between them but descriptors. */
function checkRanges(ranges: Range[], directoryStart: number, problems: Problems): boolean {
  let at = 0
  let mayHaveDescriptor = false
  let isSound = true
  const directory = { start: directoryStart, end: directoryStart, hasDescriptor: false, path: undefined }
  for (const { start, end, hasDescriptor, path } of [
    ...ranges.toSorted((a, b) => a.start - b.start),
    directory,
  ]) {
    const gap = start - at
    if (gap < 0) problems.add('ENTRY_OVERLAPS', path ?? null)
    else if (gap > 0 && !(mayHaveDescriptor && descriptorBytes.has(gap)))
      problems.add('ARCHIVE_FOREIGN_BYTES')
    if (gap < 0 || (gap > 0 && !(mayHaveDescriptor && descriptorBytes.has(gap)))) isSound = false
    at = Math.max(at, end)
    mayHaveDescriptor = hasDescriptor
  }
  return isSound
}

export function readBytes(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(fd, bytes, 0, length, position))
}
