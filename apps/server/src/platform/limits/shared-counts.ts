import type { FastifyRateLimitOptions, FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { type Clock, SECOND_MS } from '../clock.ts'
import type { Db } from '../database/database.ts'
import type { Log } from '../observability/log.ts'
import { outageIn } from '../unavailable.ts'
import { addToCounters } from './counter-store.ts'

/** Counts of requests that all hubs of a database add up, at most a second late. */
export type SharedCounts = {
  /** Counts one. @returns  the count of all hubs as far as known, and the milliseconds until it restarts */
  add(key: string, windowMs: number): { current: number; ttl: number }
  /** Adds what was counted here to the counts of the other hubs. Called by the timer. */
  exchange(): Promise<void>
  start(): void
  stop(): void
}

type Count = {
  /** Of all hubs, at the last exchange. */
  total: number
  /** Counted here since then. */
  own: number
  since: number
  until: number
}

const exchangeIntervalMs = SECOND_MS
const maxCounts = 5000

/** A write for each request would cost more than most requests, so hubs count alone and exchange their counts. */
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
    const added = changed.map(([key, { own, since }]) => ({
      subject: subjectOf(key, since),
      count: own,
      since,
    }))
    const totals = await addToCounters(db, added)
    for (const [index, [, count]] of changed.entries()) {
      const { subject, count: own } = added[index] as (typeof added)[number]
      count.total = totals.get(subject) ?? count.total + own
      count.own -= own
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

const subjectOf = (key: string, since: number) => `requests: ${key} since ${since}`

/** The store of a rate limit. Each limit, and each route with its own, counts apart. */
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
