import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createUnrecordedSpan, readTraceparent, runInSpan, startEntrySpan, traceHeaders } from './spans.ts'

/**
 * Begins a span for each request, in the caller's trace if it names one, and returns the trace in every response. The
 * trace id is also the request id.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const span = startEntrySpan(request.method, SpanKind.SERVER, getTraceparent(request))
    request.id = span.spanContext().traceId
    reply.headers(traceHeaders(span))
    // The event is outside the trace, unlike the hooks and the handler.
    if (span.isRecording()) reply.raw.once('close', () => endRequestSpan(span, request, reply))
    runInSpan(span, done)
  })
}

/** Cached responses have no span. They return a trace only to a caller with one. */
export function returnTrace(request: FastifyRequest, reply: FastifyReply): void {
  const traceparent = getTraceparent(request)
  if (!traceparent) return
  const span = createUnrecordedSpan(readTraceparent(traceparent))
  request.id = span.spanContext().traceId
  for (const [name, value] of Object.entries(traceHeaders(span))) reply.raw.setHeader(name, value)
}

function getTraceparent({ raw }: FastifyRequest): string | undefined {
  const { traceparent } = raw.headers
  return typeof traceparent === 'string' ? traceparent : undefined
}

function endRequestSpan(span: Span, request: FastifyRequest, reply: FastifyReply): void {
  const route = getRoutePattern(request)
  const { statusCode } = reply.raw
  span.updateName(`${request.method} ${route}`)
  span.setAttributes({
    'http.request.method': request.method,
    'http.route': route,
    'http.response.status_code': statusCode,
  })
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Route pattern, which contains no path values. */
export const getRoutePattern = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'
