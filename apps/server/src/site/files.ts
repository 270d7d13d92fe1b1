import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
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
  for (const [index, { headers, ...options }] of files.entries()) {
    await app.register(fastifyStatic, {
      ...options,
      decorateReply: index === 0,
      setHeaders: (reply) => void reply.headers(headers),
    })
  }
}
