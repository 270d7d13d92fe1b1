import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import serveStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'

export interface GamesOptions {
  port: number
  /** Hub origin. Only its pages, including those on its tenants' subdomains, may frame the games. */
  hubUrl: string
  /** Address to listen on; `localhost`, the default, means both 127.0.0.1 and ::1. */
  host?: string
  /** Built site folder; `games/dist` by default. */
  root?: string
}

export interface RunningGames {
  url: string
  close(): Promise<void>
}

const DIST = fileURLToPath(new URL('./dist', import.meta.url))
const YEAR_S = 365 * 24 * 60 * 60

/** A start-up error whose message tells the operator what to do. */
export class GamesStartError extends Error {
  override name = 'GamesStartError'
}

/**
 * Serves the built games from their own origin, like real games.
 * @throws GamesStartError  when the port is taken or the games have not been built.
 */
export async function startGames(options: GamesOptions): Promise<RunningGames> {
  const { port, hubUrl, host = 'localhost', root } = options
  const server = createGamesServer(hubUrl, root)
  try {
    await server.listen({ port, host })
  } catch (cause) {
    await server.close()
    throw toStartError(cause, port)
  }
  const { port: boundPort } = server.server.address() as AddressInfo
  return { url: `http://localhost:${boundPort}`, close: () => server.close() }
}

/** A hub's `frame-ancestors` sources: its host and subdomains, and for a loopback host all its names. */
export function frameAncestors(hubUrl: string): string {
  const { protocol, hostname, port } = new URL(hubUrl)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isIp = /^[\d.]+$|^\[/.test(hostname)
  const names = isLoopback
    ? ['localhost', '127.0.0.1', '*.localhost']
    : [hostname, ...(isIp ? [] : [`*.${hostname}`])]
  return names.map((name) => `${protocol}//${name}${port && `:${port}`}`).join(' ')
}

function securityHeaders(hubUrl: string): Record<string, string> {
  const policy = [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `frame-ancestors 'self' ${frameAncestors(hubUrl)}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

/** Files in `assets` have a content hash in their names; pages are revalidated, so a release shows at once. */
const getCacheControl = (path: string): string =>
  path.includes('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache'

/**
 * The games' site, which does not listen yet.
 * @throws GamesStartError  when the games have not been built.
 */
export function createGamesServer(hubUrl: string, root = DIST): FastifyInstance {
  if (!existsSync(root)) throw new GamesStartError('The games are not built yet: run `npm run build` first.')
  const server = Fastify({ forceCloseConnections: true })
  const headers = securityHeaders(hubUrl)
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  server.register(serveStatic, {
    root,
    redirect: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', getCacheControl(path))
    },
  })
  server.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).type('text/plain; charset=utf-8').send('There is no such game here. The list is at /\n'),
  )
  return server
}

function toStartError(cause: unknown, port: number): unknown {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) return cause
  const advice = `Port ${port} is in use: stop what uses it, or set GAMES_PORT to a free one.`
  return new GamesStartError(advice, { cause })
}
