import { LRUCache } from 'lru-cache'
import { type Clock, MINUTE_MS } from '../clock.ts'

/** How long a value is served without another read. */
const freshMs = MINUTE_MS
/** An older one is served at once until then, while the next one is read. */
const keptMs = 10 * MINUTE_MS

type Kept<Value> = { freshUntil: number; value: Promise<Value> }

/** Gets a value by key: at most one read a minute, and one at a time. Only the first callers wait. */
export type StaleCache<Value> = (key: string, read: () => Promise<Value>) => Promise<Value>

/** For values that take seconds to read, such as sums over all orders. A failure is not kept; an older value is. */
export function createStaleCache<Value>({ now }: Clock): StaleCache<Value> {
  const kept = new LRUCache<string, Kept<Value>>({ max: 100, ttl: keptMs, perf: { now }, ttlResolution: 0 })
  const refresh = (key: string, read: () => Promise<Value>): Promise<Value> => {
    const value = read()
    const old = kept.get(key)
    const freshUntil = now() + freshMs
    // Others wait only for the first one.
    kept.set(key, { freshUntil, value: old?.value ?? value }, { noUpdateTTL: true })
    value.then(
      () => kept.set(key, { freshUntil, value }),
      () => old ?? kept.delete(key),
    )
    return value
  }
  return async (key, read) => {
    const found = kept.get(key)
    const next = found && found.freshUntil > now() ? undefined : refresh(key, read)
    return found?.value ?? next ?? refresh(key, read)
  }
}
