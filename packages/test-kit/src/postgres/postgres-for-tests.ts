/**
 * Global setup for the server's tests on PostgreSQL: their own server, unless TEST_DATABASE_URL names one. Where none
 * is installed, or it does not start, they use PGlite.
 */
import { postgresPrograms, startPostgres } from './postgres-server.ts'

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return
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
