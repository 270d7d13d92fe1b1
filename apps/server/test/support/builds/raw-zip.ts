import { crc32, deflateRawSync } from 'node:zlib'

/** An entry whose headers may lie. */
export type RawEntry = {
  name: string | Buffer
  content?: string | Buffer
  /** Unix mode with the file's kind; default: a regular file. */
  mode?: number
  /** Default: bit 11, UTF-8. */
  flags?: number
  /** Default: deflate. */
  method?: number
  statedSize?: number
  statedCrc?: number
  localName?: string | Buffer
  /** Bytes before the local header. */
  before?: Buffer
  /** Offset of another entry's header and data. */
  at?: number
}

type Ending = {
  disk?: number
  /** Bytes between the last file and the directory. */
  beforeDirectory?: Buffer
  afterEnd?: Buffer
}

const utf8Flag = 0x800

/** Writes an archive byte by byte, so a test can make what no program would. */
export function makeZip(entries: RawEntry[], { disk = 0, beforeDirectory, afterEnd }: Ending = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const push = (bytes: Buffer) => {
    parts.push(bytes)
    at += bytes.length
  }
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '')
    const { mode = 0o100644, flags = utf8Flag, method = 8 } = entry
    const packed = method === 8 ? deflateRawSync(content) : content
    const name = Buffer.from(entry.name)
    const localName = Buffer.from(entry.localName ?? name)
    const size = entry.statedSize ?? content.length
    const crc = entry.statedCrc ?? crc32(content)
    if (entry.before) push(entry.before)
    const offset = entry.at ?? at
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc >>> 0, 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size, 18)
    if (entry.at === undefined) {
      common.writeUInt16LE(localName.length, 22)
      push(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, localName, packed]))
    }
    common.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, rest, name]))
  }
  if (beforeDirectory) push(beforeDirectory)
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(disk, 4)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directoryBytes.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directoryBytes, end, afterEnd ?? Buffer.alloc(0)])
}

export const startPage: RawEntry = { name: 'index.html', content: '<!doctype html><title>Tiny</title>' }

/** The header and data of an entry, as they are in an archive. */
export function toLocalBytes(entry: RawEntry): Buffer {
  const zip = makeZip([entry])
  return zip.subarray(0, zip.readUInt32LE(zip.length - 6))
}

/** A build with a start page and these files. */
export function zipGame(files: Record<string, string | Buffer> = {}): Buffer {
  return makeZip([startPage, ...Object.entries(files).map(([name, content]) => ({ name, content }))])
}
