import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { skipped } from '@playhub/test-kit/skipped'
import type { test } from 'vitest'
import { startEnvironment, type TestEnvironment } from '../../../environment/environment.ts'
import { testRoles } from './role-journeys.ts'

async function start(): Promise<TestEnvironment> {
  const cleanups: (() => Promise<void>)[] = []
  const database = await startPostgres({ onCleanup: (cleanup) => void cleanups.push(cleanup) })
  const environment = await startEnvironment({ DATABASE_URL: database.url })
  cleanups.unshift(environment.close)
  return {
    ...environment,
    async close() {
      for (const cleanup of cleanups) await cleanup()
    },
  }
}

if (postgresPrograms()) testRoles({ language: 'ru', start })
else
  skipped<typeof test>('PostgreSQL cannot be installed here')('roles in the console on PostgreSQL', () => {})
