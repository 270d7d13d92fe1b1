import { constants } from 'node:os'
import { Piscina } from 'piscina'
import { SECOND_MS } from '../clock.ts'

export type WorkerPool<Task, Result> = {
  /** @throws what the task threw, or an error when its thread ended */
  run(task: Task): Promise<Result>
}

/**
 * Runs CPU-heavy tasks on threads with lower priority than the main thread. Threads start on demand, stop when idle,
 * and do not keep the process alive.
 * @param script  Default-exports the function that runs a task.
 */
export function createWorkerPool<Task, Result>(
  script: URL,
  maxThreads: number,
  tasksPerThread = 1,
): WorkerPool<Task, Result> {
  return new Piscina<Task, Result>({
    filename: script.href,
    minThreads: 0,
    maxThreads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: 30 * SECOND_MS,
    niceIncrement: constants.priority.PRIORITY_BELOW_NORMAL,
  })
}
