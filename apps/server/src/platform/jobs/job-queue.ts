import type { Log } from '../observability/log.ts'
import { outageIn } from '../unavailable.ts'
import type { JobRow } from './job-store.ts'

/** Jobs in a queue share a concurrency limit, so that slow ones do not delay other queues. */
export type QueueOptions = { name: string; concurrency: number }

export type JobQueue = {
  /** Reserves capacity for a job about to be inserted. False when the job must wait in the table. */
  reserve(): boolean
  /** Releases a reservation whose job was not inserted. */
  release(): void
  /** Runs a leased job with its reservation. */
  runReserved(job: JobRow): void
  /** Polls the table for due jobs. */
  poll(): void
  start(): void
  /** Stops claiming. Resolves when the running jobs have finished. */
  stop(): Promise<void>
  isBusy(): boolean
}

/** Poll interval during a database outage. Short, so that jobs resume soon after it; such a poll reaches no network. */
const outagePollMs = 250

/** @param run  Must not reject. */
export function createJobQueue(options: {
  concurrency: number
  pollMs: number
  claim(limit: number): Promise<JobRow[]>
  run(job: JobRow): Promise<void>
  log: Log
}): JobQueue {
  const { concurrency, pollMs, claim, run, log } = options
  const running = new Set<Promise<void>>()
  let reserved = 0
  let isStarted = false
  /** False after a poll found fewer jobs than it could claim. */
  let mayHaveMore = false
  let round: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const available = () => concurrency - running.size - reserved

  function begin(job: JobRow): void {
    const work = run(job).finally(() => {
      running.delete(work)
      if (mayHaveMore) pollTable()
    })
    running.add(work)
  }

  async function claimAll(): Promise<void> {
    while (isStarted && mayHaveMore && available() > 0) await claimOnce(available())
  }

  /** Reserves capacity during the query, so that inserted jobs do not take it. */
  async function claimOnce(limit: number): Promise<void> {
    mayHaveMore = false
    reserved += limit
    let jobs: JobRow[] = []
    try {
      jobs = await claim(limit)
    } finally {
      reserved -= limit
    }
    if (jobs.length === limit) mayHaveMore = true
    for (const job of jobs) begin(job)
  }

  function pollTable(): void {
    if (!isStarted || round) return
    clearTimeout(timer)
    let delayMs = pollMs
    round = claimAll()
      .catch((error) => {
        if (outageIn(error)) delayMs = Math.min(pollMs, outagePollMs)
        else log.error({ err: error }, 'Due jobs could not be claimed')
      })
      .finally(() => {
        round = undefined
        if (mayHaveMore && available() > 0) pollTable()
        else if (isStarted) timer = setTimeout(poll, delayMs).unref()
      })
  }

  function poll(): void {
    mayHaveMore = true
    pollTable()
  }

  return {
    reserve() {
      // Jobs that wait in the table run first.
      if (!isStarted || mayHaveMore || available() <= 0) return false
      reserved += 1
      return true
    },
    release() {
      reserved -= 1
      if (mayHaveMore) pollTable()
    },
    runReserved(job) {
      reserved -= 1
      begin(job)
    },
    poll,
    start() {
      isStarted = true
      poll()
    },
    async stop() {
      isStarted = false
      clearTimeout(timer)
      await round
      await Promise.all(running)
    },
    isBusy: () => running.size > 0,
  }
}
