import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)
const quality = (value: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: value } })

/** Compresses a body that is sent once; a higher quality pays only for stored ones. */
export const compressOnce = (text: string): Promise<Buffer> => compress(text, quality(5))

/** A complete stored response, plain and compressed, sent many times. */
export type CachedResponse = { status: number; etag: string; plain: Variant; brotli: Variant }
/** Headers alternate names and values, as `writeHead` takes them. */
type Variant = { body: Buffer; headers: string[] }

/** @param compressedText  Body for clients that accept brotli, when it differs. */
export async function createCachedResponse(
  status: number,
  text: string,
  given: Record<string, string>,
  compressedText = text,
): Promise<CachedResponse> {
  const etag = `"${createHash('sha256').update(text).update(compressedText).digest('base64url').slice(0, 22)}"`
  const headers = { 'cache-control': 'no-cache', ...given, etag }
  return {
    status,
    etag,
    plain: variant(Buffer.from(text), headers),
    brotli: variant(await compress(compressedText, quality(10)), { ...headers, 'content-encoding': 'br' }),
  }
}

function variant(body: Buffer, headers: Record<string, string>): Variant {
  return {
    body,
    headers: Object.entries({ ...headers, 'content-length': String(body.length) }).flat(),
  }
}

/** Bypasses Fastify's reply, whose hooks and header handling would double the response cost (ADR 27). */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): FastifyReply {
  reply.hijack()
  writeCachedResponse(request.raw, reply.raw, response)
  return reply
}

export function writeCachedResponse(
  { headers: requestHeaders }: IncomingMessage,
  response: ServerResponse,
  { status, etag, plain, brotli }: CachedResponse,
): void {
  if (requestHeaders['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
  const { body, headers } = acceptsBrotli(requestHeaders['accept-encoding']) ? brotli : plain
  response.writeHead(status, headers).end(body)
}

/** @param accepted  `Accept-Encoding` header. `br;q=0` refuses brotli. */
export function acceptsBrotli(accepted: string | string[] | undefined): boolean {
  return String(accepted ?? '')
    .split(',')
    .some((entry) => {
      const [coding = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return coding === 'br' && (quality === undefined || Number(quality) > 0)
    })
}
