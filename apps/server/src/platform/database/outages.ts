import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '../clock.ts'
import type { Log } from '../observability/log.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import { watchRefusedWrites } from './refused-writes.ts'

export type Outages = {
  /** Runs a query on an open connection. @throws DatabaseUnavailable when the connection is lost */
  watch<T>(work: () => Promise<T>): Promise<T>
  /** Opens a connection; during an outage fails without trying. @throws DatabaseUnavailable */
  connect<T>(open: () => Promise<T>): Promise<T>
  /** Reports a connection that was lost while nobody waited for it. */
  report(error: unknown): void
  /** Ends the probes. */
  stop(): void
}

type Outage = {
  /** Whether the database answered at once: only connections were lost. */
  isShort: Promise<boolean>
  over: Promise<void>
}

const probeIntervalMs = 0.2 * SECOND_MS
const pause = () => delay(SECOND_MS, undefined, { ref: false })

/**
 * Tells outages from failed queries, probes the database until it answers, and logs the start and the end of an outage
 * once each.
 * @param probe  Connects to the database and queries it, apart from the pool.
 */
export function watchOutages(probe: () => Promise<void>, log?: Log): Outages {
  const stopping = new AbortController()
  const refusedWrites = watchRefusedWrites(log)
  let current: Outage | undefined

  function begin(cause: unknown): Outage {
    if (current) return current
    const isShort = answers()
    const over = isShort.then((isAnswering) => (isAnswering ? reportLoss(cause) : waitUntilBack(cause)))
    const outage = { isShort, over: over.finally(() => (current = undefined)) }
    current = outage
    return outage
  }

  async function answers(): Promise<boolean> {
    try {
      await probe()
      return true
    } catch {
      return false
    }
  }

  function reportLoss(cause: unknown): void {
    log?.warn({ reason: reasonOf(cause) }, 'Database connections were lost; the database answers')
  }

  async function waitUntilBack(cause: unknown): Promise<void> {
    const startedAt = performance.now()
    log?.error({ reason: reasonOf(cause) }, 'The database does not answer; calls are refused until it does')
    while (!stopping.signal.aborted) {
      await delay(probeIntervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (await answers()) {
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
      // A job whose query takes too long must not repeat it at once.
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

/** SQLSTATE classes and codes of a server that goes away or starts. */
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
/** Messages of `pg` for errors without a code. */
const lostMessages =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^Query read timeout/

function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return lostStates.test(code) || networkCodes.has(code)
  return typeof message === 'string' && lostMessages.test(message)
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** All connections are busy for longer than the pool waits: the database works, but is overloaded. */
function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return String(code ?? message)
}
