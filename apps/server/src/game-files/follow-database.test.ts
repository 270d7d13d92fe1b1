import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { activateBuild, folderStorage, insertBuild } from '../../test/support/builds/publish-build.ts'
import { findCurrentNumber } from '../builds/index.ts'
import { migrations } from '../migrations/index.ts'
import { createDb } from '../platform/database/database.ts'
import { openDialect } from '../platform/database/dialects.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { createLog } from '../platform/observability/log.ts'
import { followDatabase } from './follow-database.ts'

test('the database is found once a hub has created it, shows each switch and cannot be changed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-follow-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const getDb = followDatabase({ databaseUrl: null, dataDir }, createLog('silent'))
  expect(getDb()).toBeUndefined()

  const hub = createDb(openDialect(null, dataDir))
  onTestFinished(() => hub.destroy())
  await migrate(hub, migrations, dataDir)
  const db = getDb()
  if (!db) throw new Error('The database was not found')
  onTestFinished(() => db.destroy())
  expect(await findCurrentNumber(db, 'tetris')).toBeUndefined()
  for (const number of [1, 2]) {
    const storage = folderStorage(join(dataDir, 'builds'))
    const id = await insertBuild(hub, storage, { project: 'tetris', number, files: { 'index.html': '' } })
    await activateBuild(hub, 'tetris', id)
    expect(await findCurrentNumber(db, 'tetris')).toEqual({ number })
  }
  await expect(db.deleteFrom('gameVersions').execute()).rejects.toThrow('readonly')
})
