import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { StartupError } from '../../platform/startup-error.ts'
import type { BuildStorage } from './storage.ts'

/**
 * Stores the content of a file on this machine.
 * @param key  Its hash was read from the file before.
 * @throws StartupError when the file has another content meanwhile
 */
export async function putFile(
  storage: BuildStorage,
  key: string,
  path: string,
  sizeBytes: number,
): Promise<void> {
  const content = Readable.from(readHashed(path, basename(key)), { objectMode: false })
  // A storage failing before it reads leaves the stream to us; its error would end the process.
  content.on('error', () => {})
  try {
    await storage.put(key, content, sizeBytes)
  } finally {
    content.destroy()
  }
}

/** Fails before the end of a content with another hash, so it is not stored. */
async function* readHashed(path: string, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256)
    throw new StartupError(`${path} has changed while it was published: publish it again.`)
}
