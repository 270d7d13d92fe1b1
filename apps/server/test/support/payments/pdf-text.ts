import { inflateSync } from 'node:zlib'

/** A PDF's text as a reader could copy it: glyphs turned back by the fonts' own ToUnicode maps. */
export function pdfText(pdf: Buffer): string {
  const objects = readObjects(pdf)
  const maps = new Map<string, Map<number, string>>()
  for (const [id, { head }] of objects) {
    const mapId = head.match(/\/ToUnicode (\d+) 0 R/)?.[1]
    const map = mapId && objects.get(mapId)?.stream
    if (map) maps.set(id, readMap(map))
  }
  const fonts = new Map<string, Map<number, string>>()
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = maps.get(id as string)
      if (map) fonts.set(name as string, map)
    }
  }
  return [...objects.values()].map(({ stream }) => (stream ? drawnText(stream, fonts) : '')).join('\n')
}

type PdfObject = { head: string; stream: string | undefined }

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  const text = pdf.toString('latin1')
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match
    const [head = '', raw] = body.split(/\nstream\n/)
    objects.set(id, { head, stream: raw === undefined ? undefined : unpack(head, raw) })
  }
  return objects
}

function unpack(head: string, raw: string): string | undefined {
  const length = Number(head.match(/\/Length (\d+)/)?.[1])
  const bytes = Buffer.from(raw.slice(0, length), 'latin1')
  return head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

/** `<0000> <0041> [<0041> <0042>]`: the glyphs from 0 to 0x41 and what they mean, in order. */
function readMap(stream: string): Map<number, string> {
  const map = new Map<number, string>()
  for (const [, first = '', , list = ''] of stream.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    const from = Number.parseInt(first, 16)
    const words = [...list.matchAll(/<([\w ]+)>/g)].map(([, hex = '']) => hex.replaceAll(' ', ''))
    for (const [index, hex] of words.entries()) {
      map.set(from + index, Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    }
  }
  return map
}

function drawnText(stream: string, fonts: Map<string, Map<number, string>>): string {
  let font: Map<number, string> | undefined
  let text = ''
  for (const [, name, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name)
    for (const [, hex = ''] of (shown ?? '').matchAll(/<(\w+)>/g)) {
      for (const glyph of hex.match(/.{4}/g) ?? []) text += font?.get(Number.parseInt(glyph, 16)) ?? ''
    }
    if (shown !== undefined) text += '\n'
  }
  return text
}
