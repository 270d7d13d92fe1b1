import { type CompiledQuery, DummyDriver, SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { createDb } from '../database/database.ts'
import { incrementCounter } from './counter-store.ts'

test('counts at different moments share one statement, which a database prepares once', async () => {
  const statements = new Set<string>()
  const connection = {
    async executeQuery({ sql }: CompiledQuery) {
      statements.add(sql)
      return { rows: [{}] as never[] }
    },
    async *streamQuery(): AsyncIterableIterator<never> {},
  }
  const db = createDb({
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => Object.assign(new DummyDriver(), { acquireConnection: async () => connection }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: () => {
      throw new Error('Not needed')
    },
  })
  for (const now of [1000, 2000, 3000]) await incrementCounter(db, 'emails to somebody', now, now - 500)
  expect(statements.size).toBe(1)
})
