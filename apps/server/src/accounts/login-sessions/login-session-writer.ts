import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../platform/database/database.ts'
import type { LoginSessionRow } from '../tables.ts'
import { insertLoginSessions } from './login-session-store.ts'

/** Resolves when the login session is kept for good. */
export type KeepLoginSession = (session: LoginSessionRow) => Promise<void>

const gatherMs = 40

/**
 * Every commit waits for the disk, and on SQLite the whole loop waits with it. So while passwords queue for their
 * turn, the login sessions of those who are through are gathered for a moment and written by one statement.
 */
export function createLoginSessionWriter(db: Db, isCrowded: () => boolean): KeepLoginSession {
  let gathered: LoginSessionRow[] = []
  let written: Promise<void> | undefined

  async function writeSoon(): Promise<void> {
    await delay(gatherMs)
    const sessions = gathered
    gathered = []
    written = undefined
    await insertLoginSessions(db, sessions)
  }

  return (session) => {
    if (!isCrowded() && !written) return insertLoginSessions(db, [session])
    gathered.push(session)
    written ??= writeSoon()
    return written
  }
}
