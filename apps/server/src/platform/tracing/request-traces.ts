import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomHex } from '../ids.ts'
import { formatTraceparent } from './trace-context.ts'
import type { Span, Tracer } from './tracer.ts'

const spans = new WeakMap<IncomingMessage, Span>()

/** Begins the span of a request, in the caller's trace if it names one. */
export function startRequestSpan(tracer: Tracer, request: IncomingMessage): Span {
  const span = tracer.start(requestTraceparent(request))
  spans.set(request, span)
  return span
}

function requestTraceparent({ headers }: IncomingMessage): string | undefined {
  return typeof headers.traceparent === 'string' ? headers.traceparent : undefined
}

/** A page from the cache returns a trace only to a caller that brings one: it has no log line above `debug`. */
export function returnTrace(tracer: Tracer, request: IncomingMessage, response: ServerResponse): void {
  const traceparent = requestTraceparent(request)
  if (traceparent) response.setHeader('traceparent', formatTraceparent(tracer.start(traceparent).context))
}

/** The id of a request is the id of its trace. */
export function traceIdOf(request: IncomingMessage): string {
  return spans.get(request)?.context.traceId ?? randomHex(16)
}

/** Returns the trace of every response, and ends the spans. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const span = spans.get(raw)
    if (span) reply.header('traceparent', formatTraceparent(span.context))
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    const { statusCode } = reply.raw
    spans.get(request.raw)?.end(
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
  })
}

/** The pattern of the route, which contains no values of the path. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'
