import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import BetterSqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { testClock } from '../../../test/support/test-clock.ts'
import { readConfig } from '../../config.ts'
import { migrations } from '../../migrations/index.ts'
import { createDb } from '../../platform/database/database.ts'
import { openDialect } from '../../platform/database/dialects.ts'
import { migrate } from '../../platform/database/migrations/migrations.ts'
import { insertJobs } from '../../platform/jobs/job-store.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { runCommand } from '../commands.ts'

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function operatorIn(dataDir: string, env: Record<string, string> = {}) {
  const printed: string[] = []
  const operator = {
    config: readConfig({ HUB_MODE: 'sandbox', DATA_DIR: dataDir, ...env }),
    clock: testClock('2030-01-01T00:00:00Z'),
    openDb: async () => expect.unreachable(),
    print: (line: string) => void printed.push(line),
    user: 'root',
  }
  return { printed, run: (...args: string[]) => runCommand(args, operator) }
}

async function folderWithHub(): Promise<string> {
  const dataDir = temporaryFolder()
  const db = createDb(openDialect(null, dataDir))
  onTestFinished(() => db.destroy())
  await migrate(db, migrations, dataDir)
  const job = {
    payload: '{}',
    runAt: 0,
    plannedAt: 0,
    attempts: 0,
    lastError: null,
    dedupeKey: null,
    createdAt: 0,
  }
  await insertJobs(db, [{ ...job, id: 'secret-job', kind: 'email', state: 'waiting', traceparent: null }])
  return dataDir
}

function expectWhole(backup: string): void {
  const copy = new BetterSqlite(backup, { readonly: true })
  onTestFinished(() => void copy.close())
  expect(copy.prepare('select id from jobs').all()).toEqual([{ id: 'secret-job' }])
  expect(copy.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
}

async function newKey(dir: string, name: string): Promise<{ recipient: string; file: string }> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const file = join(dir, name)
  writeFileSync(file, `# public key: ${recipient}\n${identity}\n`)
  return { recipient, file }
}

test('a backup is private, contains the whole database and needs no stopped hub; verifying it finds damage', async () => {
  const dataDir = await folderWithHub()
  const file = join(dataDir, 'copy.sqlite')
  const { run, printed } = operatorIn(dataDir)
  expect(await run('backup', file)).toBe(0)
  expectWhole(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await run('backup', 'verify', file)).toBe(0)

  writeFileSync(file, readFileSync(file).fill(7, 4096, 8192))
  expect(await run('backup', 'verify', file)).toBe(1)
  writeFileSync(file, 'no database')
  expect(await run('backup', 'verify', file)).toBe(1)
  expect(printed.at(-1)).toContain('is not the backup of a hub')
  expect(await run('backup', 'verify', join(dataDir, 'missing'))).toBe(1)
})

test('a backup overwrites no file and creates no database', async () => {
  const dir = temporaryFolder()
  const onPostgres = operatorIn(dir, { DATABASE_URL: 'postgres://127.0.0.1/hub' })
  expect(await onPostgres.run('backup', join(dir, 'new'))).toBe(1)
  expect(onPostgres.printed.join()).toContain('pg_dump')
  await expect(operatorIn(dir).run('backup', join(dir, 'new'))).rejects.toThrow(StartupError)
  expect(existsSync(join(dir, 'playhub.sqlite'))).toBe(false)

  const dataDir = await folderWithHub()
  const { run, printed } = operatorIn(dataDir)
  expect(await run('backup', join(dataDir, 'playhub.sqlite'))).toBe(1)
  expect(await run('backup', join(dataDir, 'nowhere/new'))).toBe(1)
  expect(printed.at(-1)).toContain('could not be written')
})

test('an encrypted backup can be read only with the key of a recipient', async () => {
  const dataDir = await folderWithHub()
  const dir = temporaryFolder()
  const [first, second, other] = [
    await newKey(dir, 'first.key'),
    await newKey(dir, 'second.key'),
    await newKey(dir, 'other.key'),
  ]
  const { run, printed } = operatorIn(dataDir)
  const file = join(dir, 'hub.sqlite.age')
  expect(await run('backup', file, '--recipient', first.recipient, '--recipient', second.recipient)).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/)
  expect(readFileSync(file, 'latin1')).not.toContain('secret-job')

  expect(await run('backup', 'verify', file)).toBe(1)
  expect(printed.at(-1)).toContain('is encrypted: add --identity')
  expect(await run('backup', 'verify', file, '--identity', other.file)).toBe(1)
  for (const key of [first, second])
    expect(await run('backup', 'verify', file, '--identity', key.file)).toBe(0)

  const restored = join(dir, 'restored.sqlite')
  expect(await run('backup', 'decrypt', file, restored, '--identity', second.file)).toBe(0)
  expect(statSync(restored).mode & 0o777).toBe(0o600)
  expectWhole(restored)
  // Nothing readable is left behind, and an existing file is not overwritten.
  expect(readdirSync(dir).filter((name) => /unfinished|encrypted/.test(name))).toEqual([])
  expect(await run('backup', 'decrypt', file, restored, '--identity', second.file)).toBe(1)
  expect(await run('backup', 'decrypt', file, join(dir, 'next'))).toBe(1)
})

test('a damaged encrypted backup is found, and a wrong recipient leaves no file', async () => {
  const dataDir = await folderWithHub()
  const dir = temporaryFolder()
  const key = await newKey(dir, 'hub.key')
  const { run } = operatorIn(dataDir)
  const file = join(dir, 'hub.sqlite.age')
  await run('backup', file, '--recipient', key.recipient)
  const bytes = readFileSync(file)
  bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect(await run('backup', 'verify', file, '--identity', key.file)).toBe(1)
  expect(await run('backup', join(dir, 'wrong.age'), '--recipient', 'age1wrong')).toBe(1)
  expect(readdirSync(dir).sort()).toEqual(['hub.key', 'hub.sqlite.age'])
})

test('pruning keeps the newest backups and every other file', async () => {
  const dir = temporaryFolder()
  const names = ['1.sqlite', '2.sqlite.age', '3.dump', '4.sqlite.age', '5.dump.age']
  for (const [index, name] of ['notes.txt', ...names].entries()) {
    writeFileSync(join(dir, name), '')
    utimesSync(join(dir, name), index, index)
  }
  const dataDir = temporaryFolder()
  const { run, printed } = operatorIn(dataDir)
  expect(await run('backup', 'prune', dir, '--keep', '2')).toBe(0)
  expect(readdirSync(dir).sort()).toEqual(['4.sqlite.age', '5.dump.age', 'notes.txt'])
  expect(printed.at(-1)).toBe(`Kept 2 backups in ${dir}`)
  for (const keep of ['0', 'all', '-1']) expect(await run('backup', 'prune', dir, `--keep=${keep}`)).toBe(1)
  expect(await run('backup', 'prune', dir)).toBe(1)
  expect(await run('backup', 'prune', dataDir, '--keep', '1')).toBe(1)
  expect(readdirSync(dir)).toHaveLength(3)
})
