/**
 * Global setup for the server's tests on PostgreSQL: their own server, unless TEST_DATABASE_URL names one. Where none
 * is installed, or it does not start, they use PGlite.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const prefix = `test_${randomUUID().slice(0, 8)}_`
  process.env.TEST_SCHEMA_PREFIX = prefix
  const { TEST_DATABASE_URL } = process.env
  if (TEST_DATABASE_URL) return () => dropSchemas(TEST_DATABASE_URL, prefix)
  const programs = postgresPrograms()
  if (!programs) {
    console.log('PostgreSQL is not installed, so the tests use PGlite.')
    return
  }
  const cleanups: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const cleanup of cleanups) await cleanup()
  }
  try {
    const { url } = await startPostgres({ onCleanup: (cleanup) => void cleanups.push(cleanup) })
    console.log(`The tests use PostgreSQL from ${programs} at ${url}`)
    process.env.TEST_DATABASE_URL = url
    return stop
  } catch (error) {
    await stop()
    console.log(`PostgreSQL from ${programs} does not start, so the tests use PGlite: ${error}`)
  }
}

/** The server is somebody's own, so nothing of the run stays there. */
async function dropSchemas(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'select nspname as name from pg_namespace where starts_with(nspname, $1)',
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop schema ${name} cascade`)
  } finally {
    await client.end()
  }
}
