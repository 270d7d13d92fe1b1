import { existsSync, ReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { stockContent } from '../../catalogue/index.ts'
import { acceptsBrotli } from '../../platform/http/cached-responses/cached-response.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import { shareFolder, sharePrefix, webDist } from '../pages/share-image.ts'

/** Built assets never change under their name. Operator files may change, and must not run scripts on our origin. */
export async function registerStaticFiles(
  app: FastifyInstance,
  config: HubConfig,
  brand: () => string,
): Promise<void> {
  const nosniff = { 'x-content-type-options': 'nosniff' }
  const inert = {
    ...nosniff,
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox",
  }
  const builtAssets = { immutable: true, maxAge: '1y', preCompressed: true }
  const folders = [
    { root: join(webDist, 'client/assets'), prefix: '/assets/', headers: nosniff, ...builtAssets },
    { root: shareFolder, prefix: sharePrefix, headers: nosniff, immutable: true, maxAge: '1y' },
    {
      // Interface pictures that the operator's content does not replace.
      root: [...new Set([config.contentDir, stockContent])]
        .map((dir) => join(dir, 'main_images'))
        .filter(existsSync),
      prefix: '/main_images/',
      headers: inert,
      maxAge: '1h',
    },
    { root: join(config.contentDir, 'static_files'), prefix: '/static_files/', headers: inert, maxAge: '1h' },
  ].filter(({ root }) => (typeof root === 'string' ? existsSync(root) : root.length > 0))
  registerServiceWorker(app, brand)
  await app.register(async (scope) => {
    scope.addHook('onSend', createSvgCompression())
    for (const [index, { headers, ...options }] of folders.entries()) {
      await scope.register(fastifyStatic, {
        ...options,
        decorateReply: index === 0,
        setHeaders: (reply) => void reply.headers(headers),
      })
    }
  })
}

/**
 * Root path, because a service worker controls only pages below its own path. Absent in development. It differs with
 * the brand, so that browsers install it again and with it the page that they show without a connection.
 */
function registerServiceWorker(app: FastifyInstance, brand: () => string): void {
  const path = join(webDist, 'client/service-worker.js')
  if (!existsSync(path)) return
  const script = readFileSync(path, 'utf8')
  app.get('/service-worker.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .send(`${script}\n// ${encodeURIComponent(brand())}\n`),
  )
}

/** Compresses SVG responses to about a third. The build compresses its own assets. */
function createSvgCompression() {
  const compressFile = createFileCompressor()
  return async ({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const isSvg =
      reply.statusCode === 200 &&
      String(reply.getHeader('content-type')).startsWith('image/svg+xml') &&
      !reply.hasHeader('content-encoding')
    if (!isSvg) return payload
    reply.header('vary', 'accept-encoding')
    if (!(payload instanceof ReadStream) || !acceptsBrotli(headers['accept-encoding'])) return payload
    const body = await compressFile(payload, String(reply.getHeader('etag')))
    reply.header('content-encoding', 'br').header('content-length', body.length)
    return body
  }
}

const compress = promisify(brotliCompress)
/** An eighth smaller than at quality 5, and too slow to run for each request. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
const maxCompressedBytes = 32 * 1024 * 1024

/** Returns a function that compresses each file version once, and destroys the stream. */
export function createFileCompressor(): (file: ReadStream, version: string) => Promise<Buffer> {
  const compressed = new LRUCache<string, Buffer, ReadStream>({
    maxSize: maxCompressedBytes,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_key, _stale, { context }) => compress(await buffer(context), quality),
  })
  return async (file, version) => {
    try {
      return await compressed.forceFetch(`${file.path} ${version}`, { context: file })
    } finally {
      file.destroy()
    }
  }
}
