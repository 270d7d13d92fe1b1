import type { Log } from '../observability/log.ts'
import { outageIn } from '../unavailable.ts'
import type { JobRow } from './job-store.ts'

/** Jobs in a queue share a concurrency limit, so slow ones do not delay other queues. */
export type QueueOptions = { name: string; concurrency: number }

export type JobQueue = {
  /** Reserves capacity for a job about to be inserted. False when the job must wait in the table. */
  reserve(): boolean
  /** Releases a reservation whose job was not inserted. */
  release(): void
  /** Runs a leased job with its reservation. */
  runReserved(job: JobRow): void
  /** Claims due jobs once that is worth a transaction. */
  poll(): void
  /** Claims due jobs for any free capacity. */
  claimDue(): void
  start(): void
  /** Stops claiming. Resolves when the running jobs have finished. */
  stop(): Promise<void>
  isBusy(): boolean
}

type Options = {
  concurrency: number
  claim(limit: number): Promise<JobRow[]>
  /** Must not reject. */
  run(job: JobRow): Promise<void>
  log: Log
}

type State = Options & {
  running: Set<Promise<void>>
  reserved: number
  isStarted: boolean
  /** False after a poll found fewer jobs than it could claim. */
  mayHaveMore: boolean
  round?: Promise<void> | undefined
}

export function createJobQueue(options: Options): JobQueue {
  const queue: State = { ...options, running: new Set(), reserved: 0, isStarted: false, mayHaveMore: false }
  return {
    reserve() {
      // Jobs waiting in the table run first.
      if (!queue.isStarted || queue.mayHaveMore || countFree(queue) <= 0) return false
      queue.reserved += 1
      return true
    },
    release() {
      queue.reserved -= 1
      if (queue.mayHaveMore) pollTable(queue)
    },
    runReserved(job) {
      queue.reserved -= 1
      begin(queue, job)
    },
    poll() {
      queue.mayHaveMore = true
      if (isWorthClaiming(queue)) pollTable(queue)
    },
    claimDue: () => claimForAnyCapacity(queue),
    start() {
      queue.isStarted = true
      claimForAnyCapacity(queue)
    },
    async stop() {
      queue.isStarted = false
      await queue.round
      await Promise.all(queue.running)
    },
    isBusy: () => queue.running.size > 0,
  }
}

const countFree = ({ concurrency, running, reserved }: State): number => concurrency - running.size - reserved

/** A claim costs a transaction, so it waits until half of the capacity is free, or until the next poll. */
const isWorthClaiming = (queue: State): boolean => countFree(queue) >= queue.concurrency / 2

function claimForAnyCapacity(queue: State): void {
  queue.mayHaveMore = true
  pollTable(queue)
}

function pollTable(queue: State): void {
  if (!queue.isStarted || queue.round) return
  queue.round = claimAll(queue)
    .catch((error) => {
      if (!outageIn(error)) queue.log.error({ err: error }, 'Due jobs could not be claimed')
    })
    .finally(() => {
      queue.round = undefined
      if (queue.mayHaveMore && isWorthClaiming(queue)) pollTable(queue)
    })
}

async function claimAll(queue: State): Promise<void> {
  const mayClaim = () => queue.isStarted && queue.mayHaveMore
  if (mayClaim() && countFree(queue) > 0) await claimOnce(queue, countFree(queue))
  while (mayClaim() && isWorthClaiming(queue)) await claimOnce(queue, countFree(queue))
}

/** Reserves capacity during the query, so inserted jobs do not take it. */
async function claimOnce(queue: State, limit: number): Promise<void> {
  queue.mayHaveMore = false
  queue.reserved += limit
  let jobs: JobRow[] = []
  try {
    jobs = await queue.claim(limit)
  } finally {
    queue.reserved -= limit
  }
  if (jobs.length === limit) queue.mayHaveMore = true
  for (const job of jobs) begin(queue, job)
}

function begin(queue: State, job: JobRow): void {
  const work = queue.run(job).finally(() => {
    queue.running.delete(work)
    if (queue.mayHaveMore && isWorthClaiming(queue)) pollTable(queue)
  })
  queue.running.add(work)
}
