/** The command of teams, which they run from the hub without this repository. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { makeFolder } from '../../test/support/builds/make-folder.ts'
import { zipGame } from '../../test/support/builds/raw-zip.ts'
import { test } from '../../test/support/hub-test.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import { createProjectKey } from './project-keys.ts'

const command = join(import.meta.dirname, '../../../../packages/game-sdk/bin/playhub.js')

async function createKey(hub: TestHub, scope: 'server' | 'builds' = 'builds'): Promise<string> {
  const given = { project: 'islandm3', name: 'CI', expiresAt: null, scope }
  return (await createProjectKey(hub.context, given, { operator: 'olga', reason: null })).key
}

/** Passes everything on to the hub, but loses the first response to a path. */
async function startLossyProxy(hub: TestHub, path: RegExp): Promise<{ url: string }> {
  let isLost = false
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request
    const forwarded = httpRequest(hub.url + url, { method, headers }, (received) => {
      const loses = !isLost && path.test(url)
      isLost ||= loses
      if (loses) received.resume().on('end', () => request.socket.destroy())
      else received.pipe(response.writeHead(received.statusCode ?? 500, received.headers))
    })
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const run = (hub: { url: string }, key: string, ...words: string[]) =>
  runCommand(hub, key, 'publish', ...words)

/** On a Node without `URL.parse`, as version 20 is. */
function runCommand(
  hub: { url: string },
  key: string,
  ...words: string[]
): Promise<{ code: number; output: string }> {
  const old = ['--import', 'data:text/javascript,delete URL.parse']
  const args = [...old, command, ...words, '--hub', hub.url]
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

test('a refused label, another server and --help have sentences', async ({ hub }) => {
  const key = await createKey(hub)
  const game = makeFolder({ 'index.html': '<title>Tiny</title>' })
  const label = await run(hub, key, game, '--label', 'x'.repeat(300))
  expect(label).toMatchObject({ code: 1, output: expect.stringMatching(/^The hub refused label: ./m) })
  const server = createServer((_, response) => response.writeHead(404).end('<h1>Not found</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await runCommand({ url }, key, 'builds')).output).toContain(`${url} is no hub`)
  expect(await runCommand(hub, key, '--help')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Usage:/),
  })
})

test('a publish whose last response is lost succeeds', async ({ hub }) => {
  const folder = makeFolder({ 'index.html': '<title>A</title>', '.nojekyll': '' })
  const proxy = await startLossyProxy(hub, /finish$/)
  expect(await run(proxy, await createKey(hub), folder)).toEqual({
    code: 0,
    output: expect.stringMatching(/\nBuild 1 is what players get now\./),
  })
})

test('a zip above the limit of the hub is refused before it is sent', async ({ hub }) => {
  const key = await createKey(hub)
  const zip = join(makeFolder(), 'game.zip')
  hub.context.config.builds.limits.archiveBytes = 1024 * 1024
  writeFileSync(zip, Buffer.alloc(30 * 1024 * 1024))
  expect(await run(hub, key, zip)).toEqual({
    code: 1,
    output: 'The zip is larger than this hub accepts: publish its folder instead.\n',
  })
})

test('a hub on this machine needs no protocol, another address has to be one of the web', async ({ hub }) => {
  const key = await createKey(hub)
  const port = new URL(hub.url).port
  expect(await runCommand({ url: `localhost:${port}` }, key, 'builds')).toEqual({
    code: 0,
    output: 'There are no builds yet.\n',
  })
  for (const url of ['', 'ftp://hub.example', 'file:///etc', 'a b'])
    expect((await runCommand({ url }, key, 'builds')).output, url).toMatch(/^Usage: /)
  const secure = await runCommand({ url: `127.0.0.1.nip.invalid:${port}` }, key, 'frobnicate')
  expect(secure.output).toMatch(/^Usage: /)
})

test('a team lists its builds with their authors, previews, activates and rolls back', async ({ hub }) => {
  const key = await createKey(hub)
  for (const label of ['v1', 'v2']) await run(hub, key, makeFolder({ 'index.html': label }), '--label', label)
  const list = async () => (await runCommand(hub, key, 'builds')).output
  expect(await list()).toMatch(
    /^2 \(v2\) {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC by key CI, 1 files, 0\.0 MB, players get it\n1 \(v1\) {2}[^\n]+ 0\.0 MB\n$/,
  )
  expect((await runCommand(hub, key, 'preview', '1')).output).toMatch(/^http:\/\/\S+\n$/)
  expect((await runCommand(hub, key, 'rollback')).output).toBe('Players get build 1 again.\n')
  expect((await runCommand(hub, key, 'activate', '2')).output).toBe('Players get build 2 now.\n')
  expect(await runCommand(hub, key, 'activate', '9')).toEqual({
    code: 1,
    output: 'There is no build 9. To list them: builds\n',
  })
  expect((await runCommand(hub, key, 'preview')).output).toMatch(/^Usage: /)
})

test('a rollback whose response is lost is not undone by its repetition', async ({ hub }) => {
  const key = await createKey(hub)
  expect((await runCommand(hub, key, 'rollback')).output).toBe('There is no earlier build to return to.\n')
  for (const text of ['one', 'two']) await run(hub, key, makeFolder({ 'index.html': text }))
  const proxy = await startLossyProxy(hub, /rollback$/)
  expect((await runCommand(proxy, key, 'rollback')).output).toBe('Players get build 1 again.\n')
  expect((await runCommand(hub, key, 'builds')).output).toMatch(/\n1 {2}.*players get it\n$/)
})

test('no name on the hub moves the cursor of a terminal', async ({ hub }) => {
  const given = { project: 'islandm3', name: '\u001b[2J\u202eCI', expiresAt: null, scope: 'builds' } as const
  const { key } = await createProjectKey(hub.context, given, { operator: 'olga', reason: null })
  await run(hub, key, makeFolder({ 'index.html': '' }))
  expect((await runCommand(hub, key, 'builds')).output).toContain('by key [2JCI,')
})

test('names with decomposed accents, as macOS lists them, become composed ones', async ({ hub }) => {
  const folder = makeFolder({ 'index.html': '<title>A</title>', 'cafe\u0301.js': 'one' })
  expect((await run(hub, await createKey(hub), folder)).code).toBe(0)
  const { manifest } = await hub.context.db.selectFrom('builds').selectAll().executeTakeFirstOrThrow()
  expect(Object.keys(JSON.parse(manifest)).toSorted()).toEqual(['caf\u00e9.js', 'index.html'])
})
