import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'

export type OtlpOptions = {
  /** Lacks `/v1/traces`, as in `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
}

/**
 * Registers OpenTelemetry for this process. Without a collector, requests and jobs have trace ids but no recorded
 * spans.
 * @returns a function for sending the remaining spans
 */
export async function startTracing(collector: OtlpOptions | null): Promise<() => Promise<void>> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  if (!collector) return async () => {}
  const provider = await createProvider(collector)
  trace.setGlobalTracerProvider(provider)
  return async () => {
    trace.disable()
    // An unresponsive collector must not make a hub look as if it had not stopped cleanly.
    await provider.shutdown().catch(() => {})
  }
}

/** Exports sampled spans in batches. Loads the SDK only when used. */
async function createProvider({ endpoint, headers, serviceName }: OtlpOptions) {
  const [{ OTLPTraceExporter }, sdk, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
  ])
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  return new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // The caller decides about its trace; every other one is recorded.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url, headers }))],
  })
}
