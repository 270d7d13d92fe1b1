import { Worker } from 'node:worker_threads'
import { SECOND_MS } from '../platform/clock.ts'
import type { ReceiptFacts } from './receipt.ts'

export type PrintOrder = { id: number; facts: ReceiptFacts }
export type Printed = { id: number; pdf?: Uint8Array; fault?: string }

/** Prints receipts as PDF. */
export type Press = { print(facts: ReceiptFacts): Promise<Buffer> }

type Waiting = { resolve(pdf: Buffer): void; reject(cause: Error): void }

const idleMs = 30 * SECOND_MS

/** A thread of its own: drawing one page takes about 100 ms, in which the hub would answer nobody. It ends when idle. */
export function createPress(): Press {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  function startWorker(): Worker {
    const started = new Worker(new URL('./receipt-worker.ts', import.meta.url))
    started.unref()
    started.on('message', take)
    started.on('error', (cause) => breakDown(started, cause))
    started.on('exit', () => breakDown(started, new Error('The receipt thread ended')))
    return started
  }

  function take({ id, pdf, fault }: Printed): void {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (pdf) asked?.resolve(Buffer.from(pdf))
    else asked?.reject(new Error(fault ?? 'A receipt was not printed'))
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
    print: (facts) =>
      new Promise((resolve, reject) => {
        clearTimeout(idleTimer)
        worker ??= startWorker()
        worker.ref()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, facts } satisfies PrintOrder)
      }),
  }
}
