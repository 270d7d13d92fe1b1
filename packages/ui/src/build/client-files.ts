/** Files of a client build: compressed copies, and what an entry loads. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Manifest } from 'vite'

const compress = promisify(brotliCompress)

type FileSize = { bytes: number; brotliBytes: number }
export type Sizes = Map<string, FileSize>

/** Writes a `.br` file beside every asset except fonts, which are compressed already. */
export async function compressAll(client: string): Promise<Sizes> {
  const names = await readdir(`${client}assets`)
  const entries = names.map(async (name): Promise<[path: string, size: FileSize]> => {
    const path = `${client}assets/${name}`
    const content = await readFile(path)
    if (name.endsWith('.woff2'))
      return [`assets/${name}`, { bytes: content.length, brotliBytes: content.length }]
    const compressed = await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    await writeFile(`${path}.br`, compressed)
    return [`assets/${name}`, { bytes: content.length, brotliBytes: compressed.length }]
  })
  return new Map(await Promise.all(entries))
}

export function getFileSize(sizes: Sizes, file: string): FileSize {
  return sizes.get(file) ?? { bytes: 0, brotliBytes: 0 }
}

/** Returns the files for these sources and their static imports. */
export function listFiles(manifest: Manifest, sources: string[], found = new Set<string>()): Set<string> {
  for (const source of sources) {
    const entry = manifest[source]
    if (!entry || found.has(entry.file)) continue
    found.add(entry.file)
    listFiles(manifest, entry.imports ?? [], found)
  }
  return found
}

export const formatKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
