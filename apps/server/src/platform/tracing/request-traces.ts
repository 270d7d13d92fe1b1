import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomHex } from '../ids.ts'
import { formatTraceparent } from './trace-context.ts'
import type { Span, Tracer } from './tracer.ts'

/** A property, since a `WeakMap` of requests costs the garbage collector 1.5 µs a request. */
const spanKey = Symbol('span')
type TracedRequest = IncomingMessage & { [spanKey]?: Span }

/** Begins the span of a request, in the caller's trace if it names one. */
export function startRequestSpan(tracer: Tracer, request: TracedRequest): Span {
  const span = tracer.start(requestTraceparent(request))
  request[spanKey] = span
  return span
}

function requestTraceparent({ headers }: IncomingMessage): string | undefined {
  return typeof headers.traceparent === 'string' ? headers.traceparent : undefined
}

/** An answer from the cache has a trace only for a caller that brings one, since it has no log line. */
export function returnTrace(tracer: Tracer, request: IncomingMessage, response: ServerResponse): void {
  const traceparent = requestTraceparent(request)
  if (traceparent) response.setHeader('traceparent', formatTraceparent(tracer.start(traceparent).context))
}

/** The id of a request is the id of its trace. */
export function traceIdOf(request: TracedRequest): string {
  return request[spanKey]?.context.traceId ?? randomHex(16)
}

/** Returns the trace of every response, and ends the spans. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const span = (raw as TracedRequest)[spanKey]
    if (span) reply.header('traceparent', formatTraceparent(span.context))
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request)
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

/** The pattern of the route, which contains no values of the path. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'
