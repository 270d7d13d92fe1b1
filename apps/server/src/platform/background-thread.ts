import { Worker } from 'node:worker_threads'
import { SECOND_MS } from './clock.ts'

/** Heavy work away from the thread that answers everybody. */
export type BackgroundThread<Order, Result> = {
  /** @throws Error what the work threw, or that the thread ended */
  ask(order: Order): Promise<Result>
  /** How many orders it has. */
  load(): number
}

export type Asked<Order> = { id: number; order: Order }
export type Answered<Result> = { id: number; result?: Result; fault?: string }

type Waiting<Result> = { resolve(result: Result): void; reject(cause: Error): void }

const idleMs = 30 * SECOND_MS

/**
 * Starts when there is something to do and ends when idle, without keeping the process alive for it.
 * @param script  Calls `workInBackground`.
 */
export function createBackgroundThread<Order, Result>(script: URL): BackgroundThread<Order, Result> {
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

  function take({ id, result, fault }: Answered<Result>): void {
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
    ask: (order) =>
      new Promise((resolve, reject) => {
        clearTimeout(idleTimer)
        worker ??= startWorker()
        worker.ref()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, order } satisfies Asked<Order>)
      }),
    load: () => waiting.size,
  }
}

/** Several threads of one kind; an order goes to the one that has least to do. */
export function createBackgroundThreads<Order, Result>(
  script: URL,
  count: number,
): Pick<BackgroundThread<Order, Result>, 'ask'> {
  const first = createBackgroundThread<Order, Result>(script)
  const threads = [
    first,
    ...Array.from({ length: count - 1 }, () => createBackgroundThread<Order, Result>(script)),
  ]
  return {
    ask: (order) =>
      threads.reduce((idlest, one) => (one.load() < idlest.load() ? one : idlest), first).ask(order),
  }
}
