import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Answered, Asked } from './background-thread.ts'

/**
 * Does a background thread's work, one order after the other.
 * @param niceness  From 0, as urgent as answering players, to 19.
 */
export function workInBackground<Order, Result>(
  niceness: number,
  work: (order: Order) => Result | Promise<Result>,
): void {
  // Linux counts a thread as a process of its own here; elsewhere this would slow the whole hub down.
  if (platform() === 'linux') setPriority(niceness)
  parentPort?.on('message', async ({ id, order }: Asked<Order>) => {
    const answer = (answered: Answered<Result>) => parentPort?.postMessage(answered)
    try {
      answer({ id, result: await work(order) })
    } catch (error) {
      answer({ id, fault: error instanceof Error ? error.message : String(error) })
    }
  })
}
