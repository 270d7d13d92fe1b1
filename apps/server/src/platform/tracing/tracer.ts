import { AsyncLocalStorage } from 'node:async_hooks'
import { childContext, formatTraceparent, parseTraceparent, type TraceContext } from './trace-context.ts'

/** A request received, a call made to another service, or a job. */
export type SpanKind = 'server' | 'client' | 'consumer'
/** Contains no tokens, player emails or IPs, or query values. */
export type SpanAttributes = Record<string, string | number>

export type SpanOptions = { name: string; kind: SpanKind; attributes?: SpanAttributes }

export type FinishedSpan = SpanOptions & {
  context: TraceContext
  parentSpanId: string | undefined
  /** Unix milliseconds from the system clock, with a fraction. */
  startedAt: number
  endedAt: number
  hasFailed: boolean
}

/** Receives ended spans. Must not throw. */
export type RecordSpan = (span: FinishedSpan) => void

export type Span = {
  context: TraceContext
  /** Runs work inside the span: its log lines, calls and jobs join the trace. */
  run<T>(work: () => T): T
  end(options: SpanOptions, hasFailed?: boolean): void
}

export type Tracer = {
  /** Begins a span in a `traceparent`'s trace, or in a new trace. */
  start(traceparent: string | null | undefined): Span
}

type Active = { context: TraceContext; record: RecordSpan | undefined }
const active = new AsyncLocalStorage<Active>()

/** @param record  Receives the spans of sampled traces. */
export function createTracer(record?: RecordSpan): Tracer {
  return { start: (traceparent) => startSpan(parseTraceparent(traceparent), record) }
}

function startSpan(parent: TraceContext | undefined, record: RecordSpan | undefined): Span {
  const context = childContext(parent)
  const startedAt = now()
  return {
    context,
    run: (work) => active.run({ context, record }, work),
    end(options, hasFailed = false) {
      if (!record || !context.isSampled) return
      record({ ...options, context, parentSpanId: parent?.spanId, startedAt, endedAt: now(), hasFailed })
    },
  }
}

/** Runs work as a span below the current one. Without one, for example in a command, it only runs the work. */
export async function inSpan<T>(options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const parent = active.getStore()
  if (!parent) return work()
  return endAfter(startSpan(parent.context, parent.record), options, work)
}

/** Runs work as a span, and ends it with the outcome. */
export async function endAfter<T>(span: Span, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.run(work)
    span.end(options)
    return result
  } catch (error) {
    span.end(options, true)
    throw error
  }
}

export function currentTrace(): TraceContext | undefined {
  return active.getStore()?.context
}

/** `traceparent` to pass to calls and jobs under the current span; null outside a trace. */
export function currentTraceparent(): string | null {
  const context = currentTrace()
  return context ? formatTraceparent(context) : null
}

/** Headers for an outgoing request. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentTraceparent()
  return traceparent ? { traceparent } : {}
}

const now = () => performance.timeOrigin + performance.now()
