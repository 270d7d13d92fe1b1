import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const patienceMs = 10 * 60 * 1_000

/**
 * Does work that another process may be doing just now: after it, never beside it.
 * @param file  What both know the work by. The system itself frees it when a process dies.
 * @throws Error when the other one takes more than ten minutes.
 */
export async function oneAtATime<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file, { timeout: patienceMs })
  try {
    lock.exec('begin exclusive')
    return await work()
  } finally {
    lock.close()
  }
}
