import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { randomHex } from '../ids.ts'

// Names and attributes of spans contain no tokens, player emails or IPs, or query values.

const getTracer = () => trace.getTracer('playhub')

/** Starts the first span of a request or a job, in a `traceparent`'s trace or in a new one. */
export function startEntrySpan(name: string, kind: SpanKind, traceparent: string | null | undefined): Span {
  const parent = readTraceparent(traceparent)
  const span = getTracer().startSpan(name, { kind }, parent)
  return span.isRecording() ? span : createUnrecordedSpan(parent)
}

/** Has ids of its own, unlike the API's no-op span: logs, responses and calls name them even if nothing is recorded. */
export function createUnrecordedSpan(parent: Context): Span {
  const { traceId = randomHex(16), traceFlags = TraceFlags.SAMPLED } = trace.getSpanContext(parent) ?? {}
  return trace.wrapSpanContext({ traceId, spanId: randomHex(8), traceFlags: traceFlags & TraceFlags.SAMPLED })
}

/** Ignores `tracestate`: what other vendors add for each other must not reach providers or game servers. */
export function readTraceparent(traceparent: string | null | undefined): Context {
  return propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {})
}

/** Runs work inside a span: its log lines, calls and jobs join the trace. */
export function runInSpan<T>(span: Span, work: () => T): T {
  return context.with(trace.setSpan(context.active(), span), work)
}

/** Runs work as a span below the active one. */
export function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return endAfter(getTracer().startSpan(name, options), work)
}

/** Runs work as a span, and ends it with the outcome. */
export async function endAfter<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await runInSpan(span, work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

export function getActiveSpanContext(): SpanContext | undefined {
  const spanContext = trace.getActiveSpan()?.spanContext()
  return spanContext && isSpanContextValid(spanContext) ? spanContext : undefined
}

/** Headers for an outgoing request or a response; empty outside a trace. */
export function traceHeaders(span = trace.getActiveSpan()): { traceparent?: string } {
  const headers = {}
  if (span) propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers)
  return headers
}
