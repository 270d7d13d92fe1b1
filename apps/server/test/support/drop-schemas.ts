/** A setup file for the server's tests: after each test file, ends the databases that it leaves behind. */
import { afterAll, beforeAll } from 'vitest'
import { closeIdlePglites, preparePglite } from './pglite.ts'
import { dropIdleSchemas } from './postgres-schemas.ts'

const url = process.env.TEST_DATABASE_URL

// Runs outside a test's time limit: on a busy machine it takes a minute.
if (process.env.TEST_DIALECT === 'postgres' && !url)
  beforeAll(async () => void (await preparePglite()), 300_000)

afterAll(async () => {
  if (url) await dropIdleSchemas(url)
  await closeIdlePglites()
})
