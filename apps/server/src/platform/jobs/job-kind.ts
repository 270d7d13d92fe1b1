import { MINUTE_MS, SECOND_MS } from '../clock.ts'
import { FinalError } from '../final-error.ts'
import type { QueueOptions } from './job-queue.ts'

/** Work and retry policy for one job kind. */
export type JobKind = {
  /**
   * Must be idempotent: a hub may crash after the work and before recording it. An error causes a retry, a `FinalError`
   * does not.
   */
  run(payload: unknown, job: { id: string; attempt: number }): Promise<void>
  /** Delay before the next try after `attempt` failures (1, 2, …); null moves the job to the dead-letter list. */
  retryDelayMs?(attempt: number, error: unknown): number | null
  /** Default: a queue shared by all kinds without their own. */
  queue?: QueueOptions
}

/** Thrown by a job with a reason to wait: it runs again after the delay without counting a failure. */
export class RetryLater extends Error {
  readonly delayMs: number

  constructor(reason: string, delayMs: number) {
    super(reason)
    this.delayMs = delayMs
  }
}

/** Delay before the next try after `attempt` failures; null when there is none. */
export function getRetryDelayMs(kind: JobKind, attempt: number, error: unknown): number | null {
  if (error instanceof FinalError) return null
  return kind.retryDelayMs ? kind.retryDelayMs(attempt, error) : defaultRetryDelayMs(attempt)
}

/** 1 s, 2 s, 4 s … at most 10 minutes, twelve times. */
function defaultRetryDelayMs(attempt: number): number | null {
  return attempt > 12 ? null : Math.min(2 ** (attempt - 1) * SECOND_MS, 10 * MINUTE_MS)
}
