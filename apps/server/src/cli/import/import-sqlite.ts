import { resolve } from 'node:path'
import { sql } from 'kysely'
import { migrations } from '../../migrations/index.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/database/database.ts'
import { databaseAddress, openDialect } from '../../platform/database/dialects.ts'
import { migrate } from '../../platform/database/migrations/migrations.ts'
import { withQueryTimeout } from '../../platform/database/postgres-driver.ts'
import type { CommandContext } from '../command-context.ts'
import {
  isDerived,
  openSqliteSource,
  quoteName,
  type Row,
  type SqliteSource,
  type Table,
} from './sqlite-source.ts'

const batchRows = 5000
/** A running hub reports itself every 10 s. */
const runningMs = 30 * SECOND_MS

/**
 * Copies a hub from its SQLite file into an empty PostgreSQL database, in one transaction. Then compares each table's
 * row count, number sums and text lengths; a difference undoes everything.
 */
export function importSqlite(context: CommandContext, [file = '']: string[]): Promise<number> {
  return withQueryTimeout(0, () => importFile(context, file))
}

async function importFile(context: CommandContext, file: string): Promise<number> {
  const { config, print, setJson } = context
  if (config.databaseUrl === null) {
    print('Set DATABASE_URL to the new PostgreSQL database, which must be empty.')
    return 1
  }
  const source = openSqliteSource(resolve(file))
  const db = createDb(openDialect(config.databaseUrl, config.dataDir))
  try {
    const problem = findSourceProblem(source, resolve(file))
    if (problem) return refuse(context, problem)
    await migrate(db, migrations, databaseAddress(config.databaseUrl, config.dataDir))
    const tables = source.tables()
    const difference = await findSchemaDifference(db, tables)
    if (difference) return refuse(context, `${resolve(file)} was not made by this version: ${difference}.`)
    const occupied = await firstWithRows(db, tables)
    if (occupied)
      return refuse(
        context,
        `The database of DATABASE_URL is not empty: ${occupied} has rows. Create a new one.`,
      )
    const counts = await db.transaction().execute((tx) => copyAndCompare(source, tx, tables))
    await sql`analyze`.execute(db)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    setJson({ tables: counts, rows: total })
    for (const [name, count] of Object.entries(counts)) print(`${String(count).padStart(9)}  ${name}`)
    print(`${total} rows are imported. Counts, sums and lengths are equal. Start the hub with DATABASE_URL.`)
    if (config.buildStorage.kind === 'disk' && counts.builds)
      print(`Uploaded games are not in the database: let DATA_DIR be the folder that has them in "builds".`)
    return 0
  } catch (error) {
    if (!(error instanceof Difference)) throw error
    return refuse(context, error.message)
  } finally {
    source.close()
    await db.destroy()
  }
}

function refuse({ print }: CommandContext, problem: string): number {
  print(problem)
  return 1
}

function findSourceProblem(source: SqliteSource, file: string): string | undefined {
  if (source.hubSeenAt() > Date.now() - runningMs)
    return `A hub runs on ${file}: stop it, or wait half a minute if it has crashed.`
  const executed = source.migrations()
  const expected = migrations.names
  return executed.length === expected.length && expected.every((name) => executed.includes(name))
    ? undefined
    : `${file} belongs to another version: start and stop the hub of this version on it once.`
}

/** Compares the tables and columns with those that the migrations have just made. */
async function findSchemaDifference(db: Db, tables: Table[]): Promise<string | undefined> {
  const { rows } = await sql<{ table_name: string; columns: string }>`
    select table_name, string_agg(column_name, ',' order by column_name collate "C") as columns
    from information_schema.columns where table_schema = current_schema() and table_name not like 'kysely%'
    group by table_name`.execute(db.withoutPlugins())
  const columnsByTable = new Map(rows.map(({ table_name, columns }) => [table_name, columns]))
  for (const { name, numbers, texts } of tables) {
    const columns = columnsByTable.get(name)
    if (columns === undefined) return `it has the table ${JSON.stringify(name)}`
    if (columns !== [...numbers, ...texts].toSorted().join()) return `its table ${name} has other columns`
  }
  const missing = [...columnsByTable.keys()].find(
    (name) => !isDerived(name) && !tables.some((table) => table.name === name),
  )
  return missing && `it has no table ${missing}`
}

async function firstWithRows(db: Db, tables: Table[]): Promise<string | undefined> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return undefined
}

async function copyAndCompare(
  source: SqliteSource,
  tx: Db,
  tables: Table[],
): Promise<Record<string, number>> {
  for (const { name } of tables) {
    let inserted: Promise<void> = Promise.resolve()
    for (const rows of source.batches(name, batchRows)) {
      // SQLite reads the next rows while PostgreSQL writes these.
      await inserted
      inserted = insertRows(tx, name, rows)
    }
    await inserted
  }
  await sql`select setval('ticket_numbers', (select coalesce(max(number), 0) + 1 from tickets), false)`.execute(
    tx,
  )
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table.name] = await compare(source, tx, table)
  return counts
}

/** One parameter for all rows, so that neither parameter count nor round trips limit the speed. */
async function insertRows(tx: Db, table: string, rows: Row[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  )
}

class Difference extends Error {}

/** @returns the row count. @throws Difference */
async function compare(source: SqliteSource, tx: Db, { name, numbers, texts }: Table): Promise<number> {
  const query = `select ${[
    'count(*) as rows',
    // Two parts, so that sums over instants do not overflow.
    ...numbers.flatMap((column) => [
      `coalesce(sum(${quoteName(column)} / 1000000), 0) as ${quoteName(`${column} / 1000000`)}`,
      `coalesce(sum(${quoteName(column)} % 1000000), 0) as ${quoteName(`${column} % 1000000`)}`,
    ]),
    ...texts.map(
      (column) => `coalesce(sum(length(${quoteName(column)})), 0) as ${quoteName(`length of ${column}`)}`,
    ),
    ...[...numbers, ...texts].map(
      (column) => `count(${quoteName(column)}) as ${quoteName(`count of ${column}`)}`,
    ),
  ].join(', ')} from ${quoteName(name)}`
  const expected = source.readOne(query)
  const { rows } = await sql.raw<Row>(query).execute(tx.withoutPlugins())
  const [imported = {}] = rows
  for (const [figure, value] of Object.entries(expected)) {
    if (Number(imported[figure]) !== Number(value))
      throw new Difference(
        `${name}: ${figure} is ${value} in SQLite and ${imported[figure]} in PostgreSQL. Nothing was imported.`,
      )
  }
  return Number(expected.rows)
}
