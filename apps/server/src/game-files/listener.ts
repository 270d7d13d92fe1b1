import type { IncomingMessage, ServerResponse } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerFactory,
} from 'fastify'
import { isBrokenCompression } from '../builds/index.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { readClientIps } from '../platform/http/client-ip.ts'
import { refuseBrokenRequest } from '../platform/http/server/broken-requests.ts'
import { httpServer } from '../platform/http/server/http-server.ts'
import { limitedIp, loopback } from '../platform/limits/request-limits.ts'
import { buildHeaders } from './headers.ts'
import { findSite } from './resolve.ts'
import { createResponder, type ResponderOptions } from './responder.ts'
import { DatabaseMissing } from './site-builds.ts'

/** Per IP, which an office shares; a large game has thousands of files. */
const filesPerMinute = 12_000

export type GameFilesOptions = ResponderOptions & {
  /** Reads the client's IP from the header of the nearest proxy. */
  trustProxy: boolean
  /** Null where many clients share an IP, such as a proxy's. */
  connectionsPerIp: number | null
  /** Per IP. Default: 12,000. */
  filesPerMinute?: number
  /** Answers requests for other hosts. Default: 404. */
  otherHosts?: (request: IncomingMessage, response: ServerResponse) => void
}

/** Loaders send headers such as `X-Requested-With`, for which a browser asks first where games have an opaque origin. */
const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*, Authorization',
  'access-control-max-age': '86400',
}

/**
 * Serves the files of uploaded builds, each project at an origin of its own. Knows no cookies, accounts or API.
 * @returns  a server, not listening yet
 */
export function createGameFiles(options: GameFilesOptions): FastifyInstance {
  const { hosting, hub, log } = options
  const errorHeaders = buildHeaders(hosting, hub)

  function sendNotFound(reply: FastifyReply): FastifyReply {
    if (!reply.hasHeader('content-security-policy')) reply.headers(errorHeaders)
    return sendText(reply, 404, 'There is no such file here.')
  }

  function sendFailure(error: FastifyError, reply: FastifyReply): FastifyReply {
    if (!reply.hasHeader('content-security-policy')) reply.headers(errorHeaders)
    if (error.statusCode === 429)
      return sendText(reply, 429, 'These are too many requests. Try again in a minute.')
    // Its team sees the file fail; every request for it would add to the log.
    if (isBrokenCompression(error)) return sendNotFound(reply)
    if (!(error instanceof DatabaseMissing))
      log.error({ err: error }, 'A file of a build could not be served')
    reply.header('retry-after', 1)
    return sendText(reply, 503, 'The files of this game cannot be read at the moment.')
  }

  function sendNotAllowed(reply: FastifyReply): FastifyReply {
    reply.headers(errorHeaders).header('allow', 'GET, HEAD')
    return sendText(reply, 405, 'Only GET and HEAD are answered here.')
  }

  const app = Fastify({
    serverFactory: createServer(options),
    // A badly encoded path.
    frameworkErrors: (_error, _request, reply) => void sendNotFound(reply as unknown as FastifyReply),
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBrokenRequest,
  })
  readClientIps(app, options.trustProxy)
  app.register(async (files) => {
    await files.register(rateLimit, {
      max: options.filesPerMinute ?? filesPerMinute,
      timeWindow: MINUTE_MS,
      keyGenerator: limitedIp,
      // Files are cached for ever, also by proxies.
      addHeadersOnExceeding: {
        'x-ratelimit-limit': false,
        'x-ratelimit-remaining': false,
        'x-ratelimit-reset': false,
      },
      // All players would share the limit of a proxy without client IPs.
      allowList: ({ ip, headers }) =>
        options.trustProxy ? headers['x-forwarded-for'] === undefined : loopback.includes(ip),
    })
    files.route({ method: ['GET', 'HEAD'], url: '/*', handler: createResponder(options, sendNotFound) })
  })
  // Ends a request before its body is read.
  app.addHook('onRequest', async ({ method }, reply) => {
    if (method === 'OPTIONS')
      return reply
        .headers({ ...errorHeaders, ...preflightHeaders })
        .code(204)
        .send()
    if (method !== 'GET' && method !== 'HEAD') return sendNotAllowed(reply)
  })
  app.setErrorHandler((error: FastifyError, _request, reply) => void sendFailure(error, reply))
  app.setNotFoundHandler((_request, reply) => sendNotAllowed(reply))
  return app
}

function createServer({ hosting, otherHosts, connectionsPerIp }: GameFilesOptions): FastifyServerFactory {
  const factory = httpServer({ maxConnectionsPerIp: connectionsPerIp })
  if (!otherHosts) return factory
  const isOurs = ({ headers, url = '/' }: IncomingMessage) =>
    findSite(hosting, headers.host, url) !== undefined
  return (handler, options) =>
    factory(
      (request, response) => (isOurs(request) ? handler(request, response) : otherHosts(request, response)),
      options,
    )
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  for (const name of ['content-encoding', 'content-length', 'content-range', 'accept-ranges', 'etag'])
    reply.removeHeader(name)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${text}\n`)
}
