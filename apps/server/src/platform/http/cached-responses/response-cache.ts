import { LRUCache } from 'lru-cache'
import { type Clock, HOUR_MS } from '../../clock.ts'
import type { CachedResponse } from './cached-response.ts'

/** A rendering's result. A redirect is a value, so every concurrent request receives it. */
export type RenderedResponse = CachedResponse | { redirect: string }

/** Public pages and content data as compressed responses. */
export type ResponseCache = {
  get(key: string): CachedResponse | undefined
  /**
   * Makes the response once for concurrent requests with the same key, and stores it if its status is 200.
   * @param maxAgeMs  Default: an hour.
   */
  getOrMake<Made extends RenderedResponse>(
    key: string,
    make: () => Promise<Made>,
    maxAgeMs?: number,
  ): Promise<Made>
  /** Also discards responses in flight, since they use the old content. */
  clear(): void
}

const maxResponses = 2000
const maxBytes = 128 * 1024 * 1024

/** Badges of games depend on the day. */
const defaultMaxAgeMs = HOUR_MS

/** @param findEnd  When the responses made at an instant are no longer right; null for never. Default: never. */
export function createResponseCache(
  clock: Clock,
  findEnd: (now: number) => number | null = () => null,
): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({
    max: maxResponses,
    ttl: defaultMaxAgeMs,
    // A clock is read in less time than a timer takes to start.
    ttlResolution: 0,
    perf: clock,
    maxSize: maxBytes,
    sizeCalculation: ({ plain, brotli }) => plain.body.length + brotli.body.length,
  })
  const inFlight = new Map<string, Promise<RenderedResponse>>()
  let end = findEnd(clock.now())

  function clear() {
    responses.clear()
    inFlight.clear()
    end = findEnd(clock.now())
  }

  function clearAtEnd() {
    if (end !== null && clock.now() >= end) clear()
  }

  async function makeAndStore(
    key: string,
    make: () => Promise<RenderedResponse>,
    ttl: number,
  ): Promise<RenderedResponse> {
    const pending = make()
    inFlight.set(key, pending)
    try {
      const cached = await pending
      const isCurrent = inFlight.get(key) === pending
      if (isCurrent && !('redirect' in cached) && cached.status === 200) responses.set(key, cached, { ttl })
      return cached
    } finally {
      if (inFlight.get(key) === pending) inFlight.delete(key)
    }
  }

  return {
    get(key) {
      clearAtEnd()
      return responses.get(key)
    },
    async getOrMake<Made extends RenderedResponse>(
      key: string,
      make: () => Promise<Made>,
      maxAgeMs = defaultMaxAgeMs,
    ) {
      clearAtEnd()
      const cached = responses.get(key) ?? (await (inFlight.get(key) ?? makeAndStore(key, make, maxAgeMs)))
      // One route makes all responses for a key.
      return cached as Made
    },
    clear,
  }
}
