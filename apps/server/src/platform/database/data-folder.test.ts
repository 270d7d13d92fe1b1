import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../cli/commands.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../clock.ts'
import { createDb } from './database.ts'
import { openDialect } from './dialects.ts'

const readPermissions = (path: string) => (statSync(path).mode & 0o777).toString(8)

function newFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'playhub-data-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}

async function writeIn(dataDir: string): Promise<Record<string, string>> {
  const db = createDb(openDialect(null, dataDir))
  await sql`create table if not exists things (id integer)`.execute(db)
  const files = readdirSync(dataDir).map((file) => [file, readPermissions(join(dataDir, file))])
  await db.destroy()
  return Object.fromEntries(files)
}

const ownerOnly = { 'playhub.sqlite': '600', 'playhub.sqlite-shm': '600', 'playhub.sqlite-wal': '600' }

test('only the user of the hub can read the data folder, the database and its log', async () => {
  const dataDir = newFolder()
  expect(await writeIn(dataDir)).toEqual(ownerOnly)
  expect(readPermissions(dataDir)).toBe('700')
})

test('a data folder that others can read is corrected', async () => {
  const dataDir = newFolder()
  mkdirSync(dataDir, { mode: 0o755 })
  for (const name of ['playhub.sqlite', 'playhub.sqlite-wal']) {
    writeFileSync(join(dataDir, name), '')
    chmodSync(join(dataDir, name), 0o644)
  }
  expect(await writeIn(dataDir)).toEqual(ownerOnly)
  expect(readPermissions(dataDir)).toBe('700')
})

test('only the user of the hub can read a backup', async () => {
  const dataDir = newFolder()
  await writeIn(dataDir)
  const file = join(dataDir, 'backup.sqlite')
  const config = readConfig({ HUB_MODE: 'sandbox', DATA_DIR: dataDir })
  const operator = {
    config,
    clock: systemClock,
    openDb: async () => expect.unreachable(),
    print: () => {},
    user: 'root',
  }
  expect(await runCommand(['backup', file], operator)).toBe(0)
  expect(readPermissions(file)).toBe('600')
})
