/** What happens while builds and their files are deleted. */
import { expect } from 'vitest'
import { makeFolder } from '../../test/support/builds/make-folder.ts'
import { test as base } from '../../test/support/shared-hub-test.ts'
import { untilAnotherWaits } from '../../test/support/test-database.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import { type Tx, transact } from '../platform/database/database.ts'
import { activateIn, rollBackIn } from './activate.ts'
import { type Builds, findCurrentBuild, parseManifest, publishFolder, removeBuild } from './index.ts'
import { pruneBuilds } from './retention.ts'
import { toStorageKey } from './storage/storage.ts'

// Files have the machine's time.
const test = base.extend('hubOptions', () => ({ now: new Date(Date.now() - 2 * HOUR_MS).toISOString() }))
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

test('a build that is published while files are deleted keeps those that it shares with a deleted one', async ({
  hub,
}) => {
  const { builds } = hub.context
  await removeOne(builds, 'one')
  hub.clock.advance(2 * DAY_MS)
  const { storage } = builds
  async function* list(of: string) {
    await publish(builds, 'one')
    yield* storage.list(of)
  }
  await pruneBuilds({ ...builds, storage: { ...storage, list } })
  expect(await listMissingFiles(hub)).toEqual([])
})

test('what is compressed while files are deleted stays', async ({ hub }) => {
  const { builds } = hub.context
  await removeOne(builds, 'one')
  await publish(builds, 'let value = 1\n'.repeat(1000))
  const { storage } = builds
  let hasPruned = false
  const put: typeof storage.put = async (...given) => {
    await storage.put(...given)
    hasPruned = true
    await pruneBuilds({ ...builds, storage, clock: { now: () => Date.now() } })
  }
  builds.storage = { ...storage, put }
  await hub.runDueJobs()
  expect(hasPruned).toBe(true)
  expect(await listMissingFiles(hub)).toEqual([])
})

/** Begins to remove a build that a transaction has just changed, and lets that commit once the removal waits for it. */
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
