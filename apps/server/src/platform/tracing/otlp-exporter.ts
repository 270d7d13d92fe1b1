import type { SpanStatusCode } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import type { FinishedSpan, RecordSpan, SpanKind } from './tracer.ts'

export type OtlpOptions = {
  /** Without `/v1/traces`, as in `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
}

export type OtlpExporter = {
  record: RecordSpan
  /** Sends remaining spans. */
  stop(): Promise<void>
}

/** Sends spans to an OpenTelemetry collector in batches. Loads the OpenTelemetry packages only when used. */
export async function createOtlpExporter(options: OtlpOptions): Promise<OtlpExporter> {
  const [{ OTLPTraceExporter }, { BatchSpanProcessor }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
  ])
  const url = `${options.endpoint.replace(/\/$/, '')}/v1/traces`
  const processor = new BatchSpanProcessor(new OTLPTraceExporter({ url, headers: options.headers }))
  const resource = resourceFromAttributes({ 'service.name': options.serviceName })
  return {
    record: (span) => processor.onEnd(toReadableSpan(span, resource)),
    // An unresponsive collector must not make a hub look as if it had not stopped cleanly.
    stop: () => processor.shutdown().catch(() => {}),
  }
}

/** Matches `@opentelemetry/api`. */
const spanKinds: Record<SpanKind, number> = { server: 1, client: 2, consumer: 4 }
const statusCodes: Record<'unset' | 'error', SpanStatusCode> = { unset: 0, error: 2 }

function toReadableSpan(span: FinishedSpan, resource: Resource): ReadableSpan {
  const { context, parentSpanId, startedAt, endedAt } = span
  const toSpanContext = (spanId: string) => ({
    traceId: context.traceId,
    spanId,
    traceFlags: context.isSampled ? 1 : 0,
  })
  return {
    name: span.name,
    kind: spanKinds[span.kind],
    spanContext: () => toSpanContext(context.spanId),
    ...(parentSpanId && { parentSpanContext: toSpanContext(parentSpanId) }),
    startTime: highResolution(startedAt),
    endTime: highResolution(endedAt),
    duration: highResolution(endedAt - startedAt),
    status: { code: span.hasFailed ? statusCodes.error : statusCodes.unset },
    attributes: span.attributes ?? {},
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'playhub' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** Milliseconds as seconds and nanoseconds. */
function highResolution(ms: number): [number, number] {
  const seconds = Math.trunc(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}
