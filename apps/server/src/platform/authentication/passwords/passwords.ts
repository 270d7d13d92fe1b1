import { availableParallelism } from 'node:os'
import { createWorkerPool } from '../../workers/worker-pool.ts'
import { newToken } from '../random-token.ts'

/** Hashes the password or compares it with a given hash. */
export type PasswordTask = { password: string; hash?: string }

/** One low-priority thread per core, so a burst of logins does not slow down other requests. */
const threads = createWorkerPool<PasswordTask, string | boolean>(
  new URL('./password-worker.ts', import.meta.url),
  availableParallelism(),
)

/** Takes tens of milliseconds of CPU time: call it through the hash queue. */
export async function hashPassword(password: string): Promise<string> {
  return String(await threads.run({ password }))
}

/** As expensive as hashing: call it through the hash queue. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  return (await threads.run({ password, hash })) === true
}

let decoy: Promise<string> | undefined

/** A hash no password matches, for comparisons without a user: a refusal takes as long as with one. */
export function getDecoyHash(): Promise<string> {
  decoy ??= hashPassword(newToken())
  return decoy
}
