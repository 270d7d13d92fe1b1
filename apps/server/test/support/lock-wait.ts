import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '../../src/platform/database/database.ts'
import { hasSeveralConnections } from './test-database.ts'

/** Resolves when another transaction waits for a lock of this one. Elsewhere each waits for the only connection. */
export async function untilAnotherWaits(tx: Tx): Promise<void> {
  if (!hasSeveralConnections) return
  const waiting = sql`select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
  await expect.poll(async () => (await waiting.execute(tx)).rows).not.toEqual([])
}
