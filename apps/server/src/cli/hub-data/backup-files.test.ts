/** Builds and content in backups. */
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import BetterSqlite from 'better-sqlite3'
import { expect, onTestFinished, test as plainTest } from 'vitest'
import { makeFolder } from '../../../test/support/builds/make-folder.ts'
import { demoContent } from '../../../test/support/content-copy.ts'
import { test as hubTest } from '../../../test/support/hub-test.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { createBuildStorage, listIncompleteBuilds, publishFolder } from '../../builds/index.ts'
import { readConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/observability/log.ts'
import { runCommand } from '../commands.ts'

const log = createLog('silent')
const big = randomBytes(3_000_000)

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function operatorIn(env: Record<string, string>) {
  const printed: string[] = []
  const config = readConfig({ HUB_MODE: 'sandbox', ...env })
  const openDb = async () => expect.unreachable()
  const context = {
    config,
    clock: systemClock,
    openDb,
    print: (line: string) => void printed.push(line),
    user: 'root',
  }
  return { printed, config, run: (...args: string[]) => runCommand(args, context) }
}

/** A hub on SQLite with a game and content of its own. */
async function makeHub() {
  const dir = temporaryFolder()
  const [dataDir, contentDir] = [join(dir, 'data'), join(dir, 'content')]
  cpSync(demoContent, contentDir, { recursive: true })
  mkdirSync(join(contentDir, '.git'))
  writeFileSync(join(contentDir, '.git', 'config'), 'secret')
  const env = { DATA_DIR: dataDir, CONTENT_DIR: contentDir }
  await onContext(env, async ({ builds }) => {
    const folder = makeFolder({ 'index.html': 'the page', 'empty.txt': '', 'big.bin': big })
    const publication = { project: 'islandm3', label: null, createdBy: 'olga', activate: true }
    await publishFolder(builds, folder, publication, { operator: 'olga', reason: null })
  })
  return { dir, dataDir, contentDir, file: join(dir, 'hub.sqlite'), ...operatorIn(env) }
}

async function onContext(
  env: Record<string, string>,
  use: (context: Awaited<ReturnType<typeof createContext>>) => Promise<void>,
) {
  const context = await createContext(readConfig({ HUB_MODE: 'sandbox', ...env }), { log })
  try {
    await use(context)
  } finally {
    await context.close()
  }
}

function listFolder(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    files.map((file) => [file.slice(folder.length), readFileSync(file, 'base64')]).toSorted(),
  )
}

async function restoreTo(file: string, ...options: string[]) {
  const dir = temporaryFolder()
  const env = { DATA_DIR: join(dir, 'data'), CONTENT_DIR: join(dir, 'content') }
  const operator = operatorIn(env)
  return { ...operator, env, code: await operator.run('backup', 'restore', file, ...options) }
}

plainTest(
  'one file brings back the database, the builds and the content, and a hub starts on them',
  async () => {
    const { dataDir, contentDir, file, run, printed } = await makeHub()
    expect(await run('backup', file)).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run('backup', 'verify', file)).toBe(0)
    expect(printed.join('\n')).toMatch(/Build 1 of islandm3: 3 files\nContent: \d+ files\n.*is complete/)

    const restored = await restoreTo(file)
    expect([restored.code, restored.printed.join()]).toEqual([
      0,
      expect.stringContaining('of builds are stored'),
    ])
    const { DATA_DIR = '', CONTENT_DIR = '' } = restored.env
    expect(listFolder(join(DATA_DIR, 'builds'))).toEqual(listFolder(join(dataDir, 'builds')))
    const { '/.git/config': _, ...visible } = listFolder(contentDir)
    expect(listFolder(CONTENT_DIR)).toEqual(visible)
    expect(statSync(join(DATA_DIR, 'playhub.sqlite')).mode & 0o777).toBe(0o600)
    // Two hundred kilobytes of tables, without the files.
    expect(statSync(join(DATA_DIR, 'playhub.sqlite')).size).toBeLessThan(big.length)
    await onContext(restored.env, async ({ db, config }) => {
      expect(await listIncompleteBuilds(db, createBuildStorage(config.buildStorage))).toEqual([])
    })
  },
)

plainTest('an encrypted backup is restored with its key', async () => {
  const { dir, dataDir, file, run } = await makeHub()
  const identity = await generateX25519Identity()
  const key = join(dir, 'hub.key')
  writeFileSync(key, `${identity}\n`)
  expect(await run('backup', file, '--recipient', await identityToRecipient(identity))).toBe(0)
  expect(readFileSync(file, 'latin1')).not.toContain('the page')
  expect(await run('backup', 'verify', file, '--identity', key)).toBe(0)
  expect((await restoreTo(file)).code).toBe(1)
  const { env, code } = await restoreTo(file, '--identity', key)
  expect(code).toBe(0)
  expect(listFolder(join(env.DATA_DIR, 'builds'))).toEqual(listFolder(join(dataDir, 'builds')))
  // Nothing readable is left behind.
  expect(readdirSync(dir).toSorted()).toEqual(['content', 'data', 'hub.key', 'hub.sqlite'])
  expect(readdirSync(env.DATA_DIR).filter((name) => name.includes('unfinished'))).toEqual([])
})

