import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { getErrorCode } from '../platform/errors.ts'

/** Pages are rewritten in memory, so they have a limit of their own. */
export const maxPageBytes = 4 * 1024 * 1024

/**
 * Counts a compressed file's unpacked bytes, up to the first one beyond the limit.
 * @returns  undefined when it cannot be unpacked
 */
export async function measureUnpacked(
  content: Readable,
  encoding: 'br' | 'gzip',
  limitBytes: number,
): Promise<number | undefined> {
  let sizeBytes = 0
  try {
    await pipeline(content, encoding === 'br' ? createBrotliDecompress() : createGunzip(), async (chunks) => {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length
        if (sizeBytes > limitBytes) return
      }
    })
  } catch (error) {
    if (sizeBytes <= limitBytes) {
      if (isBrokenCompression(error)) return undefined
      throw error
    }
  }
  return sizeBytes
}

/** Tells if zlib could not unpack a file. */
export function isBrokenCompression(error: unknown): boolean {
  return /^(Z_|ERR__ERROR_)/.test(getErrorCode(error) ?? '')
}
