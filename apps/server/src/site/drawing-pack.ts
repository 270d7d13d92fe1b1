import type { ReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
/** An eighth smaller than a quick pack, and too slow to be made for each visitor. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
const mostDrawings = 1000

/** An open file and its version; what comes back is the file, packed. */
type DrawingPack = (file: ReadStream, version: string) => Promise<Buffer>

/** Packs a drawing once, and again when its file has changed. */
export function createDrawingPack(): DrawingPack {
  const kept = new Map<ReadStream['path'], { version: string; packed: Promise<Buffer> }>()

  function fill(file: ReadStream, version: string): Promise<Buffer> {
    const packed = buffer(file).then((drawing) => compress(drawing, quality))
    if (kept.has(file.path) || kept.size < mostDrawings) kept.set(file.path, { version, packed })
    packed.catch(() => kept.delete(file.path))
    return packed
  }

  return (file, version) => {
    const known = kept.get(file.path)
    if (known?.version !== version) return fill(file, version)
    file.destroy()
    return known.packed
  }
}
