import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { ResultMessage, TaskMessage } from './worker-pool.ts'

/**
 * Does a background thread's work, one task after the other.
 * @param niceness  From 0, as urgent as answering players, to 19.
 */
export function serveTasks<Task, Result>(
  niceness: number,
  work: (task: Task) => Result | Promise<Result>,
): void {
  // Linux counts a thread as a process of its own here; elsewhere this would slow the whole hub down.
  if (platform() === 'linux') setPriority(niceness)
  parentPort?.on('message', async ({ id, task }: TaskMessage<Task>) => {
    const answer = (answered: ResultMessage<Result>) => parentPort?.postMessage(answered)
    try {
      answer({ id, result: await work(task) })
    } catch (error) {
      answer({ id, fault: error instanceof Error ? error.message : String(error) })
    }
  })
}
