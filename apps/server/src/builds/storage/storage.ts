import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** `storedAt` is the storing machine's or service's time. */
export type StoredFile = { key: string; storedAt: number }

/** Holds immutable file contents under keys such as `islandm3/ab/ab12…`. Keys come from `toStorageKey` only. */
export type BuildStorage = {
  /** Atomic: readers see the whole content or nothing. Replaces what is there. */
  put(key: string, content: Readable, sizeBytes: number): Promise<void>
  /** Takes over a file of this machine; it may be moved away. */
  adopt?(key: string, path: string): Promise<void>
  /** @throws StoredFileMissing */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Reads a small content whole, which takes half the time of a stream. @throws StoredFileMissing */
  read?(key: string): Promise<Buffer>
  has(key: string): Promise<boolean>
  /** Does nothing when it is missing. */
  remove(key: string): Promise<void>
  /** Everything of a project, in any order. */
  list(project: string): AsyncIterable<StoredFile>
  /** Removes everything of a project. Does nothing when it has nothing. */
  removeAll(project: string): Promise<void>
}

export class StoredFileMissing extends Error {
  override name = 'StoredFileMissing'
}

/** Contents are shared within a project only: otherwise an upload would tell who has which file. */
export function toStorageKey(project: string, sha256: string): string {
  return `${project}/${sha256.slice(0, 2)}/${sha256}`
}

export const isStorageKey = (text: string) => /^[a-z0-9][a-z0-9-]*\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(text)
