import type { Database, Statement } from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
} from 'kysely'
import type { Log } from '../observability/log.ts'
import { type CommitGroup, createCommitGroup, RolledBack } from './commit-group.ts'
import { type RefusedWrites, watchRefusedWrites } from './refused-writes.ts'

/** Lets Kysely use several connections at once; the commit group serialises the writes. */
export class GroupingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Writes through one connection, in commit groups. Reads outside transactions see only committed changes, so that no
 * response depends on a change that a crash could undo: they use a second connection while a group is open.
 */
export class GroupingSqliteDriver implements Driver {
  readonly #writer: Database
  readonly #reader: Database
  readonly #shared: Shared

  constructor(writer: Database, reader: Database, log?: Log) {
    this.#writer = writer
    this.#reader = reader
    this.#shared = {
      group: createCommitGroup(writer),
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
