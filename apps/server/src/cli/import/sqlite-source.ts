import { existsSync } from 'node:fs'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { StartupError } from '../../platform/startup-error.ts'

export type Row = Record<string, string | number | null>
export type Table = { name: string; numbers: string[]; texts: string[] }

/** A hub's SQLite file, read only. */
export type SqliteSource = {
  migrations(): string[]
  /** When a hub last reported itself there; 0 when none runs. */
  hubSeenAt(): number
  /** Each after the tables that it refers to. */
  tables(): Table[]
  /** Rows in write order, so that a row follows an older one in its table that it names. */
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
  const all = <T>(query: string) => database.prepare(query).all() as T[]
  try {
    all('select 1 from kysely_migration')
  } catch (cause) {
    database.close()
    throw new StartupError(`${file} is not the database of a hub: ${(cause as Error).message}.`, { cause })
  }
  return {
    migrations: () => all<{ name: string }>('select name from kysely_migration').map(({ name }) => name),
    hubSeenAt: () => all<{ at: number | null }>(`select max(seen_at) at from ${hubProcesses}`)[0]?.at ?? 0,
    tables: () => listTables(database),
    *batches(table, size) {
      const statement = database.prepare(
        `select rowid as "__rowid", * from ${quoteName(table)} where rowid > ? order by rowid limit ${size}`,
      )
      for (let after = 0; ; ) {
        const rows = statement.all(after) as (Row & { __rowid?: number })[]
        if (rows.length === 0) return
        after = rows.at(-1)?.__rowid ?? after
        for (const row of rows) delete row.__rowid
        yield rows
      }
    },
    readOne: (query) => database.prepare(query).get() as Row,
    close: () => void database.close(),
  }
}

function listTables(database: Database): Table[] {
  const names = database
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'`,
    )
    .pluck()
    .all() as string[]
  const referred = new Map(
    names.map((name) => {
      const keys = database.pragma(`foreign_key_list(${quoteName(name)})`) as { table: string }[]
      return [name, keys.map(({ table }) => table).filter((table) => table !== name)]
    }),
  )
  const sorted: string[] = []
  while (sorted.length < names.length) {
    const next = names.filter(
      (name) => !sorted.includes(name) && referred.get(name)?.every((one) => sorted.includes(one)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle')
    sorted.push(...next)
  }
  return sorted.filter((name) => name !== hubProcesses).map((name) => describe(database, name))
}

function describe(database: Database, name: string): Table {
  const columns = database.pragma(`table_info(${quoteName(name)})`) as { name: string; type: string }[]
  const isText = ({ type }: { type: string }) => type.toLowerCase() === 'text'
  return {
    name,
    numbers: columns.filter((column) => !isText(column)).map((column) => column.name),
    texts: columns.filter(isText).map((column) => column.name),
  }
}
