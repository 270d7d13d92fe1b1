import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, onTestFinished } from 'vitest'
import { makeFolder } from '../../../test/support/builds/make-folder.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { publishFolder } from '../index.ts'
import type { BuildStorageConfig } from './create-storage.ts'
import { createBuildStorage } from './create-storage.ts'
import { claimBuildStorage, expectBuildStorage, findRecordedLocation, folderIdFile } from './location.ts'

const operation = { operator: 'olga', reason: null }

function publish({ context: { builds } }: TestHub, createdBy = 'olga') {
  const folder = makeFolder({ 'index.html': '<script src="a.js"></script>', 'a.js': 'let a' })
  const publication = { project: 'islandm3', label: null, createdBy, activate: true }
  return publishFolder(builds, folder, publication, operation)
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-location-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'builds')
}

/** A further start on the hub's database, or a second hub's. */
const test = base
  .extend('folder', ({ hub }) => join(hub.context.config.dataDir, 'builds'))
  .extend('start', ({ hub }) => (buildStorage: BuildStorageConfig, change: { databaseUrl?: string } = {}) => {
    const { config, db } = hub.context
    const claim = { ...config, ...change, buildStorage }
    return claimBuildStorage({ db, clock: hub.clock, config: claim })
  })

const onDisk = (folder: string): BuildStorageConfig => ({ kind: 'disk', folder })
const onPostgres = { databaseUrl: 'postgres://127.0.0.1/hub' }
const readId = (folder: string) => readFileSync(join(folder, folderIdFile), 'utf8')

test('the first start marks the folder, and its id is in the database and in the heartbeat', async ({
  hub,
  folder,
}) => {
  const { db } = hub.context
  expect(await findRecordedLocation(db)).toBe(`disk:${readId(folder)}`)
  const rows = await db.selectFrom('hubProcesses').select('buildStorage').execute()
  expect(rows).toEqual([{ buildStorage: `disk:${readId(folder)}` }])
})

test('a folder that is not mounted is refused, and no empty one takes its place', async ({
  hub,
  folder,
  start,
}) => {
  await publish(hub)
  renameSync(folder, `${folder}-away`)
  const starting = start(onDisk(folder))
  await expect(starting).rejects.toThrow(StartupError)
  await expect(starting).rejects.toThrow(/\(islandm3 1\) are not in .*backup restore.*accept-storage/)
  expect(existsSync(folder)).toBe(false)
  renameSync(`${folder}-away`, folder)
  expect(await start(onDisk(folder))).toBe(`disk:${readId(folder)}`)
})

test('a part of the files is not enough', async ({ hub, folder, start }) => {
  await publish(hub)
  const part = newFolder()
  cpSync(folder, part, { recursive: true })
  for await (const { key } of createBuildStorage(onDisk(part)).list('islandm3')) {
    rmSync(join(part, key))
    break
  }
  rmSync(join(part, folderIdFile))
  await expect(start(onDisk(part))).rejects.toThrow('are not in')
})

test('a folder that was moved, copied or restored without its id is taken', async ({
  hub,
  folder,
  start,
}) => {
  await publish(hub)
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  expect(await start(onDisk(copy))).toBe(`disk:${readId(folder)}`)
  rmSync(join(copy, folderIdFile))
  expect(await start(onDisk(copy))).toBe(`disk:${readId(copy)}`)
  expect(readId(copy)).not.toBe(readId(folder))
})

test('a second hub with another folder is refused while the first one runs, with and without builds', async ({
  hub,
  start,
}) => {
  const other = newFolder()
  await expect(start(onDisk(other), onPostgres)).rejects.toThrow(
    /shared folder as DATA_DIR.*BUILD_STORAGE=s3/,
  )
  expect(existsSync(other)).toBe(false)
  await publish(hub)
  await expect(start(onDisk(other), onPostgres)).rejects.toThrow('Another hub')
  hub.clock.advance(31 * SECOND_MS)
  await expect(start(onDisk(other), onPostgres)).rejects.toThrow('are not in')
})

test('a second hub with the same folder starts, and so does one beside a hub of an earlier version', async ({
  hub,
  folder,
  start,
}) => {
  await start(onDisk(folder), onPostgres)
  await hub.context.db.updateTable('hubProcesses').set({ buildStorage: '' }).execute()
  await start(onDisk(newFolder()), onPostgres)
})

