import { availableParallelism } from 'node:os'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'

/** A password to hash, or with a hash to compare with it. */
export type PasswordOrder = { password: string; kept?: string }

/** One thread for each core, and below the thread that answers: other players do not wait while many sign in. */
const threads = createWorkerPool<PasswordOrder, string | boolean>(
  new URL('./password-worker.ts', import.meta.url),
  availableParallelism(),
)

/** Fills a core for tens of milliseconds: call it in a turn of the hash queue. */
export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ password }))
}

/** As heavy as hashing: call it in a turn of the hash queue. */
export async function isRightPassword(password: string, kept: string): Promise<boolean> {
  return (await threads.run({ password, kept })) === true
}
