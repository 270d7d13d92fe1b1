import type { Log } from '../observability/log.ts'
import type { JobRow } from './job-store.ts'

/** Jobs that share slots. However slow they are, they hold up nobody in another queue. */
export type QueueOptions = {
  name: string
  /** Jobs at once. */
  slots: number
}

export type JobQueue = {
  /** Keeps a slot for a job that is being added; false when the job must wait for its turn. */
  reserve(): boolean
  /** Gives a slot back that was kept for nothing. */
  giveBack(): void
  /** Runs a leased job in the slot that was kept for it. */
  runReserved(job: JobRow): void
  /** Looks for work in the table. */
  wake(): void
  start(): void
  /** Takes nothing new from now on. Resolves when what was running is done. */
  stop(): Promise<void>
  isBusy(): boolean
}

/** @param run  Never fails. */
export function createJobQueue(options: {
  slots: number
  pollMs: number
  claim(limit: number): Promise<JobRow[]>
  run(job: JobRow): Promise<void>
  log: Log
}): JobQueue {
  const { slots, pollMs, claim, run, log } = options
  const running = new Set<Promise<void>>()
  let reserved = 0
  let isWorking = false
  /** Whether the table may hold work for this queue, as far as one knows without asking. */
  let mayHaveMore = false
  let round: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const free = () => slots - running.size - reserved

  function begin(job: JobRow): void {
    const work = run(job).finally(() => {
      running.delete(work)
      if (mayHaveMore) look()
    })
    running.add(work)
  }

  async function fillSlots(): Promise<void> {
    while (isWorking && mayHaveMore && free() > 0) await fillOnce(free())
  }

  /** The slots are kept while the table is asked, so that nobody else takes them. */
  async function fillOnce(limit: number): Promise<void> {
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

  function look(): void {
    if (!isWorking || round) return
    clearTimeout(timer)
    round = fillSlots()
      .catch((error) => log.error({ err: error }, 'The jobs could not be read'))
      .finally(() => {
        round = undefined
        if (mayHaveMore && free() > 0) look()
        else if (isWorking) timer = setTimeout(wake, pollMs).unref()
      })
  }

  function wake(): void {
    mayHaveMore = true
    look()
  }

  return {
    reserve() {
      // What waits in the table came first.
      if (!isWorking || mayHaveMore || free() <= 0) return false
      reserved += 1
      return true
    },
    giveBack() {
      reserved -= 1
      if (mayHaveMore) look()
    },
    runReserved(job) {
      reserved -= 1
      begin(job)
    },
    wake,
    start() {
      isWorking = true
      wake()
    },
    async stop() {
      isWorking = false
      clearTimeout(timer)
      await round
      await Promise.all(running)
    },
    isBusy: () => running.size > 0,
  }
}
