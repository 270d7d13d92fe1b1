import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { SECOND_MS } from '../clock.ts'
import { getErrorCode } from '../errors.ts'

/** Serialises write transactions; those within one event-loop turn share a commit (ADR 12). */
export type CommitGroup = {
  /** Resolves when the caller may write, inside an open database transaction. The caller must call `leave`. */
  enter(): Promise<void>
  /** Lets the next caller write. */
  leave(): void
  /** Resolves when everything written so far is on disk. @throws the commit's error */
  committed(): Promise<void>
  /** Commits the open group before the database closes. */
  finish(): void
}

/** SQLite rolls back the whole group after some errors, such as a full disk. */
export class RolledBack extends Error {
  override name = 'RolledBack'
  readonly code = 'SQLITE_ABORT_ROLLBACK'

  constructor() {
    super('SQLite has rolled back the whole transaction')
  }
}

/** Maximum wait for another process's write. SQLite's own busy wait would block the event loop. */
const busyTimeoutMs = 5 * SECOND_MS
const busyRetryMs = 10

type Waiting = { resolve(): void; reject(cause: unknown): void }

/**
 * SQLite commits wait for the disk and block the whole process. Changes within one event-loop turn therefore share a
 * commit, and each caller's promise resolves after it. Each member is a savepoint and can fail alone.
 */
export function createCommitGroup(database: Database): CommitGroup {
  const begin = database.prepare('begin immediate')
  const end = database.prepare('commit')
  const rollback = database.prepare('rollback')
  const queue: Waiting[] = []
  let members: Waiting[] = []
  let isOpen = false
  let isWriting = false
  let isCommitPlanned = false
  /** The turn ended during a write; commit after that write. */
  let isCommitDue = false

  async function open(): Promise<void> {
    if (isOpen && !database.inTransaction) close(new RolledBack())
    if (isOpen) return
    for (const startedAt = performance.now(); ; await delay(busyRetryMs)) {
      try {
        begin.run()
        break
      } catch (error) {
        const isBusy = getErrorCode(error) === 'SQLITE_BUSY'
        if (!isBusy || performance.now() - startedAt > busyTimeoutMs) throw error
      }
    }
    isOpen = true
  }

  function commit(): void {
    if (!isOpen) return
    try {
      if (!database.inTransaction) throw new RolledBack()
      end.run()
      close()
    } catch (cause) {
      if (database.inTransaction) rollback.run()
      close(cause)
    }
  }

  function close(failure?: unknown): void {
    const settled = members
    members = []
    isOpen = false
    isCommitDue = false
    for (const { resolve, reject } of settled) failure === undefined ? resolve() : reject(failure)
  }

  function planCommit(): void {
    if (isCommitPlanned) return
    isCommitPlanned = true
    setImmediate(() => {
      isCommitPlanned = false
      if (isWriting) isCommitDue = true
      else commit()
    })
  }

  function leave(): void {
    if (isCommitDue) commit()
    else if (isOpen) planCommit()
    const next = queue.shift()
    if (next) next.resolve()
    else isWriting = false
  }

  return {
    async enter() {
      if (isWriting) await new Promise<void>((resolve, reject) => queue.push({ resolve, reject }))
      isWriting = true
      try {
        await open()
      } catch (cause) {
        // They waited for the same lock.
        for (const { reject } of queue.splice(0)) reject(cause)
        leave()
        throw cause
      }
    },
    leave,
    committed: () => new Promise((resolve, reject) => members.push({ resolve, reject })),
    finish: commit,
  }
}
