import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BuildFile, type BuildStorage, type ByteRange, toStorageKey } from '../builds/index.ts'
import type { Page } from './pages/page-cache.ts'

type Encoding = 'br' | 'gzip'

/** One of the forms in which a file can be sent. */
type Variant = {
  sha256: string
  etag: string
  contentEncoding: Encoding | null
  /** The stored content is compressed, and the client does not accept it. */
  decode: Encoding | null
  /** Null when it is only known once everything is sent. */
  sizeBytes: number | null
}

const smallBytes = 64 * 1024

/** Sends a build's file: in a form the client accepts, a part of it, or 304. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, project, file }: { storage: BuildStorage; project: string; file: BuildFile },
): Promise<FastifyReply> {
  const { headers, method } = request
  const variant = chooseVariant(file, headers['accept-encoding'], headers.range !== undefined)
  reply.header('etag', variant.etag).type(file.type)
  addVary(reply, 'accept-encoding')
  if (isUnchanged(headers['if-none-match'], variant.etag)) return reply.code(304).send()
  if (variant.contentEncoding) reply.header('content-encoding', variant.contentEncoding)
  const canHaveRange = variant.contentEncoding === null && variant.decode === null
  if (canHaveRange) reply.header('accept-ranges', 'bytes')
  const ifRange = headers['if-range'] ?? variant.etag
  const isRangeWanted = canHaveRange && ifRange === variant.etag
  const range = isRangeWanted ? parseRange(headers.range, file.sizeBytes) : 'all'
  if (range === 'none') return refuseRange(reply, file.sizeBytes)
  if (range !== 'all')
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  const sizeBytes = range === 'all' ? variant.sizeBytes : range.end - range.start + 1
  if (sizeBytes !== null) reply.header('content-length', sizeBytes)
  if (method === 'HEAD') return reply.send()
  const key = toStorageKey(project, variant.sha256)
  const isSmall = sizeBytes !== null && sizeBytes <= smallBytes
  if (isSmall && range === 'all' && storage.read) return reply.send(await storage.read(key))
  const stored = await storage.open(key, range === 'all' ? undefined : range)
  return reply.send(variant.decode ? decode(stored, variant.decode) : stored)
}

/** Sends a text from memory. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  cacheControl = 'no-cache',
): FastifyReply {
  const isBrotli = acceptsEncoding(request.headers['accept-encoding'], 'br')
  const etag = `"${page.etag}${isBrotli ? '-br' : ''}"`
  reply.header('etag', etag).header('cache-control', cacheControl).type(page.contentType)
  addVary(reply, 'accept-encoding')
  if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (isBrotli) reply.header('content-encoding', 'br')
  const content = isBrotli ? page.brotli : page.content
  reply.header('content-length', content.length)
  return request.method === 'HEAD' ? reply.send() : reply.send(content)
}

export function addVary(reply: FastifyReply, name: string): void {
  const current = reply.getHeader('vary')
  reply.header('vary', current === undefined ? name : `${current}, ${name}`)
}

function chooseVariant(file: BuildFile, accepted: string | undefined, hasRange: boolean): Variant {
  const { sha256, sizeBytes, encoding, brotliSha256 } = file
  const plain = { sha256, etag: `"${sha256}"`, contentEncoding: null, decode: null, sizeBytes }
  if (encoding) {
    return acceptsEncoding(accepted, encoding)
      ? { ...plain, contentEncoding: encoding }
      : { ...plain, etag: `"${sha256}-decoded"`, decode: encoding, sizeBytes: null }
  }
  // A range counts the bytes of the plain file.
  if (brotliSha256 === null || hasRange || !acceptsEncoding(accepted, 'br')) return plain
  return { ...plain, sha256: brotliSha256, etag: `"${sha256}-br"`, contentEncoding: 'br', sizeBytes: null }
}

/** Without the header a client may get anything, but clients without it are simple ones. */
function acceptsEncoding(accepted: string | undefined, encoding: Encoding): boolean {
  return (accepted ?? '').split(',').some((entry) => {
    const [name = '', ...parameters] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return (
      (name === encoding || name === '*') && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    )
  })
}

function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((known) => [etag, `W/${etag}`, '*'].includes(known.trim()))
}

/**
 * Several ranges at once are allowed to be ignored, and no game asks for them.
 * @returns  `all` without a range, `none` when it lies beyond the end
 */
function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'all'
  if (first === '') {
    const count = Math.min(Number(last), sizeBytes)
    return count === 0 ? 'none' : { start: sizeBytes - count, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= sizeBytes ? 'none' : { start, end }
}

function refuseRange(reply: FastifyReply, sizeBytes: number): FastifyReply {
  return reply
    .code(416)
    .header('content-range', `bytes */${sizeBytes}`)
    .header('cache-control', 'no-cache')
    .type('text/plain; charset=utf-8')
    .send('The file has no such range.\n')
}

/** An error of either stream ends both, and so the response. */
function decode(stored: Readable, encoding: Encoding): Readable {
  const decoder = encoding === 'br' ? createBrotliDecompress() : createGunzip()
  stored.on('error', (error) => decoder.destroy(error))
  decoder.on('close', () => stored.destroy())
  return stored.pipe(decoder)
}
