import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeFolder } from '../test/support/builds/make-folder.ts'
import { test } from '../test/support/hub-test.ts'
import type { TestHub } from '../test/support/test-hub.ts'
import { findCurrentBuild, parseManifest, publishFolder } from './builds/index.ts'
import { publishSamples, withdrawSamples } from './sample-builds.ts'

const project = 'islandm3'
const makeSite = (script: string) =>
  makeFolder({
    'islandm3/index.html': `<script src="../assets/island-a1.js"></script>`,
    'assets/island-a1.js': `import "./kit-b2.js"; "${script}"`,
    'assets/kit-b2.js': '',
    'assets/town-c3.js': '',
  })

async function readCurrent({ context: { db } }: TestHub) {
  const build = await findCurrentBuild(db, project)
  return build && { number: build.number, paths: [...parseManifest(build.manifest).keys()].toSorted() }
}

test('the sandbox publishes its sample games once, and again when they have changed', async ({ hub }) => {
  const { context } = hub
  const first = makeSite('one')
  const paths = ['assets/island-a1.js', 'assets/kit-b2.js', 'index.html']
  await publishSamples(context, first)
  expect(await readCurrent(hub)).toEqual({ number: 1, paths })
  await publishSamples(context, first)
  expect(await readCurrent(hub)).toMatchObject({ number: 1 })
  await publishSamples(context, makeSite('two'))
  expect(await readCurrent(hub)).toMatchObject({ number: 2 })
  await withdrawSamples(context)
  expect(await readCurrent(hub)).toBeUndefined()
  await publishSamples(context, makeSite('two'))
  expect(await readCurrent(hub)).toMatchObject({ number: 2 })
  rmSync(join(context.config.dataDir, 'builds', project), { recursive: true })
  await publishSamples(context, makeSite('two'))
  expect(await readCurrent(hub)).toMatchObject({ number: 3 })
})

test("a sample game does not replace a developer's build", async ({ hub }) => {
  const { context } = hub
  const publication = { project, label: null, createdBy: 'olga', activate: true }
  const operation = { operator: 'olga', reason: null }
  await publishFolder(context.builds, makeFolder({ 'index.html': 'mine' }), publication, operation)
  await publishSamples(context, makeSite('one'))
  expect(await readCurrent(hub)).toEqual({ number: 1, paths: ['index.html'] })
})

test('a project whose content names another address opens that', async ({ hub }) => {
  await publishSamples(hub.context, makeSite('one'))
  const config = { ...hub.context.config, gamesUrl: 'http://elsewhere.test' }
  await publishSamples({ ...hub.context, config }, makeSite('one'))
  expect(await readCurrent(hub)).toBeUndefined()
})
