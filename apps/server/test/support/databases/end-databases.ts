/** A setup file for the server's tests on PGlite: ends each test file's leftover databases. */
import { afterAll, beforeAll } from 'vitest'
import { closeIdlePglites, preparePglite } from './pglite.ts'

// Runs outside a test's time limit: on a busy machine it takes a minute.
if (process.env.TEST_DIALECT === 'postgres' && !process.env.TEST_DATABASE_URL)
  beforeAll(async () => void (await preparePglite()), 300_000)

afterAll(closeIdlePglites)
