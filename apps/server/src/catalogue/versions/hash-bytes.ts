import { createHash } from 'node:crypto'

/** Sha256 in hex, which names stored files. */
export const hashBytes = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')
