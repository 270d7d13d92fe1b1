import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { returnTrace } from '../../tracing/request-traces.ts'

const compress = promisify(brotliCompress)
const quality = (value: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: value } })

/** Compresses a body for one response; a higher quality pays only for stored ones. */
export const compressOnce = (text: string): Promise<Buffer> => compress(text, quality(5))

/** A complete stored response, plain and compressed, sent many times. */
export type CachedResponse = { status: number; etag: string; plain: Variant; brotli: Variant }
/** Headers alternate names and values, as `writeHead` takes them. */
type Variant = { body: Buffer; headers: string[] }

/** @param compressedText  Body for clients with brotli, when it differs. */
export async function createCachedResponse(
  status: number,
  text: string,
  given: Record<string, string>,
  compressedText = text,
): Promise<CachedResponse> {
  // A 304 does not change when a stored response expires.
  const hash = createHash('sha256')
    .update(text)
    .update(compressedText)
    .update(given.expires ?? '')
  const etag = `"${hash.digest('base64url').slice(0, 22)}"`
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

type Find = (request: IncomingMessage) => CachedResponse | undefined

/**
 * Sends stored responses before later hooks, such as tracing and load shedding. They have a log line and metrics like
 * every response (ADR 78).
 */
export function serveCachedResponses(app: FastifyInstance, find: Find): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { method } = request.raw
    const cached = method === 'GET' || method === 'HEAD' ? find(request.raw) : undefined
    if (!cached) return next()
    returnTrace(request, reply)
    sendCachedResponse(request, reply, cached)
  })
}

/** Bypasses Fastify's reply, whose hooks and header handling would double the response cost. */
export function sendCachedResponse(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { status, etag, plain, brotli }: CachedResponse,
): FastifyReply {
  reply.hijack()
  if (raw.headers['if-none-match'] === etag) {
    reply.raw.writeHead(304, { etag }).end()
    return reply
  }
  const { body, headers } = acceptsBrotli(raw.headers['accept-encoding']) ? brotli : plain
  reply.raw.writeHead(status, headers).end(body)
  return reply
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
