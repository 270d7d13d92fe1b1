/** A hub killed while it publishes. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeFolder } from '../../test/support/builds/make-folder.ts'
import { test } from '../../test/support/hub-test.ts'
import { HOUR_MS } from '../platform/clock.ts'
import { publishFolder, readBuilds, toStorageKey } from './index.ts'

const project = 'islandm3'
const toPage = (script: string) => `<script>${script}</script>`
const hashText = (text: string) => createHash('sha256').update(text).digest('hex')
const operation = { operator: 'olga', reason: null }

test('a publish that ends in the middle leaves no build and no files', async ({ hub }) => {
  const { builds, config } = hub.context
  const publish = (deps: typeof builds, script: string) => {
    const folder = makeFolder({ 'index.html': toPage(script), 'a.js': script })
    const publication = { project, label: null, createdBy: 'olga', activate: true }
    return publishFolder(deps, folder, publication, operation)
  }
  await publish(builds, 'one')
  let puts = 0
  const storage = {
    ...builds.storage,
    put: async (...content: Parameters<typeof builds.storage.put>) => {
      puts += 1
      // Nothing after this runs, as after kill -9.
      if (puts > 1) throw new Error('killed')
      await builds.storage.put(...content)
    },
  }
  await expect(publish({ ...builds, storage }, 'two')).rejects.toThrow('killed')
  const left = join(config.builds.uploadFolder, 'build-left')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'unpacking'), 'half of a file')
  utimesSync(left, 1, 1)

  expect(
    (await readBuilds(builds, project)).map(({ number, isCurrent, state }) => [number, isCurrent, state]),
  ).toEqual([
    [2, false, 'uploading'],
    [1, true, 'ready'],
  ])
  const stored = () =>
    readdirSync(join(config.dataDir, 'builds', project), { recursive: true, encoding: 'utf8' })
  const written = ['two', toPage('two')].map(hashText)
  const isStored = () => stored().some((path) => written.some((hash) => path.endsWith(hash)))
  expect(isStored()).toBe(true)
  await hub.passTime(2 * HOUR_MS)
  expect((await readBuilds(builds, project)).map(({ number }) => number)).toEqual([1])
  expect(isStored()).toBe(false)
  expect(existsSync(left)).toBe(false)
  expect((await publish(builds, 'three')).number).toBe(3)
})

test('a file that changes while its folder is published is not stored under the hash that it had', async ({
  hub,
}) => {
  const { builds } = hub.context
  const folder = makeFolder({ 'index.html': toPage('one'), 'a.js': 'one' })
  const has = async (key: string) => {
    // A build tool writes on.
    writeFileSync(join(folder, 'a.js'), 'two')
    return builds.storage.has(key)
  }
  const deps = { ...builds, storage: { ...builds.storage, has } }
  const publication = { project, label: null, createdBy: 'olga', activate: true }
  await expect(publishFolder(deps, folder, publication, operation)).rejects.toThrow(/a\.js has changed/)
  expect(await builds.storage.has(toStorageKey(project, hashText('one')))).toBe(false)
})
