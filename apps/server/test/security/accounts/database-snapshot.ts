import { sql } from 'kysely'
import type { TestHub } from '../../support/test-hub.ts'

/**
 * Failed attacks may add counters and used assertions. Every hub sends a heartbeat every few seconds. A save that is
 * refused is kept beside the one that won. The indexes of folded texts show the rows of their tables without ids.
 */
const ignoredTables = new Set([
  'counters',
  'used_proofs',
  'captcha_solutions',
  'hub_processes',
  'save_versions',
  'player_search_folded',
  'ticket_search_index',
])

/** Rows by table, as JSON. */
export type DatabaseSnapshot = Record<string, string[]>

export type Row = Record<string, unknown>

/** Removes the columns a failed attack may change. */
const comparedColumns: Record<string, (row: Row) => Row> = {
  // A refused save has a number too.
  saves: ({ lastVersion: _, ...row }) => row,
  codes: ({ tries: _, ...row }) => row,
  // Consuming a state or failing a flow does no harm.
  auth_flows: ({ id, purpose, playerId, loginSessionId, status }) => {
    const isOver = status === 'signed-in' || status === 'linked'
    return { id, purpose, playerId, loginSessionId, outcome: isOver ? status : null }
  },
}

/** All rows of all tables, by table. */
export async function readTables({ context: { db } }: TestHub): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>()
  for (const { name } of (await tableNames.execute(db)).rows)
    tables.set(name, (await sql<Row>`select * from ${sql.table(name)}`.execute(db)).rows)
  return tables
}

/** All rows in all tables, but for those a failed attack may change. */
export async function snapshotDatabase({ context: { db, plays } }: TestHub): Promise<DatabaseSnapshot> {
  // Views and reports that were accepted before wait in memory.
  await plays.flush()
  const { rows: tables } = await tableNames.execute(db)
  const record: DatabaseSnapshot = {}
  for (const { name } of tables) {
    if (ignoredTables.has(name)) continue
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db)
    record[name] = rows.map((row) => JSON.stringify(comparedColumns[name]?.(row) ?? row)).toSorted()
  }
  return record
}

const tableNames =
  process.env.TEST_DIALECT === 'postgres'
    ? sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
