import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { SECOND_MS } from '../clock.ts'

/** Serialises write transactions and lets those of one event loop turn share a commit (ADR 12). */
export type CommitGroup = {
  /** Resolves when the caller may write, inside an open database transaction. The caller must call `leave`. */
  enter(): Promise<void>
  /** Lets the next caller write. */
  leave(): void
  /** Resolves when everything written so far is on the disk. @throws the error of the commit */
  committed(): Promise<void>
  /** Commits the open group before the database closes. */
  finish(): void
}

/** After some errors, such as a full disk, SQLite rolls back the whole transaction with all members of the group. */
export class RolledBack extends Error {
  override name = 'RolledBack'
  readonly code = 'SQLITE_ABORT_ROLLBACK'

  constructor() {
    super('SQLite has rolled back the whole transaction')
  }
}

/** How long to wait while another process writes. SQLite's own waiting would block the event loop. */
const busyTimeoutMs = 5 * SECOND_MS
const busyRetryMs = 10

type Waiting = { resolve(): void; reject(cause: unknown): void }

/**
 * A commit waits for the disk, and on SQLite the whole process waits with it. The changes of one event loop turn
 * therefore share a commit, and each caller's promise resolves after it. Each member is a savepoint and can fail alone.
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
  /** The turn ended during a write; the group commits after it. */
  let isCommitDue = false

  async function open(): Promise<void> {
    if (isOpen && !database.inTransaction) close(new RolledBack())
    if (isOpen) return
    for (const startedAt = performance.now(); ; await delay(busyRetryMs)) {
      try {
        begin.run()
        break
      } catch (error) {
        const isBusy = (error as { code?: unknown }).code === 'SQLITE_BUSY'
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
        // They have waited for the same lock.
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
