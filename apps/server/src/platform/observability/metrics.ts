import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import { Refusal } from '../refusal.ts'
import { getRoutePattern } from '../tracing/request-traces.ts'
import { outageIn } from '../unavailable.ts'
import { metricsReader } from './cluster-metrics.ts'

/** Values by kind, queried at each scrape. */
export type GaugeSource = {
  /** Database-wide value, exported by only one hub. */
  isClusterWide?: boolean
  /** Prometheus metric name. */
  name: string
  help: string
  label: string
  count(): Promise<Record<string, number>>
}

export type Metrics = {
  countRefusal(code: string): void
  /** Adds `/metrics` and measures every request by route. */
  register(app: FastifyInstance): void
}

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Options = {
  /** Bearer token for the operator's collector. */
  token: string
  gauges: GaugeSource[]
  /** True when this hub exports the database-wide values. */
  isFirst(): Promise<boolean>
}

/**
 * Prometheus metrics: requests by route, refusals by code, the process and its event loop delay, and the gauges.
 * @param registry  Already has the capabilities' metrics.
 */
export function createMetrics(registry: Registry, { token, gauges, isFirst }: Options): Metrics {
  collectDefaultMetrics({ register: registry })
  for (const gauge of gauges) addGauge(registry, gauge, gauge.isClusterWide ? isFirst : undefined)
  const refused = new Counter({
    name: 'playhub_refusals_total',
    help: 'Refused requests by the code of the refusal; those of login are failed logins',
    labelNames: ['code'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'playhub_http_request_duration_seconds',
    help: 'Time to answer a request, by its route',
    labelNames: ['method', 'route', 'status'],
    buckets: secondBuckets,
    registers: [registry],
  })
  const readMetrics = metricsReader(registry)

  return {
    countRefusal: (code) => refused.inc({ code }),
    register(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = {
          method: request.method,
          route: getRoutePattern(request),
          status: reply.raw.statusCode,
        }
        duration.observe(labels, reply.elapsedTime / 1000)
        done()
      })
      app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
        if (!isEqual(request.headers.authorization, `Bearer ${token}`)) throw new Refusal('UNAUTHORIZED')
        reply.type(registry.contentType).header('cache-control', 'no-store')
        return readMetrics()
      })
    },
  }
}

function addGauge(
  registry: Registry,
  { name, help, label, count }: GaugeSource,
  isExported = async () => true,
): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      const read = async (): Promise<Record<string, number>> => ((await isExported()) ? count() : {})
      const counts = await read().catch((error) => {
        // The other metrics matter most during a database outage.
        if (outageIn(error)) return {}
        throw error
      })
      for (const [kind, rows] of Object.entries(counts)) this.set({ [label]: kind }, rows)
    },
  })
}

/** Compares digests in constant time; their length does not depend on the input. */
function isEqual(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given ?? ''), digest(expected))
}
