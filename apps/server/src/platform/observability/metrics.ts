import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '../refusal.ts'

/** Something that is counted when somebody asks: how many rows there are of each kind. */
export type GaugeSource = {
  /** As Prometheus names metrics. */
  name: string
  help: string
  label: string
  count(): Promise<Record<string, number>>
}

/** Pages that are given again before Fastify sees the request. */
type Repeats = {
  onRepeat(listener: (repeat: { route: string; status: number; seconds: number }) => void): void
}

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * `/metrics` as Prometheus reads it: requests by route, the process and the delay of its event loop, and the tallies.
 * @param repeats  Answers that no hook of the app sees.
 * @param token  What the operator's collector sends as its bearer. Null: nothing is measured and there is no such path.
 */
export function registerMetrics(
  app: FastifyInstance,
  repeats: Repeats,
  token: string | null,
  tallies: GaugeSource[],
): void {
  if (token === null) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, repeats, registry)
  for (const tally of tallies) addTally(registry, tally)

  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!isSame(request.headers.authorization, `Bearer ${token}`)) throw new Refusal('UNAUTHORIZED')
    reply.type(registry.contentType).header('cache-control', 'no-store')
    return registry.metrics()
  })
}

function measureRequests(app: FastifyInstance, repeats: Repeats, registry: Registry): void {
  const duration = new Histogram({
    name: 'playhub_http_request_duration_seconds',
    help: 'Time to answer a request, by its route',
    labelNames: ['method', 'route', 'status'],
    buckets: secondBuckets,
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.raw.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
  })
  repeats.onRepeat(({ seconds, ...labels }) => duration.observe({ method: 'GET', ...labels }, seconds))
}

function addTally(registry: Registry, { name, help, label, count }: GaugeSource): void {
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

/** Digests have one length, whatever was sent. */
function isSame(given: string | undefined, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given ?? ''), digest(wanted))
}
