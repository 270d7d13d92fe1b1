import { existsSync, ReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Catalogue, stockContent } from '../../catalogue/index.ts'
import { inertHeaders } from '../../platform/http/base-headers.ts'
import { acceptsBrotli } from '../../platform/http/cached-responses/cached-response.ts'
import { isDraftUrl } from '../pages/draft-links.ts'
import type { Drafts } from '../pages/drafts.ts'
import { webDist } from '../web-dist.ts'

/** Built assets never change under their name. Operator files may change, and must not run scripts on our origin. */
export async function registerStaticFiles(
  app: FastifyInstance,
  catalogue: Pick<Catalogue, 'dir' | 'getBrand'>,
  sendDraftPicture?: Drafts['sendPicture'],
): Promise<void> {
  const nosniff = { 'x-content-type-options': 'nosniff' }
  const builtAssets = { immutable: true, maxAge: '1y', preCompressed: true }
  const folders = [
    { root: join(webDist, 'client/assets'), prefix: '/assets/', headers: nosniff, ...builtAssets },
  ].filter(({ root }) => existsSync(root))
  registerServiceWorker(app, () => catalogue.getBrand())
  await app.register(async (scope) => {
    scope.addHook('onSend', createSvgCompression())
    for (const [index, { headers, ...options }] of folders.entries()) {
      await scope.register(fastifyStatic, {
        ...options,
        decorateReply: index === 0,
        setHeaders: (reply) => void reply.headers(headers),
      })
    }
    if (folders.length === 0) await scope.register(fastifyStatic, { root: stockContent, serve: false })
    // Interface pictures without a replacement in the publisher's content.
    serveContent(scope, 'main_images', () => [catalogue.dir(), stockContent], sendDraftPicture)
    serveContent(scope, 'static_files', () => [catalogue.dir()], sendDraftPicture)
  })
}

/** The folders may change while the hub runs; the first that has the file gives it. */
function serveContent(
  scope: FastifyInstance,
  name: string,
  listFolders: () => string[],
  sendDraftPicture: Drafts['sendPicture'] | undefined,
): void {
  scope.get<{ Params: { '*': string } }>(`/${name}/*`, (request, reply) => {
    const path = request.params['*']
    if (sendDraftPicture && isDraftUrl(request.url))
      return sendDraftPicture(request, reply, `${name}/${path}`)
    const roots = listFolders().map((folder) => join(folder, name))
    const root = roots.find((folder) => existsSync(join(folder, path))) ?? roots[0] ?? ''
    return reply.headers(inertHeaders).sendFile(path, root, { maxAge: '1h' })
  })
}

/**
 * Root path, because a service worker controls only pages below its own path. Absent in development. It differs with
 * the brand, so browsers install it again and with it their offline page.
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

/** Returns a function to compress each file version once. It destroys the stream. */
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
