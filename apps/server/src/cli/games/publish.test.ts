import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeFolder } from '../../../test/support/builds/make-folder.ts'
import { test } from '../../../test/support/hub-test.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { readBuilds } from '../../builds/index.ts'

test('each problem of a refused build has a line', async ({ hub }) => {
  const folder = makeFolder({ 'index.html': '', 'game.php': '', '.env': '' })
  const { code, printed } = await runOnHub(hub, `games publish islandm3 ${folder}`)
  expect(code).toBe(1)
  expect(printed).toMatch(/^The build is refused:\n {2}\.env: [^\n]+\n {2}game\.php: [^\n]+$/)
})

test('a link among the junk of a folder does not matter', async ({ hub }) => {
  const folder = makeFolder({ 'index.html': '' })
  symlinkSync(folder, join(folder, 'node_modules'))
  const { code, printed } = await runOnHub(hub, `games publish islandm3 ${folder}`)
  expect([code, printed]).toEqual([0, expect.stringMatching(/^Build 1 of islandm3: 1 files\./)])
})

test("a build that loads a portal's SDK is warned about until its project names the portal", async ({
  hub,
}) => {
  const folder = makeFolder({ 'index.html': '', 'main.js': '"https://sdk.crazygames.com/sdk.js"' })
  const { printed } = await runOnHub(hub, `games publish islandm3 ${folder}`)
  expect(printed).toContain('set game: { compat: crazygames }')
  const { builds } = hub.context
  const listWarnings = async (hasPortal: boolean) =>
    (await readBuilds({ ...builds, hasPortal: () => hasPortal }, 'islandm3')).flatMap(
      ({ warnings }) => warnings,
    )
  expect(await listWarnings(false)).toMatchObject([{ code: 'PORTAL_SDK' }])
  expect(await listWarnings(true)).toEqual([])
})
