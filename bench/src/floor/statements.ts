/** An order's statements with the plain drivers, as durable as in the hub, on a database that the hub has migrated. */
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { createCommitGroup } from '../../../apps/server/src/platform/database/commit-group.ts'

export type Row = Record<string, string | number | null>

/** Runs a statement with `?` for each parameter. */
export type Run = (statement: string, parameters: unknown[]) => unknown

export type PlainDatabase = {
  /** Runs a statement outside a transaction. */
  run(statement: string, parameters: unknown[]): Promise<unknown>
  transact<T>(statements: (run: Run) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openPlainDatabase(): PlainDatabase {
  const { DATABASE_URL, DATA_DIR = 'data' } = process.env
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(join(DATA_DIR, 'playhub.sqlite'))
}

/** Concurrent transactions share a commit, like in the hub (ADR 12). */
function openSqlite(file: string): PlainDatabase {
  const db = new BetterSqlite(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  const group = createCommitGroup(db)
  const prepared = new Map<string, BetterSqlite.Statement>()
  const run: Run = (text, parameters) => {
    const statement = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, statement)
    return statement.reader ? statement.all(...parameters) : statement.run(...parameters)
  }
  const transact = async <T>(statements: (run: Run) => Promise<T>) => {
    await group.enter()
    const result = await statements(run)
    const committed = group.committed()
    group.leave()
    await committed
    return result
  }
  return {
    run: async (text, parameters) =>
      text.startsWith('select') ? run(text, parameters) : transact(async (run) => void run(text, parameters)),
    transact,
    close: async () => {
      group.finish()
      db.close()
    },
  }
}

/** Sends all queries from one event-loop turn together, like the hub. */
class JoiningClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads, which are passed on unchanged
  override query(...query: any[]): any {
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    return (super.query as (...query: unknown[]) => unknown).apply(this, query)
  }
}

function openPostgres(connectionString: string): PlainDatabase {
  const pool = new pg.Pool({ connectionString, max: 10, pipeline: true, Client: JoiningClient })
  const names = new Map<string, string>()
  const prepare = (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `floor${names.size}`
    names.set(text, name)
    let place = 0
    return { name, text: text.replaceAll('?', () => `$${++place}`), values }
  }
  return {
    run: async (text, values) => (await pool.query(prepare(text, values))).rows,
    async transact(statements) {
      const client = await pool.connect()
      try {
        // Writes without a result are not awaited, like in the hub (ADR 62).
        const sent = [client.query('begin')]
        const outcome = await statements((text, values) => {
          const result = client.query(prepare(text, values))
          if (text.includes('returning')) return result.then(({ rows }) => rows)
          sent.push(result)
          return undefined
        })
        await Promise.all([...sent, client.query('commit')])
        return outcome
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

/** Returns the inserted id, unlike `insert`. Existing rows stay. */
export function insertNew(run: Run, table: string, row: Row): unknown {
  return insert((text, values) => run(`${text} returning id`, values), table, row)
}

export function insert(run: Run, table: string, row: Row): unknown {
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  const text = `insert into ${table} (${columns.join(', ')}) values (${places}) on conflict do nothing`
  return run(text, Object.values(row))
}
