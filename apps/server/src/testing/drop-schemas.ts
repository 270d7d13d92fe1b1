/** A setup file of the server's tests: after each test file, ends the databases that it leaves behind. */
import { afterAll, beforeAll } from 'vitest'
import { closeIdlePglites, preparePglite } from './pglite.ts'
import { dropIdleSchemas } from './postgres-schemas.ts'

const url = process.env.TEST_DATABASE_URL

// Outside the time limit of a test: on a busy machine it takes a minute.
if (process.env.TEST_DIALECT === 'postgres' && !url)
  beforeAll(async () => void (await preparePglite()), 300_000)

afterAll(async () => {
  if (url) await dropIdleSchemas(url)
  await closeIdlePglites()
})
