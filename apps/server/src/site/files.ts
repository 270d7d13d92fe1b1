import { existsSync, ReadStream } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { createDrawingPack } from './drawing-pack.ts'
import { webDist } from './renderer.ts'
import { shareFolder, sharePrefix } from './share/share-file.ts'

/** Built assets never change under their name; an operator's files may, and are nobody's page with scripts of its own. */
export async function registerFiles(app: FastifyInstance, config: Config): Promise<void> {
  const nosniff = { 'x-content-type-options': 'nosniff' }
  const inert = {
    ...nosniff,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  }
  const builtAssets = { immutable: true, maxAge: '1y', preCompressed: true }
  const files = [
    { root: join(webDist, 'client/assets'), prefix: '/assets/', headers: nosniff, ...builtAssets },
    { root: shareFolder, prefix: sharePrefix, headers: nosniff, immutable: true, maxAge: '1y' },
    { root: join(config.contentDir, 'main_images'), prefix: '/main_images/', headers: inert, maxAge: '1h' },
    { root: join(config.contentDir, 'static_files'), prefix: '/static_files/', headers: inert, maxAge: '1h' },
  ].filter(({ root }) => existsSync(root))
  await app.register(async (scope) => {
    scope.addHook('onSend', createPacker())
    for (const [index, { headers, ...options }] of files.entries()) {
      await scope.register(fastifyStatic, {
        ...options,
        decorateReply: index === 0,
        setHeaders: (reply) => void reply.headers(headers),
      })
    }
  })
}

/** Drawings are text: a phone gets them at a third of their size. The build has packed its own. */
function createPacker() {
  const pack = createDrawingPack()
  return async ({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const isDrawing =
      reply.statusCode === 200 &&
      String(reply.getHeader('content-type')).startsWith('image/svg+xml') &&
      !reply.hasHeader('content-encoding')
    if (!isDrawing) return payload
    reply.header('vary', 'accept-encoding')
    if (!(payload instanceof ReadStream) || !headers['accept-encoding']?.includes('br')) return payload
    const packed = await pack(payload, String(reply.getHeader('etag')))
    reply.header('content-encoding', 'br').header('content-length', packed.length)
    return packed
  }
}
