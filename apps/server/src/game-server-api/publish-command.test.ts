/** `npx playhub publish`, which teams run without this repository. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeFolder } from '../../test/support/builds/make-folder.ts'
import { zipGame } from '../../test/support/builds/raw-zip.ts'
import { test } from '../../test/support/hub-test.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import { createProjectKey } from './project-keys.ts'

const command = join(import.meta.dirname, '../../../../packages/game-sdk/bin/publish.js')

async function createKey(hub: TestHub, scope: 'server' | 'builds' = 'builds'): Promise<string> {
  const given = { project: 'islandm3', name: 'CI', expiresAt: null, scope }
  return (await createProjectKey(hub.context, given, { operator: 'olga', reason: null })).key
}

function run(hub: TestHub, key: string, ...words: string[]): Promise<{ code: number; output: string }> {
  const args = [command, 'publish', ...words, '--hub', hub.url]
  const env = { PATH: process.env.PATH, PLAYHUB_KEY: key }
  return new Promise((resolve) =>
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}

test('a team publishes a folder, and a second time only what has changed', async ({ hub }) => {
  const key = await createKey(hub)
  const folder = makeFolder({
    'index.html': '<title>A</title>',
    'js/game.js': 'one',
    'node_modules/x.js': '',
  })
  expect(await run(hub, key, folder, '--label', 'v1')).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^2 files, 2 of them new\.\nBuild 1 is what players get now\.\nPreview: http/,
    ),
  })
  writeFileSync(join(folder, 'js/game.js'), 'two')
  expect((await run(hub, key, folder, '--no-activate')).output).toMatch(
    /^2 files, 1 of them new\.\nBuild 2 is ready\./,
  )
})

test('a team publishes a zip', async ({ hub }) => {
  const zip = join(makeFolder(), 'game.zip')
  writeFileSync(zip, zipGame({ 'a.js': 'one' }))
  expect((await run(hub, await createKey(hub), zip)).output).toMatch(/^Build 1 is what players get now\./)
})

test('what goes wrong is said in sentences, without the key', async ({ hub }) => {
  const key = await createKey(hub)
  const folder = makeFolder({ 'game.php': '' })
  const refused = await run(hub, key, folder)
  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^The build is refused:\n.*index\.html/) })
  expect(refused.output).toContain('game.php: Server programs')
  expect((await run(hub, 'wrong', folder)).output).toMatch(/^The hub does not accept the key/)
  expect((await run(hub, await createKey(hub, 'server'), folder)).output).toMatch(/with the scope "builds"/)
  expect((await run(hub, key, '/nowhere')).output).toBe('There is no folder or zip "/nowhere".\n')
  expect((await run(hub, '', folder)).output).toMatch(/^Set PLAYHUB_KEY/)
  expect(refused.output).not.toContain(key)
})
