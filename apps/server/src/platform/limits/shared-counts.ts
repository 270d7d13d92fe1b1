import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { type Clock, SECOND_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../observability/log.ts'
import { outageIn } from '../unavailable.ts'
import { addToCounters } from './counter-store.ts'

/** Request counts summed across all hubs on a database, at most a second late. */
export type SharedCounts = {
  /** Adds one. @returns  the known count across all hubs, and the milliseconds until it restarts */
  add(key: string, windowMs: number): { current: number; ttl: number }
  /** Adds local counts to the other hubs' counts. Called by the timer. */
  exchange(): Promise<void>
  start(): void
  stop(): void
}

type Count = {
  /** Total across all hubs as of the last sync. */
  total: number
  /** Local count since then. */
  own: number
  since: number
  until: number
}

const exchangeIntervalMs = SECOND_MS
const maxCounts = 5000

/** A write per request would cost more than most requests, so hubs count locally and sync their counts. */
export function createSharedCounts({ db, clock, log }: { db: Db; clock: Clock; log: Log }): SharedCounts {
  const counts = new LRUCache<string, Count>({ max: maxCounts })
  let timer: NodeJS.Timeout | undefined

  function add(key: string, windowMs: number) {
    const now = clock.now()
    const since = now - (now % windowMs)
    let count = counts.get(key)
    if (!count || count.since !== since) {
      count = { total: 0, own: 0, since, until: since + windowMs }
      counts.set(key, count)
    }
    count.own += 1
    return { current: count.total + count.own, ttl: count.until - now }
  }

  async function exchange(): Promise<void> {
    const now = clock.now()
    const changed = [...counts].filter(([, { own, until }]) => own > 0 && until > now)
    if (changed.length === 0) return
    const added = changed.map(([key, count]) => {
      const { own, since } = count
      return { count, row: { subject: toSubject(key, since), count: own, since } }
    })
    const totals = await addToCounters(
      db,
      added.map(({ row }) => row),
    )
    for (const { count, row } of added) {
      count.total = totals.get(row.subject) ?? count.total + row.count
      count.own -= row.count
    }
  }

  return {
    add,
    exchange,
    start() {
      timer ??= setInterval(() => {
        exchange().catch((error) => {
          if (!outageIn(error)) log.error({ err: error }, 'Request counts could not be exchanged')
        })
      }, exchangeIntervalMs).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

const toSubject = (key: string, since: number) => `requests: ${key} since ${since}`

/** A rate limit's store. Each limit, and each route with its own, counts separately. */
export function sharedStore(counts: SharedCounts, name: string) {
  return class Store implements FastifyRateLimitStore {
    readonly #name: string
    readonly #windowMs: number

    constructor(options: FastifyRateLimitOptions) {
      const { routeInfo, timeWindow } = options as {
        routeInfo?: { method: string | string[]; url: string }
        timeWindow: number
      }
      this.#name = routeInfo ? `${name} ${routeInfo.method} ${routeInfo.url}` : name
      this.#windowMs = timeWindow
    }

    incr(
      key: string,
      callback: (error: Error | null, result: { current: number; ttl: number }) => void,
    ): void {
      callback(null, counts.add(`${this.#name} ${key}`, this.#windowMs))
    }

    child(options: FastifyRateLimitOptions): FastifyRateLimitStore {
      return new Store(options)
    }
  }
}
