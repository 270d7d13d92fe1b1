import { type CompiledQuery, sql } from 'kysely'
import type { Db } from '../../src/platform/database/database.ts'

/** Runs queries on a database whose statistics are current. @returns  their plans, as text */
export async function explainQueries(db: Db, run: (db: Db) => Promise<unknown>): Promise<string> {
  const isPostgres = process.env.TEST_DIALECT === 'postgres'
  await sql.raw('analyze').execute(db)
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
