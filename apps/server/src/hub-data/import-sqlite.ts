import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { migrations } from '../migrations/index.ts'
import { SECOND_MS } from '../platform/clock.ts'
import { createDb, type Db } from '../platform/database/database.ts'
import { databaseLocation, openDialect } from '../platform/database/dialects.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { withQueryTimeout } from '../platform/database/postgres-driver.ts'
import {
  isDerived,
  openSqliteSource,
  quoteName,
  type Row,
  type SqliteSource,
  type Table,
} from './sqlite-source.ts'

const batchRows = 5000
/** Attachments may have 10 MB each. */
const batchRowsWithBlobs = 5
/** A running hub reports itself every 10 s. */
const runningMs = 30 * SECOND_MS

/** A reason not to import, as a sentence. */
export class ImportError extends Error {}

type Target = Pick<Config, 'dataDir'> & { databaseUrl: string }

/**
 * Copies a hub from its SQLite file into an empty PostgreSQL database, in one transaction. Then compares each table's
 * row count, number sums and text lengths; a difference undoes everything.
 * @returns row counts by table
 * @throws ImportError
 */
export function importSqlite(target: Target, file: string): Promise<Record<string, number>> {
  return withQueryTimeout(0, () => importFile(target, file))
}

async function importFile({ databaseUrl, dataDir }: Target, file: string): Promise<Record<string, number>> {
  const source = openSqliteSource(file)
  const db = createDb(openDialect(databaseUrl, dataDir))
  try {
    checkSource(source, file)
    await migrate(db, migrations, databaseLocation(databaseUrl, dataDir))
    const tables = source.tables()
    const difference = await findSchemaDifference(db, tables)
    if (difference) throw new ImportError(`${file} was not made by this version: ${difference}.`)
    const occupied = await firstWithRows(db, tables)
    if (occupied)
      throw new ImportError(
        `The database of DATABASE_URL is not empty: ${occupied} has rows. Create a new one.`,
      )
    const counts = await db.transaction().execute((tx) => copyAndCompare(source, tx, tables))
    await sql`analyze`.execute(db)
    return counts
  } finally {
    source.close()
    await db.destroy()
  }
}

/** @throws ImportError */
function checkSource(source: SqliteSource, file: string): void {
  if (source.hubSeenAt() > Date.now() - runningMs)
    throw new ImportError(`A hub runs on ${file}: stop it, or wait half a minute if it has crashed.`)
  const executed = source.migrations()
  const expected = migrations.names
  if (executed.length !== expected.length || !expected.every((name) => executed.includes(name)))
    throw new ImportError(
      `${file} belongs to another version: start and stop the hub of this version on it once.`,
    )
}

/** Compares tables and columns with those the migrations have just made. */
async function findSchemaDifference(db: Db, tables: Table[]): Promise<string | undefined> {
  const { rows } = await sql<{ table_name: string; columns: string }>`
    select table_name, string_agg(column_name, ',' order by column_name collate "C") as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely%'
    group by table_name`.execute(db.withoutPlugins())
  const columnsByTable = new Map(rows.map(({ table_name, columns }) => [table_name, columns]))
  for (const { name, numbers, fractions, texts, blobs } of tables) {
    const columns = columnsByTable.get(name)
    if (columns === undefined) return `it has the table ${JSON.stringify(name)}`
    if (columns !== [...numbers, ...fractions, ...texts, ...blobs].toSorted().join())
      return `its table ${name} has other columns`
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
  for (const { name, blobs } of tables) {
    let inserted: Promise<void> = Promise.resolve()
    for (const rows of source.batches(name, blobs.length > 0 ? batchRowsWithBlobs : batchRows)) {
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

/** One parameter for all rows, so neither parameter count nor round trips limit the speed. */
async function insertRows(tx: Db, table: string, rows: Row[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${toJson(rows)}::json)`.execute(
    tx,
  )
}

/** Bytes as PostgreSQL reads them from text. */
const toJson = (rows: Row[]) =>
  JSON.stringify(rows, function (this: Row, name, value) {
    const original = this[name]
    return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value
  })

/** @returns the row count. @throws ImportError */
async function compare(source: SqliteSource, tx: Db, table: Table): Promise<number> {
  const { name, numbers, fractions, texts, blobs } = table
  const query = `select ${[
    'count(*) as rows',
    // Two parts, so sums over instants do not overflow.
    ...numbers.flatMap((column) => [
      `coalesce(sum(${quoteName(column)} / 1000000), 0) as ${quoteName(`${column} / 1000000`)}`,
      `coalesce(sum(${quoteName(column)} % 1000000), 0) as ${quoteName(`${column} % 1000000`)}`,
    ]),
    ...[...texts, ...blobs].map(
      (column) => `coalesce(sum(length(${quoteName(column)})), 0) as ${quoteName(`length of ${column}`)}`,
    ),
    // Sums of fractions depend on their order.
    ...[...numbers, ...fractions, ...texts, ...blobs].map(
      (column) => `count(${quoteName(column)}) as ${quoteName(`count of ${column}`)}`,
    ),
  ].join(', ')} from ${quoteName(name)}`
  const expected = source.readOne(query)
  const { rows } = await sql.raw<Row>(query).execute(tx.withoutPlugins())
  const [imported = {}] = rows
  for (const [total, value] of Object.entries(expected)) {
    if (Number(imported[total]) !== Number(value))
      throw new ImportError(
        `${name}: ${total} is ${value} in SQLite and ${imported[total]} in PostgreSQL. Nothing was imported.`,
      )
  }
  return Number(expected.rows)
}
