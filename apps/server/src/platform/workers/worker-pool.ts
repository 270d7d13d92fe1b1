import { constants } from 'node:os'
import { Piscina } from 'piscina'
import { SECOND_MS } from '../clock.ts'

export type WorkerPool<Task, Result> = {
  /**
   * @param options.signal  Ends the task with its thread.
   * @throws what the task threw, or an error when its thread ended
   */
  run(task: Task, options?: { signal?: AbortSignal }): Promise<Result>
}

/**
 * Runs CPU-heavy tasks on threads with lower priority than the main thread. Threads start on demand, stop when idle,
 * and do not keep the process alive.
 * @param script     Default-exports the function that runs a task.
 * @param maxHeapMb  Ends a thread whose task takes more. Default: no limit.
 */
export function createWorkerPool<Task, Result>(
  script: URL,
  maxThreads: number,
  tasksPerThread = 1,
  maxHeapMb?: number,
): WorkerPool<Task, Result> {
  return new Piscina<Task, Result>({
    filename: script.href,
    minThreads: 0,
    maxThreads,
    concurrentTasksPerWorker: tasksPerThread,
    idleTimeout: 30 * SECOND_MS,
    niceIncrement: constants.priority.PRIORITY_BELOW_NORMAL,
    ...(maxHeapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } }),
  })
}
