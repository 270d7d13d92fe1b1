/** Changes while builds and their files are deleted. */
import { expect, vi } from 'vitest'
import { makeFolder } from '../../test/support/builds/make-folder.ts'
import { test as base } from '../../test/support/shared-hub-test.ts'
import { untilAnotherWaits } from '../../test/support/test-database.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS } from '../platform/clock.ts'
import { type Tx, transact } from '../platform/database/database.ts'
import { activateIn, rollBackIn } from './activate.ts'
import { listBuildsByProject } from './build-store.ts'
import {
  type Builds,
  findBuild,
  findCurrentBuild,
  parseManifest,
  publishFolder,
  removeBuild,
} from './index.ts'
import { pruneBuilds } from './retention.ts'
import { type StoredFile, toStorageKey } from './storage/storage.ts'

// Files have the machine's time.
const test = base.extend('hubOptions', () => ({ now: new Date().toISOString() }))
/** Every file stored now is old enough for deletion then. */
const later = { now: () => Date.now() + 2 * DAY_MS }
/** Long enough to be compressed. */
const longScript = 'let value = 1\n'.repeat(1000)
const project = 'islandm3'
const operation = { operator: 'olga', reason: null }

function publish(builds: Builds, script: string, activate = true) {
  const folder = makeFolder({ 'index.html': '<title>A</title>', 'a.js': script })
  return publishFolder(builds, folder, { project, label: null, createdBy: 'olga', activate }, operation)
}

async function removeOne(builds: Builds, script: string) {
  const { id } = await publish(builds, script, false)
  await removeBuild(builds, { project, id }, operation)
}

async function listMissingFiles({ context: { builds } }: TestHub): Promise<string[]> {
  const rows = await builds.db.selectFrom('builds').select('manifest').where('state', '=', 'ready').execute()
  const files = rows.flatMap(({ manifest }) => [...parseManifest(manifest)])
  const isStored = await Promise.all(
    files.map(async ([, { sha256, brotliSha256 }]) =>
      (
        await Promise.all(
          [sha256, brotliSha256 ?? sha256].map((hash) => builds.storage.has(toStorageKey(project, hash))),
        )
      ).every(Boolean),
    ),
  )
  return files.filter((_, index) => !isStored[index]).map(([path]) => path)
}

test('a build that is published while files are listed keeps those that it shares with a deleted one', async ({
  hub,
}) => {
  const { builds } = hub.context
  await removeOne(builds, 'one')
  const { storage } = builds
  let publishing: Promise<unknown> | undefined
  async function* list(of: string) {
    const before = (await listBuildsByProject(builds.db, project)).length
    publishing = publish(builds, 'one')
    await vi.waitUntil(async () => (await listBuildsByProject(builds.db, project)).length > before, 20_000)
    yield* storage.list(of)
  }
  await pruneBuilds({ ...builds, clock: later, storage: { ...storage, list } })
  expect(publishing).toBeDefined()
  await publishing
  expect(await listMissingFiles(hub)).toEqual([])
})

test('a build that is published while a file is deleted stores it again', async ({ hub }) => {
  const { builds } = hub.context
  await removeOne(builds, 'two')
  const { storage } = builds
  let publishing: Promise<unknown> | undefined
  async function remove(key: string) {
    const readAgain = Promise.withResolvers<void>()
    let reads = 0
    const now = () => {
      reads += 1
      if (reads > 1) readAgain.resolve()
      return builds.clock.now()
    }
    // It has the time when it begins, and again when it waits or has finished.
    publishing ??= publish({ ...builds, clock: { now } }, 'two')
    await readAgain.promise
    await storage.remove(key)
  }
  await pruneBuilds({ ...builds, clock: later, storage: { ...storage, remove } })
  expect(publishing).toBeDefined()
  await publishing
  expect(await listMissingFiles(hub)).toEqual([])
})

test('what is compressed while files are deleted stays, even an hour later', async ({ hub }) => {
  const { builds } = hub.context
  await removeOne(builds, 'three')
  await publish(builds, longScript)
  const { storage } = builds
  let hasPruned = false
  await compressWith(hub, {
    put: async (...given) => {
      await storage.put(...given)
      hasPruned = true
      await pruneBuilds({ ...builds, storage, clock: later })
    },
  })
  expect(hasPruned).toBe(true)
  expect(await listMissingFiles(hub)).toEqual([])
})

test('what is compressed again after it was listed stays', async ({ hub }) => {
  const { builds } = hub.context
  const script = `${longScript}again`
  const { id } = await publish(builds, script)
  await hub.runDueJobs()
  await publish(builds, 'four')
  await removeBuild(builds, { project, id }, operation)
  const again = await publish(builds, script)
  const readManifest = async () => (await findBuild(builds.db, project, again.id))?.manifest
  const { storage } = builds
  let compressing: Promise<unknown> | undefined
  async function* list(of: string) {
    const listed: StoredFile[] = []
    for await (const file of storage.list(of)) listed.push(file)
    const before = await readManifest()
    compressing = hub.runDueJobs()
    await vi.waitUntil(async () => (await readManifest()) !== before, 20_000)
    yield* listed
  }
  await pruneBuilds({ ...builds, clock: later, storage: { ...storage, list } })
  expect(compressing).toBeDefined()
  await compressing
  expect(await listMissingFiles(hub)).toEqual([])
})

/** Runs the jobs for compressing builds, with changes to the storage. */
async function compressWith(hub: TestHub, changes: Partial<Builds['storage']>): Promise<void> {
  const { builds } = hub.context
  const { storage } = builds
  builds.storage = { ...storage, ...changes }
  try {
    await hub.runDueJobs()
  } finally {
    builds.storage = storage
  }
}

/** Begins to remove a build locked by a transaction, and lets the transaction commit once the removal waits for it. */
async function removeDuring(
  hub: TestHub,
  id: string,
  change: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const { builds } = hub.context
  const changed = Promise.withResolvers<void>()
  const changing = transact(builds.db, async (tx) => {
    await change(tx)
    changed.resolve()
    await untilAnotherWaits(tx)
  })
  await changed.promise
  const removing = removeBuild(builds, { project, id }, operation).catch(({ code }) => code)
  await changing
  return await removing
}

test('a build that is activated cannot be removed meanwhile', async ({ hub }) => {
  const { builds } = hub.context
  await publish(builds, 'one')
  const { id } = await publish(builds, 'two', false)
  const activate = (tx: Tx) => activateIn(tx, { project, id, now: 1 }, operation)
  expect(await removeDuring(hub, id, activate)).toBe('BUILD_IS_CURRENT')
  expect(await findCurrentBuild(builds.db, project)).toMatchObject({ id, state: 'ready' })
})

test('a build that players get back cannot be removed meanwhile', async ({ hub }) => {
  const { builds } = hub.context
  const { id } = await publish(builds, 'one')
  await publish(builds, 'two')
  const rollBack = (tx: Tx) => rollBackIn(tx, { project, now: 1 }, operation)
  expect(await removeDuring(hub, id, rollBack)).toBe('BUILD_IS_CURRENT')
  expect(await findCurrentBuild(builds.db, project)).toMatchObject({ id, state: 'ready' })
})
