import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomHex } from '../ids.ts'
import {
  createUnrecordedSpan,
  getActiveSpanContext,
  readTraceparent,
  startEntrySpan,
  traceHeaders,
} from './spans.ts'

/** Begins a request span, in the caller's trace if it names one. */
export function startRequestSpan(request: IncomingMessage): Span {
  return startEntrySpan(request.method ?? 'none', SpanKind.SERVER, getTraceparent(request))
}

/** Cached responses have a trace only for a caller that sends one, since they have no log line. */
export function returnTrace(request: IncomingMessage, response: ServerResponse): void {
  const traceparent = getTraceparent(request)
  if (!traceparent) return
  const span = createUnrecordedSpan(readTraceparent(traceparent))
  for (const [name, value] of Object.entries(traceHeaders(span))) response.setHeader(name, value)
}

function getTraceparent({ headers }: IncomingMessage): string | undefined {
  return typeof headers.traceparent === 'string' ? headers.traceparent : undefined
}

/** Request id, which is also the trace id. */
export function getTraceId(): string {
  return getActiveSpanContext()?.traceId ?? randomHex(16)
}

/** Returns the trace in every response, and ends the spans. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(traceHeaders())
    const span = trace.getActiveSpan()
    // The event is outside the trace, unlike this hook.
    if (span?.isRecording()) reply.raw.once('close', () => endRequestSpan(span, request, reply))
    done()
  })
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
