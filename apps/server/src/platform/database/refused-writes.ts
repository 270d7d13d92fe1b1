import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '../clock.ts'
import { getErrorCode } from '../errors.ts'
import type { Log } from '../observability/log.ts'
import { DatabaseUnavailable } from '../unavailable.ts'

/**
 * Errors from a database unable to write: the disk is full or fails, the database is read-only, or another process
 * holds its lock.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 * @see https://www.sqlite.org/rescode.html
 */
const refusals =
  /^(25006|53100|53200|58030|SQLITE_(FULL|READONLY|IOERR|BUSY|LOCKED|CANTOPEN|NOMEM|ABORT_ROLLBACK)(_\w+)?)$/

/** Retry delay of jobs after a failed write. */
const retryMs = SECOND_MS
const logEveryMs = MINUTE_MS

export type RefusedWrites = {
  /** Turns a refused write into a `DatabaseUnavailable`; returns any other error unchanged. */
  translate(error: unknown): unknown
}

/** Logs refused writes at most once a minute. */
export function watchRefusedWrites(log?: Log): RefusedWrites {
  let loggedAt = Number.NEGATIVE_INFINITY

  return {
    translate(cause) {
      const code = getErrorCode(cause)
      if (code === undefined || !refusals.test(code)) return cause
      const now = performance.now()
      if (now - loggedAt >= logEveryMs) {
        loggedAt = now
        log?.error({ reason: code }, 'The database cannot write; calls that change something are refused')
      }
      return new DatabaseUnavailable(delay(retryMs, undefined, { ref: false }), { cause })
    },
  }
}
