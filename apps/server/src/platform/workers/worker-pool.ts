import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '../clock.ts'

/** Heavy work away from the thread that answers everybody. */
export type WorkerThread<Task, Result> = {
  /** @throws Error what the work threw, or that the thread ended */
  run(task: Task): Promise<Result>
  /** How many orders it has. */
  load(): number
}

export type TaskMessage<Task> = { id: number; task: Task }
export type ResultMessage<Result> = { id: number; result?: Result; fault?: string }

type Waiting<Result> = { resolve(result: Result): void; reject(cause: Error): void }

const idleMs = 30 * SECOND_MS

/**
 * Starts when there is something to do and ends when idle, without keeping the process alive for it.
 * @param script  Calls `serveTasks`.
 */
export function createWorkerThread<Task, Result>(script: URL): WorkerThread<Task, Result> {
  const waiting = new Map<number, Waiting<Result>>()
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  function startWorker(): Worker {
    const started = new Worker(script)
    started.unref()
    started.on('message', take)
    started.on('error', (cause) => breakDown(started, cause))
    started.on('exit', () => breakDown(started, new Error(`The thread of ${script.pathname} ended`)))
    return started
  }

  function take({ id, result, fault }: ResultMessage<Result>): void {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (fault === undefined) asked?.resolve(result as Result)
    else asked?.reject(new Error(fault))
    if (waiting.size === 0) rest()
  }

  function rest(): void {
    worker?.unref()
    idleTimer = setTimeout(() => {
      void worker?.terminate()
      worker = undefined
    }, idleMs).unref()
  }

  function breakDown(broken: Worker, cause: Error): void {
    if (worker !== broken) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(cause)
    waiting.clear()
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        clearTimeout(idleTimer)
        worker ??= startWorker()
        worker.ref()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, task } satisfies TaskMessage<Task>)
      }),
    load: () => waiting.size,
  }
}

/** Several threads of one kind; an task goes to the one that has least to do. */
export function createWorkerPool<Task, Result>(
  script: URL,
  count: number,
): Pick<WorkerThread<Task, Result>, 'run'> {
  const first = createWorkerThread<Task, Result>(script)
  const threads = [
    first,
    ...Array.from({ length: count - 1 }, () => createWorkerThread<Task, Result>(script)),
  ]
  return {
    run: (task) =>
      threads.reduce((idlest, one) => (one.load() < idlest.load() ? one : idlest), first).run(task),
  }
}
