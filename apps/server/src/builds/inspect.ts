import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { detectEngine } from './checks/engine.ts'
import type { Problems } from './checks/problems.ts'
import { isSearched, searchedBytes, warnAboutFiles, warnAboutText } from './checks/warnings.ts'
import { getFileType, headBytes, readEncoding } from './file-types.ts'
import type { Manifest } from './manifest.ts'

/** A checked file of a build that is being published. */
export type NewFile = { path: string; sha256: string; sizeBytes: number }

type OpenFile = (sha256: string, lastByte: number) => Promise<Readable>

/**
 * Reads what serving and the team need to know about the files: types, encodings, the engine, warnings.
 * @param openFile  Opens the beginning of a stored file.
 */
export async function inspectFiles(
  files: readonly NewFile[],
  openFile: OpenFile,
  warnings: Problems,
): Promise<{ manifest: Manifest; engine: string | null }> {
  warnAboutFiles(files, warnings)
  const manifest: Manifest = new Map()
  for (const { path, sha256, sizeBytes } of files) {
    const bytes = wantedBytes(path)
    const content =
      bytes > 0 && sizeBytes > 0
        ? await buffer(await openFile(sha256, Math.min(bytes, sizeBytes) - 1))
        : Buffer.alloc(0)
    if (isSearched(path)) warnAboutText(path, content.toString('utf8'), warnings)
    const encoding = readEncoding(path, content)
    manifest.set(path, { sha256, sizeBytes, type: getFileType(path, encoding), encoding, brotliSha256: null })
  }
  return { manifest, engine: detectEngine([...manifest.keys()]) }
}

function wantedBytes(path: string): number {
  if (isSearched(path)) return searchedBytes
  return /\.(gz|br|unityweb)$/i.test(path) ? headBytes : 0
}
