import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import { zipGame } from '../../test/support/builds/raw-zip.ts'
import { gameServerClient } from '../../test/support/game-server-client.ts'
import { test } from '../../test/support/hub-test.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import { createProjectKey } from './project-keys.ts'

const project = 'islandm3'
const hash = (content: string) => createHash('sha256').update(content).digest('hex')

async function openTeam(hub: TestHub, scope: 'server' | 'builds' = 'builds') {
  const given = { project, name: 'CI', expiresAt: null, scope }
  const { key } = await createProjectKey(hub.context, given, { operator: 'olga', reason: null })
  const headers = { authorization: `Bearer ${key}` }
  async function send(
    method: string,
    path: string,
    body: Buffer | string,
    type = 'application/octet-stream',
  ) {
    const response = await fetch(`${hub.url}/api/server/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': type },
      body,
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
  const upload = (archive: Buffer, query = '') =>
    send('POST', `/builds/archive${query}`, archive, 'application/zip')
  return { key, headers, send, upload, ...gameServerClient(hub, key) }
}

const listUploads = ({ context }: TestHub) => {
  const { uploadFolder } = context.config.builds
  return existsSync(uploadFolder) ? readdirSync(uploadFolder) : []
}

test('an archive becomes the build that players get, and rolls back', async ({ hub }) => {
  const team = await openTeam(hub)
  const first = await team.upload(zipGame({ 'a.js': 'one' }), '?label=v1.0')
  expect(first).toMatchObject({
    status: 201,
    body: { number: 1, label: 'v1.0', state: 'ready', isCurrent: true, files: 2, warnings: [] },
  })
  const second = await team.upload(zipGame({ 'a.js': 'two' }), '?activate=false')
  expect(second.body).toMatchObject({ number: 2, isCurrent: false, activatedAt: null })
  expect(second.body.previewUrl).toMatch(/\/developers\/previews\/islandm3--2-[0-9a-z]{3}-[0-9a-f]{16}$/)
  const { id } = second.body
  expect(await team.callOk('POST /builds/{id}/activate', { params: { id } })).toMatchObject({
    isCurrent: true,
    activatedAt: hub.clock.now(),
  })
  const builds = (await team.callOk('GET /builds')).data.result
  expect(builds.map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
    [2, true],
    [1, false],
  ])
  expect(await team.getOutcome('DELETE /builds/{id}', { params: { id } })).toBe('BUILD_IS_CURRENT')
  expect(await team.getOutcome('DELETE /builds/{id}', { params: { id: first.body.id } })).toBe('ok')
  expect(await team.getOutcome('GET /builds/{id}', { params: { id: first.body.id } })).toBe('BUILD_NOT_FOUND')
  expect(listUploads(hub)).toEqual([])
})

test('an archive that is sent again after a lost response is published once', async ({ hub }) => {
  const team = await openTeam(hub)
  const archive = zipGame({ 'a.js': 'one' })
  const together = await Promise.all([1, 2, 3].map(() => team.upload(archive)))
  const [{ body: first } = expect.unreachable()] = together
  expect(together.map(({ status, body }) => [status, body.id])).toEqual(together.map(() => [201, first.id]))
  expect((await team.upload(archive)).body).toMatchObject({ id: first.id, isCurrent: true })
  const list = async () => (await team.callOk('GET /builds')).data.result
  expect(await list()).toHaveLength(1)
  const { db } = hub.context
  const published = db.selectFrom('auditLog').select('id').where('action', '=', 'build.publish')
  expect(await published.execute()).toHaveLength(1)

  expect((await team.upload(archive, '?label=v2')).body.id).not.toBe(first.id)
  expect((await team.upload(archive)).body.id).not.toBe(first.id)
  expect((await (await openTeam(hub)).upload(archive)).body.id).not.toBe(first.id)
  const before = await team.upload(archive)
  hub.clock.advance(10 * 60_000)
  expect((await team.upload(archive)).body.id).not.toBe(before.body.id)
  const unseen = await team.upload(archive, '?activate=false')
  expect(unseen.body.isCurrent).toBe(true)
  expect(listUploads(hub)).toEqual([])
})

test('an archive is activated when only its first sending was not', async ({ hub }) => {
  const team = await openTeam(hub)
  const { body } = await team.upload(zipGame(), '?activate=false')
  expect(body.isCurrent).toBe(false)
  expect((await team.upload(zipGame())).body).toMatchObject({ id: body.id, isCurrent: true })
})

test('a refused archive names every problem and leaves nothing', async ({ hub }) => {
  const team = await openTeam(hub)
  const { status, body } = await team.upload(zipGame({ 'a.php': '', '../b': '' }))
  expect([status, body.code]).toEqual([409, 'BUILD_REFUSED'])
  expect(body.details.problems.map(({ code }: { code: string }) => code)).toEqual([
    'PATH_UNSAFE',
    'FILE_FORBIDDEN',
  ])
  expect((await team.callOk('GET /builds')).data.result).toEqual([])
  expect(listUploads(hub)).toEqual([])
})

test('an upload file by file sends only what the project lacks', async ({ hub }) => {
  const team = await openTeam(hub)
  await team.upload(zipGame({ 'a.js': 'one' }))
  const files = { 'index.html': '<!doctype html><title>Tiny</title>', 'a.js': 'one', 'b.js': 'two' }
  const listed = Object.entries(files).map(([path, text]) => ({
    path,
    size: text.length,
    sha256: hash(text),
  }))
  const begun = await team.call('POST /builds', { body: { label: 'v2', files: listed } })
  if (!begun.ok) return expect.unreachable()
  expect(begun).toMatchObject({
    status: 201,
    body: { number: 2, state: 'uploading', missing: [hash('two')] },
  })
  const { id } = begun.body
  const finish = { params: { id }, body: {} } as { params: { id: string }; body: { activate: boolean } }
  expect(await team.getOutcome('POST /builds/{id}/finish', finish)).toBe('BUILD_INCOMPLETE')
  const put = (sha256: string, text: string) => team.send('PUT', `/builds/${id}/files/${sha256}`, text)
  expect((await put(hash('two'), 'tw0')).body.code).toBe('BUILD_FILE_MISMATCH')
  expect((await put(hash('two'), 'two and more')).body.code).toBe('BUILD_FILE_MISMATCH')
  expect((await put(hash('other'), 'other')).body.code).toBe('BUILD_FILE_UNKNOWN')
  expect((await put(hash('two'), 'two')).status).toBe(204)
  expect(await team.callOk('POST /builds/{id}/finish', finish)).toMatchObject({
    state: 'ready',
    isCurrent: true,
    files: 3,
  })
  expect((await put(hash('two'), 'two')).body.code).toBe('BUILD_NOT_FOUND')
  expect(listUploads(hub)).toEqual([])
})

test('a key of a game server cannot publish, and a builds key can do nothing else', async ({ hub }) => {
  const [team, server] = [await openTeam(hub), await openTeam(hub, 'server')]
  expect((await server.upload(zipGame())).body.code).toBe('PROJECT_KEY_SCOPE_WRONG')
  expect(await server.getOutcome('GET /builds')).toBe('PROJECT_KEY_SCOPE_WRONG')
  expect(await server.getOutcome('GET /purchases')).toBe('ok')
  expect(await team.getOutcome('GET /purchases')).toBe('PROJECT_KEY_SCOPE_WRONG')
  expect(await team.getOutcome('POST /webhooks/test')).toBe('PROJECT_KEY_SCOPE_WRONG')
})

test('an upload that breaks off, or is too large, leaves nothing', async ({ hub }) => {
  const team = await openTeam(hub)
  const url = new URL(`${hub.url}/api/server/v1/builds/archive`)
  const headers = { ...team.headers, 'content-type': 'application/zip', 'content-length': 1000 }
  const broken = httpRequest(url, { method: 'POST', headers })
  broken.on('error', () => {})
  broken.write(Buffer.alloc(500))
  await expect.poll(() => listUploads(hub).length).toBe(1)
  broken.destroy()
  await expect.poll(() => listUploads(hub)).toEqual([])
  expect((await team.callOk('GET /builds')).data.result).toEqual([])
})

test('concurrent publishes get distinct numbers', async ({ hub }) => {
  const team = await openTeam(hub)
  const uploads = Array.from({ length: 8 }, (_, n) => team.upload(zipGame({ 'a.js': `${n}` })))
  const numbers = (await Promise.all(uploads)).map(({ body }) => body.number)
  expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('old builds go with their files; the newest, the current and the previous one stay', async ({ hub }) => {
  const team = await openTeam(hub)
  for (let n = 1; n <= 14; n++) await team.upload(zipGame({ 'a.js': `version ${n}` }), `?activate=${n <= 2}`)
  await hub.passTime(3 * 60 * 60 * 1000)
  const numbers = (await team.callOk('GET /builds')).data.result.map(({ number }) => number)
  expect(numbers).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 2, 1])
  const isStored = (n: number) => {
    const sha256 = hash(`version ${n}`)
    return existsSync(join(hub.context.config.dataDir, 'builds', project, sha256.slice(0, 2), sha256))
  }
  expect([1, 2, 3, 4, 5].map(isStored)).toEqual([true, true, false, false, true])
})

test('large text is stored compressed as well, once it is published', async ({ hub }) => {
  const team = await openTeam(hub)
  await team.upload(zipGame({ 'a.js': 'let value = 1\n'.repeat(1000), 'b.png': Buffer.alloc(5000) }))
  await hub.runDueJobs()
  const { manifest } = await hub.context.db.selectFrom('builds').selectAll().executeTakeFirstOrThrow()
  const [script, picture] = [JSON.parse(manifest)['a.js'], JSON.parse(manifest)['b.png']]
  expect([script[2], script[4]]).toEqual([
    'text/javascript; charset=utf-8',
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ])
  expect([picture[2], picture[4]]).toEqual(['image/png', null])
})