test('of two hubs that start together in two folders one stops', async ({ hub, folder, start }) => {
  const { db } = hub.context
  await db.deleteFrom('hubProcesses').execute()
  await db.deleteFrom('secrets').where('name', '=', 'build-storage').execute()
  const folders = [folder, newFolder()]
  const started = await Promise.allSettled(
    folders.map(async (each) => {
      await start(onDisk(each), onPostgres)
      return each
    }),
  )
  const seen = await Promise.allSettled(
    folders.map((each) => expectBuildStorage(db, { buildStorage: onDisk(each) })),
  )
  expect(started.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(seen.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a folder that cannot be written is refused with what to do', async ({ start }) => {
  const file = newFolder()
  await start(onDisk(file))
  const path = join(file, 'a file')
  writeFileSync(path, '')
  for (const folder of [path, join(path, 'builds')])
    await expect(start(onDisk(folder))).rejects.toThrow(/cannot be (written|read).*/)
  writeFileSync(join(file, folderIdFile), 'half')
  await expect(start(onDisk(file))).rejects.toThrow('is damaged')
})

test('a bucket is taken once it has the files, and a folder again only without hubs on the bucket', async ({
  hub,
  folder,
  start,
}) => {
  await publish(hub)
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: makeFolder({}),
    configureBuckets: [{ name: 'games', configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  const keys = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const bucket = { kind: 's3' as const, endpoint: `http://127.0.0.1:${port}`, bucket: 'games', ...keys }
  await expect(start(bucket, onPostgres)).rejects.toThrow('are not in the bucket games')
  const [from, to] = [createBuildStorage(onDisk(folder)), createBuildStorage(bucket)]
  for await (const { key } of from.list('islandm3')) await to.put(key, await from.open(key), 0)
  // The first hub still has the folder: hubs are switched one after the other.
  expect(await start(bucket, onPostgres)).toBe(`s3:http://127.0.0.1:${port}/games`)
  await hub.context.db
    .updateTable('hubProcesses')
    .set({ buildStorage: `s3:http://127.0.0.1:${port}/games` })
    .execute()
  await expect(start(onDisk(folder), onPostgres)).rejects.toThrow('Another hub')
  await expect(start({ ...bucket, endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('cannot be read')
})

test('a sandbox starts without the files of its samples, which it publishes again', async ({
  hub,
  start,
}) => {
  await publish(hub, 'demo')
  await start(onDisk(newFolder()))
})

test('a hub without hosted games has no folder', async () => {
  const env = { HUB_MODE: 'staging', COMMON_PASSWORDS: 'allow' }
  const { context } = await startTestHub({ env })
  expect(context.config.gameHosting).toBe(null)
  expect(existsSync(join(context.config.dataDir, 'builds', folderIdFile))).toBe(false)
})

test('publishing from a machine with another folder is refused; accepting it is recorded and doctor names what is lost', async ({
  hub,
}) => {
  await publish(hub)
  const other = newFolder()
  const { context } = hub
  const moved = {
    ...hub,
    context: { ...context, config: { ...context.config, buildStorage: onDisk(other) } },
  }
  const game = makeFolder({ 'index.html': 'two' })
  await expect(runOnHub(moved, `games publish islandm3 ${game}`)).rejects.toThrow(/use their DATA_DIR/)
  expect((await runOnHub(moved, 'doctor')).printed).toContain(
    `Uploaded games: The hubs do not keep them in ${other}`,
  )

  const { code, printed } = await runOnHub(moved, 'games accept-storage --by anna --reason Lost')
  expect([code, printed]).toEqual([0, expect.stringContaining('build 1 of islandm3 lacks 2 files')])
  const doctor = await runOnHub(moved, 'doctor')
  expect(doctor.printed).toContain('Running hubs of this database that keep them elsewhere: 1.')
  expect(doctor.printed).toMatch(/Build 1 of islandm3, which players get, lacks files in .*: 2\. Restore/)
  expect((await runOnHub(moved, `games publish islandm3 ${game}`)).code).toBe(0)
  expect((await runOnHub(moved, 'doctor')).printed).not.toMatch(/which players get/)
})
