import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PortalSdk } from '@playhub/contract/plays/portal-sdks'
import { detectEngine } from './checks/engine.ts'
import { createPortalSearch, isScript } from './checks/portals.ts'
import type { Problems } from './checks/problems.ts'
import { findSiteLock } from './checks/site-lock.ts'
import { isPage, searchedBytes, warnAboutFiles, warnAboutPage } from './checks/warnings.ts'
import type { BuildLimits } from './config.ts'
import { getFileType, headBytes, readEncoding } from './file-types.ts'
import type { Manifest } from './manifest.ts'
import { maxPageBytes, measureUnpacked } from './unpacked-size.ts'

/** A checked file, not published yet. */
export type NewFile = { path: string; sha256: string; sizeBytes: number }

type OpenFile = (sha256: string, lastByte: number) => Promise<Readable>

/**
 * Reads the files' facts for serving and for the team: types, encodings, the engine, the portal, warnings.
 * @param openFile  Opens the beginning of a stored file.
 * @param problems  Receives files too large when unpacked.
 */
export async function inspectFiles(
  files: readonly NewFile[],
  openFile: OpenFile,
  { warnings, problems, limits }: { warnings: Problems; problems: Problems; limits: BuildLimits },
): Promise<{ manifest: Manifest; engine: string | null; portal: PortalSdk | undefined }> {
  warnAboutFiles(files, warnings)
  const manifest: Manifest = new Map()
  const portals = createPortalSearch()
  let unpackedBytes = 0
  for (const { path, sha256, sizeBytes } of files) {
    const bytes = wantedBytes(path)
    const content =
      bytes > 0 && sizeBytes > 0
        ? await buffer(await openFile(sha256, Math.min(bytes, sizeBytes) - 1))
        : Buffer.alloc(0)
    if (isPage(path)) {
      const text = content.toString('utf8')
      warnAboutPage(path, text, warnings)
      portals.addPage(text)
    }
    if (isSearched(path)) warnAboutSiteLock(path, content.toString('latin1'), warnings)
    const claimed = readEncoding(path, content)
    const unpacked =
      claimed && (await measureUnpacked(await openFile(sha256, sizeBytes - 1), claimed, limits.fileBytes))
    // An undecodable file has this ending for another reason, and is served as it is.
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
  for (const [path, { sha256, sizeBytes, encoding }] of manifest)
    if (isScript(path) && sizeBytes > 0 && portals.needsScripts())
      await portals.addScript(await openFile(sha256, sizeBytes - 1), encoding)
  return { manifest, engine: detectEngine([...manifest.keys()]), portal: portals.finish(warnings) }
}

const isSearched = (path: string) => isPage(path) || /\.m?js$/i.test(path)

function warnAboutSiteLock(path: string, text: string, warnings: Problems): void {
  const host = findSiteLock(text)
  if (host) warnings.add('SITE_LOCK', path, { host })
}

function wantedBytes(path: string): number {
  if (isSearched(path)) return searchedBytes
  return /\.(gz|br|unityweb)$/i.test(path) ? headBytes : 0
}
