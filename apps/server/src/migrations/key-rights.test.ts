import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationsUntil, versions } from '../../test/support/migrations/migration-states.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { createProjectKey, findKey } from '../game-server-api/project-keys.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { migrations } from './index.ts'

const hash = (key: string) => createHash('sha256').update(key).digest('hex')

/** By the query of versions before scopes and ends. */
async function isServerKeyOnOldVersion(db: Db, key: string): Promise<boolean> {
  const { rows } =
    await sql`select id from project_keys where hash = ${hash(key)} and revoked_at is null`.execute(db)
  return rows.length > 0
}

async function openPreviousDatabase() {
  const db = await openTestDatabase()
  await migrate(db, migrationsUntil(versions.beforeOneTransaction), 'here')
  return { db, deps: { db, clock: { now: () => Date.now() }, isSandbox: false } }
}

test('after a rollback, an older version refuses keys for builds and keys that have ended', async () => {
  const { db, deps } = await openPreviousDatabase()
  const insert = async (key: string, scope: string, expiresAt: number | null) =>
    sql`insert into project_keys (id, project, hash, label, created_at, scope, expires_at)
      values (${key}, 'islandm3', ${hash(key)}, 'key', 1, ${scope}, ${expiresAt})`.execute(db)
  await insert('server', 'server', null)
  await insert('builds', 'builds', null)
  await insert('ended', 'server', Date.now() - DAY_MS)
  await insert('ending', 'server', Date.now() + DAY_MS)
  await migrate(db, migrations, 'here')
  // The previous version's hub creates one while both versions run.
  await insert('builds-meanwhile', 'builds', null)

  expect(await findKey(deps, 'server')).toMatchObject({ id: 'server', scope: 'server' })
  expect(await findKey(deps, 'builds')).toMatchObject({ id: 'builds', scope: 'builds' })
  expect(await findKey(deps, 'builds-meanwhile')).toMatchObject({ scope: 'builds' })
  expect(await findKey(deps, 'ending')).toMatchObject({ id: 'ending', scope: 'server' })
  expect(await findKey(deps, 'ended')).toBeUndefined()
  expect(await isServerKeyOnOldVersion(db, 'server')).toBe(true)
  expect(await isServerKeyOnOldVersion(db, 'ending')).toBe(true)
  expect(await isServerKeyOnOldVersion(db, 'builds')).toBe(false)
  expect(await isServerKeyOnOldVersion(db, 'ended')).toBe(false)
})

test('an older version refuses new keys for builds and new keys with an end', async () => {
  const { db, deps } = await openPreviousDatabase()
  await migrate(db, migrations, 'here')
  const create = async (given: { scope?: 'server' | 'builds'; expiresAt: number | null }) => {
    const operation = { operator: 'olga', reason: null }
    const { key } = await createProjectKey(deps, { project: 'islandm3', name: 'key', ...given }, operation)
    expect(await findKey(deps, key)).toMatchObject({ scope: given.scope ?? 'server' })
    return key
  }
  expect(await isServerKeyOnOldVersion(db, await create({ expiresAt: null }))).toBe(true)
  expect(await isServerKeyOnOldVersion(db, await create({ scope: 'builds', expiresAt: null }))).toBe(false)
  expect(await isServerKeyOnOldVersion(db, await create({ expiresAt: Date.now() + DAY_MS }))).toBe(false)
  // A stored hash is not a key.
  expect(await findKey(deps, `restricted:${hash('server')}`)).toBeUndefined()
})
