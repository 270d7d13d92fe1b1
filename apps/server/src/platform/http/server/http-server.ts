import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyServerFactory } from 'fastify'
import { SECOND_MS } from '../../clock.ts'
import { toIpGroup } from '../../limits/ip-group.ts'
import { parseIp, unknownIp } from '../client-ip.ts'
import { spreadOverTurns } from './request-turns.ts'

type Options = {
  /** Null where many clients share an IP, such as a proxy's. */
  maxConnectionsPerIp: number | null
  /** Maximum time in which a client takes nothing of a response and sends nothing of a request. */
  stallTimeoutMs?: number
  /** Requests with more time to arrive. */
  longUploads?: { paths: RegExp; timeoutMs: number }
}

const defaultStallTimeoutMs = 30 * SECOND_MS
const headersTimeoutMs = 10 * SECOND_MS
/** Interval at which Node looks for timed-out requests. */
const timeoutCheckMs = 2 * SECOND_MS

/** HTTP server below Fastify. Once it stops listening, each connection closes after its next response. */
export function httpServer({
  maxConnectionsPerIp,
  stallTimeoutMs = defaultStallTimeoutMs,
  longUploads,
}: Options): FastifyServerFactory {
  return (fastifyHandler, options) => {
    const { http, keepAliveTimeout, requestTimeout = 0 } = options as FastifyHttpOptions<Server>
    const timeouts = {
      keepAliveTimeout,
      // Node has one limit for all requests; `limitBodyTime` has the lower one.
      requestTimeout: longUploads?.timeoutMs ?? requestTimeout,
      headersTimeout: Math.min(headersTimeoutMs, requestTimeout || headersTimeoutMs),
      connectionsCheckingInterval: Math.min(timeoutCheckMs, requestTimeout || timeoutCheckMs),
    }
    class HubResponse extends ServerResponse {
      override writeHead(status: number, reason?: never, headers?: never): this {
        // The proxy then connects to another hub, and never reuses a closing connection.
        if (!server.listening) this.shouldKeepAlive = false
        return super.writeHead(status, reason, headers)
      }
    }
    const handle = spreadOverTurns(fastifyHandler)
    const lastResponses = new WeakMap<Socket, ServerResponse>()
    const server = createServer(
      { ...timeouts, ...http, ServerResponse: HubResponse },
      (request, response) => {
        lastResponses.set(request.socket, response)
        if (longUploads && !longUploads.paths.test(request.url ?? ''))
          limitBodyTime(server, request, requestTimeout)
        handle(request, response)
      },
    )
    server.timeout = stallTimeoutMs
    server.on('timeout', (socket) => {
      const response = lastResponses.get(socket)
      // The client waits for the hub, such as for a password hash in the queue. A stalled upload makes the hub wait.
      const isWaiting =
        response?.writableFinished === false && response.req.complete && socket.writableLength === 0
      if (!isWaiting) socket.destroy()
    })
    if (maxConnectionsPerIp !== null) limitConnections(server, maxConnectionsPerIp)
    return server
  }
}

/** Ends a request whose body does not arrive in time, as Node does. */
function limitBodyTime(server: Server, request: IncomingMessage, timeoutMs: number): void {
  const { headers, socket } = request
  if (!timeoutMs || !(headers['transfer-encoding'] || Number(headers['content-length']) > 0)) return
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, socket)
  }, timeoutMs)
  request.once('end', () => clearTimeout(timer))
  request.once('close', () => clearTimeout(timer))
}

/** Closes connections beyond the limit per IP before reading from them. */
function limitConnections(server: Server, maxPerIp: number): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const ip = toIpGroup(parseIp(socket.remoteAddress) ?? unknownIp)
    const count = open.get(ip) ?? 0
    if (count >= maxPerIp) return void socket.destroy()
    open.set(ip, count + 1)
    socket.once('close', () => {
      const left = (open.get(ip) ?? 1) - 1
      if (left > 0) open.set(ip, left)
      else open.delete(ip)
    })
  })
}

const quietTurnMs = 0.2
const maxTurns = 1000
/** Longer than a proxy keeps an idle connection: 2 s in `deploy/nginx.conf` and `deploy/Caddyfile`. */
export const openConnectionsMs = 2.5 * SECOND_MS

/**
 * Stops accepting connections, and responds on open ones until proxies no longer use them. Node's own `close` would
 * close idle ones immediately, and a proxy cannot repeat a POST already sent on one.
 */
export async function stopListening(server: Server, openForMs = openConnectionsMs): Promise<void> {
  // Closing resets connections accepted by the system and unseen by Node, so choose a turn without other work.
  for (let turns = 0, turnMs = Infinity; turnMs > quietTurnMs && turns < maxTurns; turns++) {
    const startedAt = performance.now()
    await nextTurn()
    turnMs = performance.now() - startedAt
  }
  const closed = once(server, 'close')
  NetServer.prototype.close.call(server)
  await Promise.race([closed, delay(openForMs)])
}
