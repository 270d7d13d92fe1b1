/**
 * Kysely driver for SQLite that groups commits (ADR 12).
 *
 * Why: every commit waits for the disk, and better-sqlite3 blocks the whole process meanwhile. Kysely's driver commits
 * once per transaction. This one commits once per event-loop turn, however many transactions wrote in it: with 40
 * clients, six times as many transactions per second.
 *
 * How: one connection writes. The first write in a turn opens the group, a database transaction (`begin immediate`).
 * Each Kysely transaction is a savepoint within it, and each single statement is a member without one, because a failed
 * statement undoes itself. When the turn ends, the group commits.
 *
 * Invariants:
 * - A write resolves only after the commit of its group, so whatever a caller has been told survives a crash.
 * - One member writes at a time. The others wait in `CommitGroup.enter`, in order.
 * - A group commits between members, never during one: a slow transaction delays the commit of its group.
 * - A failed member rolls back to its savepoint and leaves the others unchanged. A failed commit rejects all members.
 * - Reads outside transactions see committed changes only: they use a second connection while a group is open. No
 *   response can depend on a change that a crash would undo.
 * - After some errors, such as a full disk, SQLite itself rolls back the whole group. Each step therefore checks
 *   `inTransaction` first, and the members are rejected with `RolledBack`.
 * - Constraints are never deferred: one would fail at the commit, and with it every member of the group.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { Database, Statement } from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
} from 'kysely'
import { SECOND_MS } from '../clock.ts'
import { getErrorCode } from '../errors.ts'
import type { Log } from '../observability/log.ts'
import { type RefusedWrites, watchRefusedWrites } from './refused-writes.ts'

/** Lets Kysely use several connections at once; the commit group serialises the writes. */
export class GroupingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

export class GroupingSqliteDriver implements Driver {
  readonly #writer: Database
  readonly #reader: Database
  readonly #shared: Shared

