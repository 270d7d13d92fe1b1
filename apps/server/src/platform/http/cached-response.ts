import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** An answer that is the same for everybody, made once: its bytes, plain and compressed, with all their headers. */
export type CachedResponse = { status: number; etag: string; plain: Variant; brotli: Variant }
/** A body and the headers it travels with, names and values by turns. */
type Variant = { body: Buffer; headers: string[] }

/** @param packedText  What travels compressed; by default the same. */
export async function createCachedResponse(
  status: number,
  text: string,
  given: Record<string, string>,
  packedText = text,
): Promise<CachedResponse> {
  const etag = `"${createHash('sha256').update(text).update(packedText).digest('base64url').slice(0, 22)}"`
  const headers = { ...given, 'cache-control': 'no-cache', etag }
  return {
    status,
    etag,
    plain: variant(Buffer.from(text), headers),
    brotli: variant(await compress(packedText, quality), { ...headers, 'content-encoding': 'br' }),
  }
}

function variant(body: Buffer, headers: Record<string, string>): Variant {
  return {
    body,
    headers: Object.entries({ ...headers, 'content-length': String(body.length) }).flat(),
  }
}

/** Writes past Fastify's own reply, whose hooks and header handling cost as much again as the answer. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): FastifyReply {
  reply.hijack()
  writeCachedResponse(request.raw, reply.raw, answer)
  return reply
}

export function writeCachedResponse(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  { status, etag, plain, brotli }: CachedResponse,
): void {
  if (asked['if-none-match'] === etag) return void response.writeHead(304, { etag }).end()
  const { body, headers } = asked['accept-encoding']?.includes('br') ? brotli : plain
  response.writeHead(status, headers).end(body)
}