plainTest('a damaged file of a build is found, and is not restored', async () => {
  const { file, run, printed } = await makeHub()
  await run('backup', file)
  const bytes = readFileSync(file)
  const at = bytes.indexOf('the page')
  bytes[at] = 0x54
  writeFileSync(file, bytes)
  expect(await run('backup', 'verify', file)).toBe(1)
  expect(printed.join('\n')).toMatch(/^builds\/islandm3\/.* is damaged\.$/m)
  const restored = await restoreTo(file)
  expect(restored.code).toBe(1)
  expect(existsSync(join(restored.env.DATA_DIR, 'playhub.sqlite'))).toBe(false)
})

plainTest('a backup of a hub that has lost files is written and says so', async () => {
  const { dataDir, file, run, printed } = await makeHub()
  rmSync(join(dataDir, 'builds', 'islandm3'), { recursive: true })
  expect(await run('backup', file)).toBe(1)
  expect(printed.at(-1)).toMatch(/^It lacks 3 files of builds/)
  expect(await run('backup', 'verify', file)).toBe(1)
  expect(printed.at(-1)).toBe('Build 1 of islandm3 lacks 3 files.')
})

plainTest(
  'a backup of an earlier version, which is the database alone, is verified and restored',
  async () => {
    const { dataDir, file, run, printed } = await makeHub()
    const database = new BetterSqlite(join(dataDir, 'playhub.sqlite'))
    database.prepare('vacuum into ?').run(file)
    database.close()
    expect(await run('backup', 'verify', file)).toBe(0)
    expect(printed.join()).toContain('the database alone, without builds and content')
    const { code, env } = await restoreTo(file)
    expect(code).toBe(0)
    expect(existsSync(join(env.DATA_DIR, 'playhub.sqlite'))).toBe(true)
  },
)

plainTest('restoring overwrites no database and no content, and refuses what is no backup', async () => {
  const { dir, dataDir, contentDir, file, run, printed } = await makeHub()
  await run('backup', file)
  expect(await run('backup', 'restore', file)).toBe(1)
  expect(printed.at(-1)).toContain('already exists, set DATA_DIR to an empty folder')
  rmSync(join(dataDir, 'playhub.sqlite'))
  writeFileSync(join(contentDir, 'hub.yaml'), 'edited')
  expect(await run('backup', 'restore', file)).toBe(0)
  expect(printed.join('\n')).toContain(`The content stays as it is in ${contentDir}`)
  expect(readFileSync(join(contentDir, 'hub.yaml'), 'utf8')).toBe('edited')

  for (const text of ['no database', '']) {
    writeFileSync(join(dir, 'other'), text)
    expect((await restoreTo(join(dir, 'other'))).code).toBe(1)
  }
  expect((await restoreTo(join(dir, 'missing'))).code).toBe(1)
  const database = new BetterSqlite(file)
  database
    .prepare("update backup_files set path = 'content/../../evil' where path = 'content/hub.yaml'")
    .run()
  database.close()
  const restored = await restoreTo(file)
  expect([restored.code, restored.printed.at(-1)]).toEqual([
    1,
    expect.stringContaining('leads out of the folder'),
  ])
  expect(existsSync(join(restored.env.DATA_DIR, '..', '..', 'evil'))).toBe(false)
})

hubTest('on PostgreSQL a backup has all but the database, and says what takes that', async ({ hub }) => {
  const { config, builds } = hub.context
  const folder = makeFolder({ 'index.html': 'the page' })
  const publication = { project: 'islandm3', label: null, createdBy: 'olga', activate: true }
  await publishFolder(builds, folder, publication, { operator: 'olga', reason: null })
  const dir = temporaryFolder()
  const file = join(dir, 'files.sqlite')
  const databaseUrl = 'postgres://127.0.0.1/hub'
  const onPostgres = { ...hub, context: { ...hub.context, config: { ...config, databaseUrl } } }
  const { code, printed } = await runOnHub(onPostgres, `backup ${file}`)
  expect([code, printed]).toEqual([0, expect.stringContaining('pg_dump --format=custom "$DATABASE_URL"')])
  const verified = await runOnHub(onPostgres, `backup verify ${file}`)
  expect([verified.code, verified.printed]).toEqual([
    0,
    expect.stringContaining('Build 1 of islandm3: 1 file'),
  ])

  const env = { DATA_DIR: join(dir, 'data'), CONTENT_DIR: join(dir, 'content'), DATABASE_URL: databaseUrl }
  const operator = operatorIn(env)
  expect(await operator.run('backup', 'restore', file)).toBe(0)
  expect(listFolder(join(env.DATA_DIR, 'builds'))).toEqual(listFolder(join(config.dataDir, 'builds')))
  // Without PostgreSQL there would be no database.
  expect((await restoreTo(file)).code).toBe(1)
})
