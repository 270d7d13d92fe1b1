import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { HubConfig } from '../platform/hub-config.ts'

const dist = fileURLToPath(new URL('../../../console/dist/', import.meta.url))

const formPolicy = (siteOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Pages with a draft's content.
    `frame-src ${siteOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'none'",
  ].join('; ')

const formHeaders = (siteOrigin: string) => ({
  'content-security-policy': formPolicy(siteOrigin),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
})

/**
 * Serves the console's page for every path below its base, and its assets. Nothing when it has not been built.
 * @param scope  Mounted at the base path; its guard decides who gets a response.
 */
export async function serveConsole(
  scope: FastifyInstance,
  { console: { url, hasOwnHost }, http }: HubConfig,
): Promise<void> {
  if (!existsSync(`${dist}index.html`)) return
  const { host, pathname } = new URL(url)
  const base = `${pathname.replace(/\/$/, '')}/`
  const constraints = hasOwnHost ? { host } : {}
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, isConsole: true }
  })
  const page = readFileSync(`${dist}index.html`, 'utf8').replaceAll('__BASE__', base)
  const headers = formHeaders(new URL(http.publicUrl).origin)
  scope.addHook('onSend', async (_request, reply) => void reply.headers(headers))
  await scope.register(fastifyStatic, {
    root: `${dist}assets`,
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    constraints,
  })
  for (const path of ['/', '/*'])
    scope.get(path, { constraints }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page),
    )
}