  constructor(writer: Database, reader: Database, log?: Log) {
    this.#writer = writer
    this.#reader = reader
    this.#shared = {
      group: new CommitGroup(writer),
      prepareWrite: cachePreparedStatements(writer),
      prepareRead: cachePreparedStatements(reader),
      refusedWrites: watchRefusedWrites(log),
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<GroupingConnection> {
    return new GroupingConnection(this.#writer, this.#shared)
  }

  beginTransaction(connection: GroupingConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: GroupingConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: GroupingConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#shared.group.finish()
    this.#reader.close()
    this.#writer.close()
  }
}

type Prepare = (sql: string) => Statement
type Shared = {
  group: CommitGroup
  prepareWrite: Prepare
  prepareRead: Prepare
  refusedWrites: RefusedWrites
}

/** Kysely connection: one user of the shared database, possibly a commit group member. */
class GroupingConnection implements DatabaseConnection {
  readonly #database: Database
  readonly #shared: Shared
  #isInTransaction = false

  constructor(database: Database, shared: Shared) {
    this.#database = database
    this.#shared = shared
  }

  async begin(): Promise<void> {
    const { group, prepareWrite } = this.#shared
    try {
      await group.enter()
    } catch (error) {
      throw this.#shared.refusedWrites.translate(error)
    }
    prepareWrite('savepoint member').run()
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    try {
      if (!this.#database.inTransaction) throw new RolledBack()
      this.#shared.prepareWrite('release member').run()
      this.#isInTransaction = false
      const committed = this.#shared.group.committed()
      this.#shared.group.leave()
      await committed
    } catch (error) {
      throw this.#shared.refusedWrites.translate(error)
    }
  }

  /** Also called after a failed commit, which leaves nothing to roll back. */
  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return
    this.#isInTransaction = false
    if (this.#database.inTransaction) {
      this.#shared.prepareWrite('rollback to member').run()
      this.#shared.prepareWrite('release member').run()
    }
    this.#shared.group.leave()
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const statement = this.#shared.prepareWrite(sql)
      if (this.#isInTransaction) {
        if (!this.#database.inTransaction) throw new RolledBack()
        return run(statement, parameters)
      }
      if (!statement.readonly) return await this.#writeSingle(statement, parameters)
      return run(this.#database.inTransaction ? this.#shared.prepareRead(sql) : statement, parameters)
    } catch (error) {
      throw this.#shared.refusedWrites.translate(error)
    }
  }

  /** A failed statement undoes itself, so a single one needs no savepoint. */
  async #writeSingle<R>(statement: Statement, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const { group } = this.#shared
    await group.enter()
    let committed: Promise<void> | undefined
    try {
      const result = run<R>(statement, parameters)
      committed = group.committed()
      return result
    } finally {
      group.leave()
      await committed
    }
  }

  // biome-ignore lint/correctness/useYield: always throws
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: use keyset pagination')
  }
}

function run<R>(statement: Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(...parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

const maxPreparedStatements = 500
const schemaChange = /^\s*(create|alter|drop)\b/i

/**
 * Most statements take longer to prepare than to run. A schema change invalidates them all. A plain map: this runs per
 * statement, and an LRU cache took about 3 % of the main thread.
 */
function cachePreparedStatements(database: Database): Prepare {
  const statements = new Map<string, Statement>()
  return (sql) => {
    const cached = statements.get(sql)
    if (cached) return cached
    const statement = database.prepare(sql)
    if (statements.size >= maxPreparedStatements || schemaChange.test(sql)) statements.clear()
    else statements.set(sql, statement)
    return statement
  }
}

type Waiting = { resolve(): void; reject(cause: unknown): void }

/** Maximum wait for another process's write. SQLite's own busy wait would block the event loop. */
const busyTimeoutMs = 5 * SECOND_MS
const busyRetryMs = 10
/** Upper bound of the event-loop turns whose writes share a commit. */
const maxTurns = 8

/** Serialises writers, and commits what they wrote once a turn of the event loop brings no further one. */
class CommitGroup {
  readonly #database: Database
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #rollback: Statement
  /** Wait to write. */
  readonly #queue: Waiting[] = []
  /** Have written, and wait for the commit. */
  #members: Waiting[] = []
  #isOpen = false
  #isWriting = false
  #isCommitPlanned = false
  /** The turn ended during a write; commit after it. */
  #isCommitDue = false

  constructor(database: Database) {
    this.#database = database
    this.#begin = database.prepare('begin immediate')
    this.#commit = database.prepare('commit')
    this.#rollback = database.prepare('rollback')
  }

  /** Resolves when the caller may write, inside an open database transaction. The caller must call `leave`. */
  async enter(): Promise<void> {
    if (this.#isWriting) await new Promise<void>((resolve, reject) => this.#queue.push({ resolve, reject }))
    this.#isWriting = true
    try {
      await this.#open()
    } catch (cause) {
      // They waited for the same lock.
      for (const { reject } of this.#queue.splice(0)) reject(cause)
      this.leave()
      throw cause
    }
  }

  /** Lets the next caller write. */
  leave(): void {
    if (this.#isCommitDue) this.finish()
    else if (this.#isOpen) this.#planCommit()
    const next = this.#queue.shift()
    if (next) next.resolve()
    else this.#isWriting = false
  }

  /** Resolves when everything written so far is on disk. @throws the commit's error */
  committed(): Promise<void> {
    return new Promise((resolve, reject) => this.#members.push({ resolve, reject }))
  }

  /** Commits the open group. */
  finish(): void {
    if (!this.#isOpen) return
    try {
      if (!this.#database.inTransaction) throw new RolledBack()
      this.#commit.run()
      this.#close()
    } catch (cause) {
      if (this.#database.inTransaction) this.#rollback.run()
      this.#close(cause)
    }
  }

  async #open(): Promise<void> {
    if (this.#isOpen && !this.#database.inTransaction) this.#close(new RolledBack())
    if (this.#isOpen) return
    for (const startedAt = performance.now(); ; await delay(busyRetryMs)) {
      try {
        this.#begin.run()
        break
      } catch (error) {
        const isBusy = getErrorCode(error) === 'SQLITE_BUSY'
        if (!isBusy || performance.now() - startedAt > busyTimeoutMs) throw error
      }
    }
    this.#isOpen = true
  }

  #close(failure?: unknown): void {
    const members = this.#members
    this.#members = []
    this.#isOpen = false
    this.#isCommitDue = false
    for (const { resolve, reject } of members) failure === undefined ? resolve() : reject(failure)
  }

  #planCommit(): void {
    if (this.#isCommitPlanned) return
    this.#isCommitPlanned = true
    this.#commitAfterTurn(0, maxTurns)
  }

  /** Waits while each turn brings writers: a commit costs as much as several of their statements. */
  #commitAfterTurn(membersBefore: number, turnsLeft: number): void {
    setImmediate(() => {
      const count = this.#members.length
      if (count > membersBefore && turnsLeft > 1) return this.#commitAfterTurn(count, turnsLeft - 1)
      this.#isCommitPlanned = false
      if (this.#isWriting) this.#isCommitDue = true
      else this.finish()
    })
  }
}

/** SQLite has rolled back the whole group. */
class RolledBack extends Error {
  override name = 'RolledBack'
  readonly code = 'SQLITE_ABORT_ROLLBACK'

  constructor() {
    super('SQLite has rolled back the whole transaction')
  }
}
