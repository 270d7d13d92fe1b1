import { Zip, ZipDeflate } from 'fflate'
import type { PickedFile } from './picked-files.ts'

/** Small enough for the page to stay responsive between two. */
const chunkBytes = 1024 * 1024
/** Saves most of what there is to save, several times as fast as the default. */
const level = 1

type Options = { onProgress(ratio: number): void; signal: AbortSignal }

/** @throws FileUnreadable, and what the signal was aborted with */
export async function zipFiles(files: PickedFile[], { onProgress, signal }: Options): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0)
  let packedBytes = 0
  for (const { path, file } of files) {
    const entry = new ZipDeflate(path, { level })
    zip.add(entry)
    let start = 0
    do {
      const end = Math.min(start + chunkBytes, file.size)
      entry.push(await readChunk(path, file.slice(start, end)), end === file.size)
      signal.throwIfAborted()
      packedBytes += end - start
      onProgress(packedBytes / (totalBytes || 1))
      start = end
    } while (start < file.size)
  }
  zip.end()
  return new Blob(parts)
}

async function readChunk(path: string, chunk: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await chunk.arrayBuffer())
  } catch (cause) {
    throw new FileUnreadable(path, { cause })
  }
}

/** The file has gone or changed since it was chosen. The message is its path. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}
