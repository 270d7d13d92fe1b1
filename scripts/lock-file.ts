import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const timeoutMs = 10 * 60 * 1_000

/**
 * Runs work under an exclusive lock other processes wait for. The operating system releases it when a process dies.
 * @param file    The lock, an SQLite database.
 * @throws Error  when another process holds the lock for more than ten minutes
 */
export async function withLockFile<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true })
  const lock = new DatabaseSync(file, { timeout: timeoutMs })
  try {
    lock.exec('begin exclusive')
    return await work()
  } finally {
    lock.close()
  }
}
