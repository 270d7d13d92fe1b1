import type { Database } from 'better-sqlite3'

/** Lets one transaction write at a time, and many share one commit. */
export type CommitGroup = {
  /** Resolves when the caller may write, inside a database transaction that is open. `leave` must follow. */
  enter(): Promise<void>
  /** Lets the next one write. */
  leave(): void
  /** Resolves when what has been written up to now is on the disk. @throws what kept it from getting there */
  committed(): Promise<void>
  /** Commits what is open; for closing the database. */
  finish(): void
}

type Waiting = { resolve(): void; reject(cause: unknown): void }

/**
 * A commit waits for the disk, and on SQLite everything waits with it. So the changes of one turn of the event loop are
 * committed together, and each caller is answered only then. Every member is a savepoint: it fails alone.
 */
export function createCommitGroup(database: Database): CommitGroup {
  const begin = database.prepare('begin immediate')
  const end = database.prepare('commit')
  const undo = database.prepare('rollback')
  const queue: (() => void)[] = []
  let members: Waiting[] = []
  let isOpen = false
  let isTaken = false
  let isPlanned = false
  /** The turn is over while somebody still writes: the group closes behind that one. */
  let isDue = false

  function open(): void {
    // After some errors SQLite has taken everything back by itself, others' changes too.
    if (isOpen && !database.inTransaction) close(new Error('SQLite took the whole transaction back'))
    if (isOpen) return
    begin.run()
    isOpen = true
  }

  function commit(): void {
    if (!isOpen) return
    try {
      end.run()
      close()
    } catch (cause) {
      if (database.inTransaction) undo.run()
      close(cause)
    }
  }

  function close(failure?: unknown): void {
    const told = members
    members = []
    isOpen = false
    isDue = false
    for (const { resolve, reject } of told) failure === undefined ? resolve() : reject(failure)
  }

  function planCommit(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      if (isTaken) isDue = true
      else commit()
    })
  }

  function leave(): void {
    if (isDue) commit()
    else if (isOpen) planCommit()
    const next = queue.shift()
    if (next) next()
    else isTaken = false
  }

  return {
    async enter() {
      if (isTaken) await new Promise<void>((resolve) => queue.push(resolve))
      isTaken = true
      try {
        open()
      } catch (cause) {
        leave()
        throw cause
      }
    },
    leave,
    committed: () => new Promise((resolve, reject) => members.push({ resolve, reject })),
    finish: commit,
  }
}
