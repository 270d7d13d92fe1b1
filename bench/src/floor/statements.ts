/** The statements of an order with the plain drivers, durable as in the hub, on a database that the hub has migrated. */
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { createCommitGroup } from '../../../apps/server/src/platform/database/commit-group.ts'

export type Row = Record<string, string | number | null>

/** Runs a statement with `?` for each parameter. */
export type Run = (statement: string, parameters: unknown[]) => unknown

export type PlainDatabase = {
  /** Statements outside a transaction. */
  run(statement: string, parameters: unknown[]): Promise<unknown>
  transact(statements: (run: Run) => Promise<void>): Promise<void>
  close(): Promise<void>
}

export function openPlainDatabase(): PlainDatabase {
  const { DATABASE_URL, DATA_DIR = 'data' } = process.env
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(join(DATA_DIR, 'playhub.sqlite'))
}

/** Transactions of a moment share a commit, as in the hub (ADR 12). */
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
  const transact = async (statements: (run: Run) => Promise<void>) => {
    await group.enter()
    await statements(run)
    const committed = group.committed()
    group.leave()
    await committed
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

function openPostgres(connectionString: string): PlainDatabase {
  const pool = new pg.Pool({ connectionString, max: 10, pipeline: true })
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
        // Sent with the first statement, as in the hub.
        const begun = client.query('begin')
        await statements((text, values) => client.query(prepare(text, values)))
        await begun
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

export function insert(run: Run, table: string, rows: Row[]): unknown {
  const columns = Object.keys(rows[0] as Row)
  const places = rows.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ')
  const values = rows.flatMap((row) => Object.values(row))
  return run(`insert into ${table} (${columns.join(', ')}) values ${places} on conflict do nothing`, values)
}
