import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../src/platform/database/database.ts'

/** Runs queries on a database whose statistics are current. @returns  their plans, as text */
export async function explainQueries(db: Db, run: (db: Db) => Promise<unknown>): Promise<string> {
  const isPostgres = process.env.TEST_DIALECT === 'postgres'
  // On PostgreSQL, the database has the tables of other tests, which hold their locks.
  const tables = isPostgres ? await listTables(db) : []
  await sql`analyze ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db)
  const queries: CompiledQuery[] = []
  const recording = db.withPlugin({
    transformQuery({ node, queryId }) {
      queries.push(db.withoutPlugins().getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await run(recording)
  return db.connection().execute(async (connection) => {
    // Reading all of a test's few rows is cheaper than an index: the plan of a large table is wanted.
    if (isPostgres) await sql.raw('set enable_seqscan = off').execute(connection)
    const plans: string[] = []
    for (const query of queries) {
      const explain = `explain ${isPostgres ? '' : 'query plan '}${query.sql}`
      plans.push(JSON.stringify(await connection.executeQuery({ ...query, sql: explain })))
    }
    if (isPostgres) await sql.raw('reset enable_seqscan').execute(connection)
    return plans.join('\n')
  })
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db)
  return rows.map(({ name }) => name)
}
