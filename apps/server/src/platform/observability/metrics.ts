import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '../refusal.ts'

/** Row counts by kind, queried at each scrape. */
export type GaugeSource = {
  /** As Prometheus names metrics. */
  name: string
  help: string
  label: string
  count(): Promise<Record<string, number>>
}

type RequestLabels = { method: string; route: string; status: number }
export type Metrics = {
  /** Records a request that no hook of the app sees. */
  observeRequest(labels: RequestLabels, seconds: number): void
  /** Adds `/metrics` and measures every request of the app by its route. */
  register(app: FastifyInstance): void
}

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Prometheus metrics: requests by route, the process and its event loop delay, and the gauges.
 * @param token  The bearer token of the operator's collector.
 */
export function createMetrics(token: string, gauges: GaugeSource[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const gauge of gauges) addGauge(registry, gauge)
  const duration = new Histogram({
    name: 'playhub_http_request_duration_seconds',
    help: 'Time to answer a request, by its route',
    labelNames: ['method', 'route', 'status'],
    buckets: secondBuckets,
    registers: [registry],
  })
  const observeRequest = (labels: RequestLabels, seconds: number) => duration.observe(labels, seconds)

  return {
    observeRequest,
    register(app) {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const labels = { method, route: routeOptions.url ?? 'none', status: reply.raw.statusCode }
        observeRequest(labels, reply.elapsedTime / 1000)
      })
      app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
        if (!isEqual(request.headers.authorization, `Bearer ${token}`)) throw new Refusal('UNAUTHORIZED')
        reply.type(registry.contentType).header('cache-control', 'no-store')
        return registry.metrics()
      })
    },
  }
}

function addGauge(registry: Registry, { name, help, label, count }: GaugeSource): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const counts = await count()
      this.reset()
      for (const [kind, rows] of Object.entries(counts)) this.set({ [label]: kind }, rows)
    },
  })
}

/** Compares digests in constant time; they have the same length whatever was sent. */
function isEqual(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given ?? ''), digest(expected))
}
