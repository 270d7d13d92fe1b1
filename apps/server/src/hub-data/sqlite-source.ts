import { existsSync } from 'node:fs'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { getErrorMessage } from '../platform/errors.ts'
import { StartupError } from '../platform/startup-error.ts'

export type Row = Record<string, string | number | null | Buffer>
/** The names of columns with integers, fractions, text and bytes. */
export type Table = {
  name: string
  numbers: string[]
  fractions: string[]
  texts: string[]
  blobs: string[]
}

/** A hub's SQLite file, read only. */
export type SqliteSource = {
  migrations(): string[]
  /** When a hub last reported itself there; 0 when none runs. */
  hubSeenAt(): number
  /** Each after the tables it refers to. */
  tables(): Table[]
  /** Rows in write order, so a row follows any older one it names. */
  batches(table: string, size: number): Generator<Row[]>
  readOne(query: string): Row
  close(): void
}

/** Its rows describe running processes, which belong to the old database. */
export const hubProcesses = 'hub_processes'

/** A name in SQL, whatever characters a prepared file has in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** @throws StartupError when the file is not a database */
export function openSqliteSource(file: string): SqliteSource {
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`)
  const database = new BetterSqlite(file, { readonly: true, fileMustExist: true })
  try {
    database.prepare('select 1 from kysely_migration').all()
  } catch (cause) {
    database.close()
    throw new StartupError(`${file} is not the database of a hub: ${getErrorMessage(cause)}.`, { cause })
  }
  return {
    migrations: () => database.prepare<[], string>('select name from kysely_migration').pluck().all(),
    hubSeenAt: () =>
      database.prepare<[], number | null>(`select max(seen_at) from ${hubProcesses}`).pluck().get() ?? 0,
    tables: () => listTables(database),
    *batches(table, size) {
      const statement = database.prepare<[after: number], Row & { __rowid?: number }>(
        `select rowid as "__rowid", * from ${quoteName(table)} where rowid > ? order by rowid limit ${size}`,
      )
      for (let after = 0; ; ) {
        const rows = statement.all(after)
        if (rows.length === 0) return
        after = rows.at(-1)?.__rowid ?? after
        for (const row of rows) delete row.__rowid
        yield rows
      }
    },
    readOne: (query) => database.prepare<[], Row>(query).get() ?? {},
    close: () => void database.close(),
  }
}

function listTables(database: Database): Table[] {
  const names = database
    .prepare<[], string>(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`,
    )
    .pluck()
    .all()
  const keys = database.prepare<string, string>('select "table" from pragma_foreign_key_list(?)').pluck()
  const referred = new Map(names.map((name) => [name, keys.all(name).filter((table) => table !== name)]))
  const sorted: string[] = []
  while (sorted.length < names.length) {
    const next = names.filter(
      (name) => !sorted.includes(name) && referred.get(name)?.every((one) => sorted.includes(one)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle')
    sorted.push(...next)
  }
  return sorted.filter((name) => !isDerived(name)).map((name) => describe(database, name))
}

/** Tables filled by the new database itself, and those of a backup's files. */
export const isDerived = (name: string) =>
  [hubProcesses, 'ticket_numbers'].includes(name) || /^(player_search|ticket_search|backup_)/.test(name)

function describe(database: Database, name: string): Table {
  const columns = database
    .prepare<string, { name: string; type: string }>('select name, type from pragma_table_info(?)')
    .all(name)
  const byType = Object.groupBy(columns, ({ type }) => {
    const lowerCase = type.toLowerCase()
    if (lowerCase === 'double precision') return 'fraction'
    return lowerCase === 'text' || lowerCase === 'blob' ? lowerCase : 'number'
  })
  const list = (type: keyof typeof byType) => (byType[type] ?? []).map((column) => column.name)
  return {
    ...{ name, numbers: list('number'), fractions: list('fraction') },
    ...{ texts: list('text'), blobs: list('blob') },
  }
}
