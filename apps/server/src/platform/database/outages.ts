import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '../clock.ts'
import { getErrorCode, getErrorMessage } from '../errors.ts'
import type { Log } from '../observability/log.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { watchRefusedWrites } from './refused-writes.ts'

export type Outages = {
  /** Runs a query on an open connection. @throws DatabaseUnavailable when the connection is lost */
  watch<T>(work: () => Promise<T>): Promise<T>
  /** Opens a connection; fails immediately during an outage. @throws DatabaseUnavailable */
  connect<T>(open: () => Promise<T>): Promise<T>
  /** Reports the loss of an idle connection. */
  report(error: unknown): void
  /** Stops probing. */
  stop(): void
}

type Outage = {
  /** The database responded immediately: only connections were lost. */
  isShort: Promise<boolean>
  over: Promise<void>
}

const probeIntervalMs = 0.2 * SECOND_MS
const pause = () => delay(SECOND_MS, undefined, { ref: false })

/**
 * Tells outages from failed queries, probes the database until it responds, and logs each outage's start and end once.
 * @param probe  Connects to the database and queries it, outside the pool.
 */
export function watchOutages(probe: () => Promise<void>, log?: Log): Outages {
  const stopping = new AbortController()
  const refusedWrites = watchRefusedWrites(log)
  let current: Outage | undefined

  function begin(cause: unknown): Outage {
    if (current) return current
    const isShort = responses()
    const over = isShort.then((isResponding) => (isResponding ? reportLoss(cause) : waitUntilBack(cause)))
    const outage = { isShort, over: over.finally(() => (current = undefined)) }
    current = outage
    return outage
  }

  async function responses(): Promise<boolean> {
    try {
      await probe()
      return true
    } catch {
      return false
    }
  }

  function reportLoss(cause: unknown): void {
    log?.warn({ reason: getReason(cause) }, 'Database connections were lost; the database answers')
  }

  async function waitUntilBack(cause: unknown): Promise<void> {
    const startedAt = performance.now()
    log?.error({ reason: getReason(cause) }, 'The database does not answer; calls are refused until it does')
    while (!stopping.signal.aborted) {
      await delay(probeIntervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (await responses()) {
        const outageMs = Math.round(performance.now() - startedAt)
        return log?.warn({ outageMs }, 'The database answers again')
      }
    }
  }

  async function watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      if (isPoolExhausted(cause)) throw new DatabaseUnavailable(Promise.resolve(), { cause })
      if (!isConnectionLost(cause)) throw refusedWrites.translate(cause)
      const { over } = begin(cause)
      // A job with a slow query must not repeat it immediately.
      throw new DatabaseUnavailable(isTimeout(cause) ? over.then(pause) : over, { cause })
    }
  }

  return {
    watch,
    async connect(open) {
      const outage = current
      if (outage && !(await outage.isShort)) throw new DatabaseUnavailable(outage.over)
      return watch(open)
    },
    report: (error) => void begin(error),
    stop: () => stopping.abort(),
  }
}

/** SQLSTATE classes and codes of a server shutting down or starting. */
const lostStates = /^(08...|57P0[1-5]|53300)$/
const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** `pg` error messages without a code. */
const lostMessages =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^Query read timeout/

function isConnectionLost(error: unknown): boolean {
  const code = getErrorCode(error)
  if (code !== undefined) return lostStates.test(code) || networkCodes.has(code)
  return lostMessages.test(getErrorMessage(error))
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** All connections stay busy longer than the pool waits: the database works but is overloaded. */
function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

function getReason(error: unknown): string {
  return getErrorCode(error) ?? getErrorMessage(error)
}
