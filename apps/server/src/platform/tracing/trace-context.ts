import { randomHex } from '../ids.ts'

/** A span's place in a trace. @see https://www.w3.org/TR/trace-context/ */
export type TraceContext = {
  /** 32 hex digits. */
  traceId: string
  /** 16 hex digits. */
  spanId: string
  /** Whether the caller records the trace. */
  isSampled: boolean
}

const pattern = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const maxLength = 256

/** Undefined when the header is absent or invalid: then a new trace begins. */
export function parseTraceparent(header: string | null | undefined): TraceContext | undefined {
  if (!header || header.length > maxLength) return undefined
  const [, version, traceId, spanId, flags = '', more] = pattern.exec(header) ?? []
  if (!traceId || !spanId || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** Context for a new span below a parent, or for a new trace's first span. */
export function childContext(parent: TraceContext | undefined): TraceContext {
  return {
    traceId: parent?.traceId ?? randomHex(16),
    spanId: randomHex(8),
    isSampled: parent?.isSampled ?? true,
  }
}
