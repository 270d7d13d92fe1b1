import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getRoutePattern } from '../tracing/request-traces.ts'
import { type Log, withoutRedaction } from './log.ts'
import { getSubject } from './security-log.ts'

const refusals = new WeakMap<FastifyRequest, string>()

/** Adds the refusal code to the request's log line. */
export function noteRefusal(request: FastifyRequest, code: string): void {
  refusals.set(request, code)
}

/**
 * Logs a line for each request that reaches a route. It names the route, not the URL: paths and queries contain tokens.
 * - `warn`: the hub could not respond (5xx). A fault has another line, `Request failed`, with its stack.
 * - `info`: calls and pages.
 * - `debug`: files and monitoring requests.
 */
export function logRequests(app: FastifyInstance, log: Log): void {
  const requestLog = withoutRedaction(log)
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply.raw
    const level = status >= 500 ? 'warn' : isRoutine(request) ? 'debug' : 'info'
    if (!requestLog.isLevelEnabled(level)) return done()
    requestLog[level](
      {
        traceId: request.id,
        method: request.method,
        route: getRoutePattern(request),
        status,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        ...getSubject(request),
        refusal: refusals.get(request),
      },
      'Request',
    )
    done()
  })
}

const files = /^\/(assets|main_images|static_files|share|service-worker\.js|favicon\.ico)\b/

function isRoutine({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.logLevel === 'silent' || files.test(routeOptions.url ?? '')
}
