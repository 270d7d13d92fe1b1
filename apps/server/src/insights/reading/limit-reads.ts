import { AsyncResource } from 'node:async_hooks'
import PQueue from 'p-queue'
import { Refusal } from '../../platform/refusal.ts'

/** Each takes one of ten connections, or the main thread for as long as SQLite reads. */
const queue = new PQueue({ concurrency: 2 })
const maxWaiting = 20

/**
 * Reads figures for a request, a few at once.
 * @throws Refusal SERVICE_UNAVAILABLE while too many wait
 */
export async function limitReads<T>(read: () => Promise<T>): Promise<T> {
  if (queue.size >= maxWaiting) throw new Refusal('SERVICE_UNAVAILABLE', { retryInSeconds: 2 })
  // Its spans belong to the request that waits.
  return queue.add(AsyncResource.bind(read))
}
