import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { skipped } from '@playhub/test-kit/skipped'
import { Registry } from 'prom-client'
import { test as base, expect } from 'vitest'
import { createDb } from './database.ts'
import { openDialect } from './dialects.ts'
import { createPoolMetrics } from './pool-metrics.ts'

const test = postgresPrograms() ? base : skipped<typeof base>('PostgreSQL is not installed')

test('the pool shows connections in use, idle ones and queries that wait', async () => {
  const server = await startPostgres()
  const registry = new Registry()
  const { observe } = createPoolMetrics(registry)
  expect(await registry.metrics()).not.toContain('{state=')
  const db = createDb(openDialect(server.url, '', undefined, observe))
  const finish = Promise.withResolvers<void>()
  const queries = Array.from({ length: 13 }, () => db.connection().execute(() => finish.promise))
  await expect.poll(() => registry.metrics()).toContain('playhub_database_connections{state="in_use"} 10\n')
  expect(await registry.metrics()).toContain('playhub_database_waiting_queries{pool="main"} 3\n')
  finish.resolve()
  await Promise.all(queries)
  const metrics = await registry.metrics()
  expect(metrics).toContain('playhub_database_connections{state="in_use"} 0\n')
  expect(metrics).toContain('playhub_database_connections{state="idle"} 10\n')
  expect(metrics).toContain('playhub_database_waiting_queries{pool="main"} 0\n')
  await db.destroy()
})
