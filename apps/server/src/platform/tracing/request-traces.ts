import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomHex } from '../ids.ts'
import { formatTraceparent } from './trace-context.ts'
import type { Span, Tracer } from './tracer.ts'

/** Property key, since a `WeakMap` keyed by request costs the garbage collector 1.5 µs per request. */
const spanKey = Symbol('span')
type TracedRequest = IncomingMessage & { [spanKey]?: Span }

/** Begins a request span, in the caller's trace if it names one. */
export function startRequestSpan(tracer: Tracer, request: TracedRequest): Span {
  const span = tracer.start(requestTraceparent(request))
  request[spanKey] = span
  return span
}

function requestTraceparent({ headers }: IncomingMessage): string | undefined {
  return typeof headers.traceparent === 'string' ? headers.traceparent : undefined
}

/** Cached responses have a trace only for a caller that sends one, since they have no log line. */
export function returnTrace(tracer: Tracer, request: IncomingMessage, response: ServerResponse): void {
  const traceparent = requestTraceparent(request)
  if (traceparent) response.setHeader('traceparent', formatTraceparent(tracer.start(traceparent).context))
}

/** Request id, which is also the trace id. */
export function getTraceId(request: TracedRequest): string {
  return request[spanKey]?.context.traceId ?? randomHex(16)
}

/** Returns the trace in every response, and ends the spans. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const span = (raw as TracedRequest)[spanKey]
    if (span) reply.header('traceparent', formatTraceparent(span.context))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = getRoutePattern(request)
    const { statusCode } = reply.raw
    ;(request.raw as TracedRequest)[spanKey]?.end(
      {
        name: `${request.method} ${route}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': statusCode,
        },
      },
      statusCode >= 500,
    )
    done()
  })
}

/** Route pattern, which contains no path values. */
export const getRoutePattern = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'
