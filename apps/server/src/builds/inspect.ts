import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { detectEngine } from './checks/engine.ts'
import type { Problems } from './checks/problems.ts'
import { isSearched, searchedBytes, warnAboutFiles, warnAboutText } from './checks/warnings.ts'
import type { BuildLimits } from './config.ts'
import { getFileType, headBytes, readEncoding } from './file-types.ts'
import type { Manifest } from './manifest.ts'
import { maxPageBytes, measureUnpacked } from './unpacked-size.ts'

/** A checked file of a build that is being published. */
export type NewFile = { path: string; sha256: string; sizeBytes: number }

type OpenFile = (sha256: string, lastByte: number) => Promise<Readable>

/**
 * Reads what serving and the team need to know about the files: types, encodings, the engine, warnings.
 * @param openFile  Opens the beginning of a stored file.
 * @param problems  Receives the files that unpack to too much.
 */
export async function inspectFiles(
  files: readonly NewFile[],
  openFile: OpenFile,
  { warnings, problems, limits }: { warnings: Problems; problems: Problems; limits: BuildLimits },
): Promise<{ manifest: Manifest; engine: string | null }> {
  warnAboutFiles(files, warnings)
  const manifest: Manifest = new Map()
  let unpackedBytes = 0
  for (const { path, sha256, sizeBytes } of files) {
    const bytes = wantedBytes(path)
    const content =
      bytes > 0 && sizeBytes > 0
        ? await buffer(await openFile(sha256, Math.min(bytes, sizeBytes) - 1))
        : Buffer.alloc(0)
    if (isSearched(path)) warnAboutText(path, content.toString('utf8'), warnings)
    const claimed = readEncoding(path, content)
    const unpacked =
      claimed && (await measureUnpacked(await openFile(sha256, sizeBytes - 1), claimed, limits.fileBytes))
    // A file that cannot be unpacked has this ending for another reason, and is served as it is.
    const encoding = unpacked === undefined ? null : claimed
    const servedBytes = unpacked ?? sizeBytes
    unpackedBytes += servedBytes
    const type = getFileType(path, encoding)
    if (servedBytes > limits.fileBytes) problems.add('FILE_TOO_LARGE', path, { limitBytes: limits.fileBytes })
    else if (type.startsWith('text/html') && servedBytes > maxPageBytes)
      problems.add('PAGE_TOO_LARGE', path, { limitBytes: maxPageBytes })
    if (unpackedBytes > limits.unpackedBytes)
      problems.add('FILES_TOO_LARGE', null, { limitBytes: limits.unpackedBytes })
    manifest.set(path, { sha256, sizeBytes, type, encoding, brotliSha256: null })
  }
  return { manifest, engine: detectEngine([...manifest.keys()]) }
}

function wantedBytes(path: string): number {
  if (isSearched(path)) return searchedBytes
  return /\.(gz|br|unityweb)$/i.test(path) ? headBytes : 0
}
