/** `/metrics` on a hub of several processes: whichever process responds exports the sum over all. */
import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { newId } from '../ids.ts'

/** A worker sends the request; the primary process responds with the text, or null when a worker did not respond. */
type Message = { type: 'metrics'; id: string; text?: string | null }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'metrics'

/** Called once in the primary process. */
export function serveClusterMetrics(): void {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, message: unknown) => {
    if (!isMessage(message)) return
    const text = await aggregator.clusterMetrics().catch(() => null)
    if (worker.isConnected()) worker.send({ ...message, text })
  })
}

/**
 * @returns  reads the metrics from all processes; only from this one outside a cluster
 * @throws Error from the reader when a process does not respond within 5 s
 */
export function metricsReader(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  AggregatorRegistry.setRegistries(registry)
  // Its constructor makes this process respond to the primary process.
  new AggregatorRegistry()
  return () =>
    new Promise((resolve, reject) => {
      const id = newId()
      const onMessage = (message: unknown) => {
        if (!isMessage(message) || message.id !== id) return
        process.off('message', onMessage)
        if (typeof message.text === 'string') resolve(message.text)
        else reject(new Error('A process of the hub did not send its metrics'))
      }
      process.on('message', onMessage)
      process.send?.({ type: 'metrics', id } satisfies Message)
    })
}
