import { createBatch } from '../../platform/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import type { LoginSessionRow } from '../tables.ts'
import { insertLoginSessions } from './login-session-store.ts'

/** Resolves when the login session is committed. */
export type SaveLoginSession = (session: LoginSessionRow) => Promise<void>

const batchWindowMs = 40

/**
 * Each commit waits for the disk, and on SQLite it blocks the event loop. While logins wait in the hash queue, new
 * login sessions are therefore batched for a short time and inserted with one statement.
 */
export function createLoginSessionWriter(db: Db, isBusy: () => boolean): SaveLoginSession {
  const batch = createBatch<LoginSessionRow>(batchWindowMs, (sessions) => insertLoginSessions(db, sessions))
  return (session) => (isBusy() ? batch.add(session) : insertLoginSessions(db, [session]))
}
