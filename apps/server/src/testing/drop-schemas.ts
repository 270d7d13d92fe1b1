/** A setup file of the server's tests: after each test file, ends the databases that it leaves behind. */
import { afterAll } from 'vitest'
import { closeIdlePglites } from './pglite.ts'
import { dropIdleSchemas } from './postgres-schemas.ts'

afterAll(async () => {
  const url = process.env.TEST_DATABASE_URL
  if (url) await dropIdleSchemas(url)
  await closeIdlePglites()
})
