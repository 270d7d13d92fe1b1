import { sql } from 'kysely'
import type { TestHub } from '../../testing/test-hub.ts'

/** Counts of tries and used-up proofs: an attack that fails is to be remembered. */
const memories = new Set(['counters', 'used_proofs', 'captcha_solutions'])

type Row = Record<string, unknown>

/** What of a row a failed attack may change, taken off. */
const lasting: Record<string, (row: Row) => Row> = {
  codes: ({ tries: _, ...row }) => row,
  // A state that was used and a flow that has failed serve nobody any more.
  auth_flows: ({ id, purpose, playerId, loginSessionId, status }) => {
    const isOver = status === 'signed-in' || status === 'linked'
    return { id, purpose, playerId, loginSessionId, outcome: isOver ? status : null }
  },
}

/** Everything that the hub keeps, by table. */
export async function takeRecord({ context: { db } }: TestHub): Promise<Record<string, string[]>> {
  const { rows: tables } = await tableNames.execute(db)
  const record: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (memories.has(name)) continue
    const { rows } = await sql<Row>`select * from ${sql.table(name)}`.execute(db)
    record[name] = rows.map((row) => JSON.stringify(lasting[name]?.(row) ?? row)).toSorted()
  }
  return record
}

const tableNames =
  process.env.TEST_DIALECT === 'postgres'
    ? sql<{
        name: string
      }>`select table_name as name from information_schema.tables where table_schema = current_schema()`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
