import type { Database, Statement } from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
} from 'kysely'
import { type CommitGroup, createCommitGroup } from './commit-group.ts'

/** Tells Kysely that connections do not wait for each other here: the commit group sees to that. */
export class GroupingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Writes through one connection, in commit groups, and reads outside of transactions through another one, which sees
 * only what is on the disk: nobody is told of a change that could still be lost.
 */
export class GroupingSqliteDriver implements Driver {
  readonly #writer: Database
  readonly #reader: Database
  readonly #side: Side

  constructor(writer: Database, reader: Database) {
    this.#writer = writer
    this.#reader = reader
    this.#side = {
      group: createCommitGroup(writer),
      write: keepStatements(writer),
      read: keepStatements(reader),
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<GroupingConnection> {
    return new GroupingConnection(this.#writer, this.#side)
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
    this.#side.group.finish()
    this.#reader.close()
    this.#writer.close()
  }
}

type Prepare = (sql: string) => Statement
type Side = { group: CommitGroup; write: Prepare; read: Prepare }

const keptAtMost = 500
const schemaChange = /^\s*(create|alter|drop)\b/i

/** Preparing takes longer than most statements run, so each is prepared once; a new schema makes them old. */
function keepStatements(database: Database): Prepare {
  const kept = new Map<string, Statement>()
  return (sql) => {
    const known = kept.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    if (kept.size >= keptAtMost || schemaChange.test(sql)) kept.clear()
    else kept.set(sql, statement)
    return statement
  }
}

/** What one use of the database holds: nothing, or its place in a commit group. */
class GroupingConnection implements DatabaseConnection {
  readonly #database: Database
  readonly #side: Side
  #isInTransaction = false

  constructor(database: Database, side: Side) {
    this.#database = database
    this.#side = side
  }

  async begin(): Promise<void> {
    await this.#side.group.enter()
    this.#side.write('savepoint member').run()
    this.#isInTransaction = true
  }

  async commit(): Promise<void> {
    this.#side.write('release member').run()
    this.#isInTransaction = false
    const committed = this.#side.group.committed()
    this.#side.group.leave()
    await committed
  }

  /** Also called when the commit failed, and then there is nothing left to take back. */
  async rollback(): Promise<void> {
    if (!this.#isInTransaction) return
    this.#isInTransaction = false
    if (this.#database.inTransaction) {
      this.#side.write('rollback to member').run()
      this.#side.write('release member').run()
    }
    this.#side.group.leave()
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#side.write(sql)
    if (this.#isInTransaction) {
      if (!this.#database.inTransaction) throw new Error('SQLite has taken this transaction back')
      return run(statement, parameters)
    }
    return statement.readonly
      ? run(this.#side.read(sql), parameters)
      : this.#writeAlone(statement, parameters)
  }

  /** One statement is undone by itself when it fails, so it needs no savepoint. */
  async #writeAlone<R>(statement: Statement, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    const { group } = this.#side
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

  // biome-ignore lint/correctness/useYield: it refuses
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing here reads by streams: page by key instead')
  }
}

function run<R>(statement: Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(...parameters) as R[] }
  const { changes, lastInsertRowid } = statement.run(...parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}
