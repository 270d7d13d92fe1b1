import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationsUntil } from '../../test/support/migrations/migration-states.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { migrations } from './index.ts'

test('builds of project keys get the name of the key as their author, others keep theirs', async () => {
  const db = await openTestDatabase()
  await migrate(db, migrationsUntil('2026-11-29-107'), 'here')
  await sql`insert into project_keys (id, project, hash, label, scope, created_at)
    values ('k1', 'tiny', 'h', 'CI', 'builds', 1)`.execute(db)
  for (const [id, number, author] of [
    ['a', 1, 'k1'],
    ['b', 2, 'olga'],
  ] as const)
    await sql`insert into builds (id, project, number, label, state, files, size_bytes, engine, warnings, manifest, created_at, created_by)
      values (${id}, 'tiny', ${number}, null, 'ready', 1, 1, null, '[]', '{}', 1, ${author})`.execute(db)
  await migrate(db, migrations, 'here')
  const builds = await db.selectFrom('builds').select('createdBy').orderBy('number').execute()
  expect(builds.map(({ createdBy }) => createdBy)).toEqual(['key CI', 'olga'])
})
