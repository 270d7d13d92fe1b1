/** Runs with every file of the server's tests, by `vitest.config.ts`. */
import { afterAll } from 'vitest'
import { dropIdleSchemas } from './postgres-schemas.ts'

afterAll(async () => {
  const url = process.env.TEST_DATABASE_URL
  if (url) await dropIdleSchemas(url)
})
