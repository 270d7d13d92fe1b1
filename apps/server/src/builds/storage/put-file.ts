import { createReadStream } from 'node:fs'
import type { BuildStorage } from './storage.ts'

/** Stores the content of a file on this machine. */
export async function putFile(
  storage: BuildStorage,
  key: string,
  path: string,
  sizeBytes: number,
): Promise<void> {
  const content = createReadStream(path)
  // A storage that fails before it reads leaves the stream to us; its error would end the process.
  content.on('error', () => {})
  try {
    await storage.put(key, content, sizeBytes)
  } finally {
    content.destroy()
  }
}
