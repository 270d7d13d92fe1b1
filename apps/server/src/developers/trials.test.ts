/** Developers' trial builds. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Problem, Trial } from '@playhub/contract'
import { freePorts } from '@playhub/test-kit/free-ports'
import { expect } from 'vitest'
import { fetchFrom } from '../../test/support/builds/game-files.ts'
import { makeZip, startPage, zipGame } from '../../test/support/builds/raw-zip.ts'
import { test as hubTest } from '../../test/support/hub-test.ts'
import type { Player, TestHub } from '../../test/support/test-hub.ts'
import { HOUR_MS } from '../platform/clock.ts'

/** A hub without the sandbox, which serves the games itself. */
const test = hubTest
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  .extend('gamesPort', async ({}) => (await freePorts(1))[0] ?? 0)
  .extend('env', (): Record<string, string> => ({}))
  .extend('hubOptions', ({ gamesPort, env }) => ({
    env: {
      HUB_MODE: 'staging',
      GAMES_PORT: String(gamesPort),
      GAMES_HOST: `games.localhost:${gamesPort}`,
      ...env,
    },
  }))
  .extend('get', ({ gamesPort }) => (url: string, headers?: Record<string, string>) => {
    return fetchFrom({ port: gamesPort, host: '127.0.0.1' }, url, headers)
  })

type Outcome = { status: number; trial: Trial; problem: Problem }

async function upload(hub: TestHub, archive: Buffer, player?: Player, query = ''): Promise<Outcome> {
  const response = await fetch(`${hub.url}/api/developers/trials${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/zip',
      ...(player && { authorization: `Bearer ${player.jwt}` }),
    },
    body: archive,
  })
  const body = (await response.json()) as Problem & { data?: { result: Trial } }
  return { status: response.status, trial: body.data?.result as Trial, problem: body }
}

/** Everything of trials in the storage, the folder for uploads and the database. */
async function listKept({ context }: TestHub): Promise<string[]> {
  const { db, config } = context
  const rows = await db.selectFrom('trials').select('id').execute()
  const list = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  const stored = list(join(config.dataDir, 'builds')).filter((name) => name.startsWith('try-'))
  return [...rows.map(({ id }) => id), ...stored, ...list(config.builds.uploadFolder)]
}

test('a zip is served like a published build for an hour, and leaves nothing', async ({
  hub,
  player,
  get,
}) => {
  const { status, trial } = await upload(hub, zipGame({ 'a.js': 'one', 'a.js.map': '{}' }), player)
  expect(status).toBe(200)
  expect(trial).toMatchObject({ files: 3, isOpaque: false, expiresAt: hub.clock.now() + HOUR_MS })
  expect(trial.warnings.map(({ code, path }) => [code, path])).toEqual([['SOURCE_MAP', 'a.js.map']])
  expect(trial.url).toMatch(/^http:\/\/try-[0-9a-f]{16}\.games\.localhost:\d+\/v\/1\/index\.html$/)

  const page = await get(trial.url)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<title>Tiny</title>')])
  expect(page.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'content-security-policy': expect.stringMatching(/^frame-ancestors 'self' http:\/\/localhost/),
  })
  expect(page.headers['set-cookie']).toBeUndefined()
  const script = await get(new URL('a.js', trial.url).href)
  expect([script.status, script.text, script.headers['cache-control']]).toEqual([200, 'one', 'no-cache'])
  const root = new URL('/', trial.url).href
  expect((await get(root)).headers.location).toBe('/v/1/index.html')
  expect((await get(`${root}a.js`)).text).toBe('one')
  expect((await get(`${root}v/2/index.html`)).status).toBe(404)

  hub.clock.advance(HOUR_MS - 1)
  expect((await get(trial.url)).status).toBe(200)
  hub.clock.advance(1)
  expect((await get(trial.url)).status).toBe(404)
  expect((await get(new URL('a.js', trial.url).href)).status).toBe(404)
  await hub.passTime(HOUR_MS)
  expect(await listKept(hub)).toEqual([])
})

const pages: [string, compat: string | null][] = [
  ['<script src="/sdk.js"></script>', 'yandex'],
  ['<script src="https://game-cdn.poki.com/scripts/v2/poki-sdk.js"></script>', 'poki'],
  ['<script src="lib/sdk.js"></script>', null],
]
for (const [tag, compat] of pages)
  test(`a trial with ${tag} runs on the replacement for ${compat ?? 'no portal'}`, async ({
    hub,
    player,
  }) => {
    const { trial } = await upload(hub, zipGame({ 'game.html': `<head></head>${tag}` }), player)
    const row = await hub.context.db.selectFrom('trials').select('compat').executeTakeFirstOrThrow()
    expect(row.compat).toBe(compat)
    expect(trial.url.includes('yandex')).toBe(compat === 'yandex')
    expect(trial.warnings.filter(({ code }) => code === 'PORTAL_SDK')).toHaveLength(compat ? 1 : 0)
  })

const scripts: [string, Record<string, string | Buffer>, warned: string[], compat: string | null][] = [
  [
    'a script',
    { 'm.js': 's.src="https://sdk.crazygames.com/crazygames-sdk-v3.js"' },
    ['crazygames'],
    'crazygames',
  ],
  ['escaped slashes', { 'm.mjs': '"https:\\/\\/yandex.ru\\/games\\/sdk\\/v2"' }, ['yandex'], 'yandex'],
  [
    'a late line',
    { 'm.js': `${' '.repeat(3_000_000)}"//game-cdn.poki.com/scripts/v2/poki-sdk.js"` },
    ['poki'],
    'poki',
  ],
  [
    'a compressed script',
    { 'Build/a.framework.js.br': brotliCompressSync('"https://html5.api.gamedistribution.com/main.min.js"') },
    ['gamedistribution'],
    'gamedistribution',
  ],
  [
    'a bridge that names others',
    { 'lib.js': '"playgama-bridge" "https://sdk.crazygames.com/" "//game-cdn.poki.com/"' },
    ['playgama'],
    'playgama',
  ],
  [
    'a library of several',
    { 'a.js': '"https://sdk.crazygames.com/"', 'b.js': '"//game-cdn.poki.com/"' },
    ['crazygames | poki'],
    null,
  ],
  [
    'nothing',
    { 'm.js': '"https://crazygames.com/" "poki"', 'a.txt': 'https://sdk.crazygames.com/' },
    [],
    null,
  ],
]
test.for(scripts)(
  'a portal whose SDK is loaded by %s is named',
  async ([, files, warned, compat], { hub, player }) => {
    const { trial } = await upload(hub, zipGame(files), player)
    const named = trial.warnings
      .filter(({ code }) => code === 'PORTAL_SDK')
      .map(({ values }) => values?.compat)
    expect([named, trial.compat]).toEqual([warned, compat])
  },
)

test('a developer chooses the portal of a trial, or none', async ({ hub, player }) => {
  const archive = zipGame({ 'm.js': '"https://sdk.crazygames.com/crazygames-sdk-v3.js"' })
  const choose = async (compat: string) => {
    const { status, trial } = await upload(hub, archive, player, `?compat=${compat}`)
    return [status, trial?.compat, trial?.warnings.map(({ code }) => code)]
  }
  expect(await choose('poki')).toEqual([200, 'poki', []])
  expect(await choose('none')).toEqual([200, null, []])
  expect(await choose('steam')).toEqual([400, undefined, undefined])
})

test('a hosted game is inspected as the hub serves it, without a connection', async ({
  hub,
  player,
  gamesPort,
}) => {
  const { trial } = await upload(hub, zipGame({ 'a.png': 'png' }), player)
  const inspect = async (url: string) => {
    const { data } = await hub.callOk('POST /developers/inspect', { as: player, body: { url } })
    return data.result
  }
  const found = { status: 200, refusedBy: null, problem: null, hosted: { isOpaque: false } }
  expect(await inspect(trial.url)).toEqual({ ...found, url: trial.url, redirects: [] })
  const start = new URL('/', trial.url).href
  expect(await inspect(start)).toEqual({ ...found, url: trial.url.replace(/#.*/, ''), redirects: [start] })
  expect(await inspect(new URL('a.png', trial.url).href)).toMatchObject({ problem: 'notHtml' })
  expect(await inspect(new URL('gone.html', trial.url).href)).toMatchObject({ status: 404, problem: 'error' })
  // No name below the games' host makes the hub open a connection.
  for (const name of ['nothing', 'metadata'])
    expect(await inspect(`http://${name}.games.localhost:22/`)).toMatchObject({
      problem: 'error',
      status: 404,
    })
  for (const url of [
    `http://games.localhost:${gamesPort}/`,
    'http://127.0.0.1.games.localhost/',
    'http://a.localhost/',
  ])
    expect(await inspect(url)).toMatchObject({ problem: 'notAllowed', hosted: null })
})

test('a page of it that is opened in a tab leads to the checker', async ({ hub, player, get }) => {
  const { trial } = await upload(hub, zipGame(), player)
  const { status, headers } = await get(trial.url, { 'sec-fetch-dest': 'document' })
  expect([status, headers.location]).toEqual([302, `${hub.url}/developers`])
})

test('no link and no foreign frame opens a file of it, which would be downloaded', async ({
  hub,
  player,
  get,
}) => {
  const files = { 'Setup.exe': 'MZ', 'Invoice.pdf': '%PDF', 'a.png': 'png', 'a.zip': 'PK' }
  const { trial } = await upload(hub, zipGame(files), player)
  for (const name of Object.keys(files)) {
    for (const path of [`/v/1/${name}`, `/${name}`]) {
      const url = new URL(path, trial.url).href
      const linked = await get(url, { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })
      expect([path, linked.status, linked.headers.location]).toEqual([path, 302, `${hub.url}/developers`])
      for (const dest of ['iframe', 'frame', 'embed', 'object'])
        expect([path, (await get(url, { 'sec-fetch-dest': dest })).status]).toEqual([path, 404])
      expect((await get(url, { 'sec-fetch-dest': 'empty' })).status).toBe(200)
    }
  }
  expect((await get(trial.url, { 'sec-fetch-dest': 'iframe' })).status).toBe(200)
})

test('it is no build of a project, and no project', async ({ hub, player }) => {
  const { trial } = await upload(hub, zipGame(), player)
  expect(await hub.context.db.selectFrom('builds').selectAll().execute()).toEqual([])
  const project = new URL(trial.url).hostname.split('.')[0] ?? ''
  const started = await hub.call('POST /play/start', { body: { project } })
  expect(started.ok || started.body.code).toBe('PROJECT_NOT_FOUND')
})

const oneOrigin = test.extend('env', ({ gamesPort }) => ({
  GAMES_HOST: '',
  GAME_FILES_URL: `http://127.0.0.1:${gamesPort}`,
}))
oneOrigin('without origins of their own, it runs in a sandbox without one', async ({ hub, player, get }) => {
  const { trial } = await upload(hub, zipGame(), player)
  expect(trial.isOpaque).toBe(true)
  expect(trial.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/try-[0-9a-f]{16}\/v\/1\/index\.html$/)
  const { status, headers } = await get(trial.url)
  expect([status, headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining('sandbox allow-scripts'),
  ])
})

test('a refused archive names every problem and leaves nothing', async ({ hub, player }) => {
  const { status, problem } = await upload(hub, zipGame({ 'a.php': '', '../b': '' }), player)
  expect([status, problem.code]).toEqual([409, 'BUILD_REFUSED'])
  const { problems } = problem.details as { problems: { code: string; path: string; text: string }[] }
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['PATH_UNSAFE', '../b'],
    ['FILE_FORBIDDEN', 'a.php'],
  ])
  expect(problems.every(({ text }) => text.endsWith('.'))).toBe(true)
  expect(await listKept(hub)).toEqual([])
})

test('files are refused for what they unpack to, and a broken one is served as it is', async ({
  hub,
  player,
  get,
}) => {
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, ' ')
  const packed = zipGame({
    'page.html.br': brotliCompressSync(megabytes(5)),
    'old.html.gz': gzipSync(megabytes(5)),
    'plain.htm': makeNoise(5),
    'data.unityweb': gzipSync(megabytes(201)),
    'game.wasm.br': brotliCompressSync(megabytes(30)),
  })
  const { problem } = await upload(hub, packed, player)
  const { problems } = problem.details as { problems: { code: string; path: string }[] }
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['PAGE_TOO_LARGE', 'page.html.br'],
    ['PAGE_TOO_LARGE', 'old.html.gz'],
    ['PAGE_TOO_LARGE', 'plain.htm'],
    ['FILE_TOO_LARGE', 'data.unityweb'],
  ])
  expect(await listKept(hub)).toEqual([])
  const { trial } = await upload(
    hub,
    zipGame({ 'texts.br': 'Olá', 'big.br': brotliCompressSync(megabytes(30)) }),
    player,
  )
  const texts = await get(new URL('texts.br', trial.url).href)
  expect([texts.status, texts.text, texts.headers['content-encoding']]).toEqual([200, 'Olá', undefined])
})

/** Does not shrink to a hundredth, which archives are refused for. */
const makeNoise = (megabytes: number) => Buffer.from(randomBytes(megabytes * 512 * 1024).toString('hex'))

test('what is no archive, or breaks off, leaves nothing', async ({ hub, player }) => {
  const { problem } = await upload(hub, Buffer.from('Rar!'), player)
  expect(problem.details).toMatchObject({ problems: [{ code: 'ARCHIVE_NOT_ZIP' }] })
  const json = await hub.call('POST /developers/trials', {
    as: player,
    headers: { 'content-type': 'application/json' },
  })
  expect(json.ok || json.body.code).toBe('BODY_INVALID')

  const broken = httpRequest(`${hub.url}/api/developers/trials`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${player.jwt}`,
      'content-type': 'application/zip',
      'content-length': 1000,
    },
  })
  broken.on('error', () => {})
  broken.write(Buffer.alloc(500))
  await expect.poll(() => listKept(hub)).toHaveLength(2)
  broken.destroy()
  await expect.poll(() => listKept(hub)).toEqual([])
})

/** Stored, so packing does not change its size. */
const makeZipWith = (kilobytes: number) =>
  makeZip([startPage, { name: 'a.bin', content: Buffer.alloc(kilobytes * 1024), method: 0 }])

const small = test.extend('env', () => ({ BUILD_ARCHIVE_MB: '1', TRIAL_BUILDS_MB: '2' }))
small('trials share a limited space, which is free again after an hour', async ({ hub, player }) => {
  expect((await upload(hub, makeZipWith(1100), player)).problem.code).toBe('BODY_TOO_LARGE')
  for (const kilobytes of [900, 900])
    expect((await upload(hub, makeZipWith(kilobytes), player)).status).toBe(200)
  const { status, problem } = await upload(hub, makeZipWith(900), player)
  expect([status, problem.code]).toEqual([503, 'TRIALS_FULL'])
  // Packed it would fit, unpacked it does not.
  const packed = makeZip([startPage, { name: 'a.bin', content: Buffer.alloc(900 * 1024) }])
  expect((await upload(hub, packed, player)).problem.code).toBe('TRIALS_FULL')
  expect((await upload(hub, makeZipWith(100), player)).status).toBe(200)
  hub.clock.advance(HOUR_MS)
  expect((await upload(hub, makeZipWith(900), player)).status).toBe(200)
})

const behindProxy = test.extend('env', () => ({ TRUST_PROXY: 'true' }))
small('uploads that stall take no space from others', async ({ hub, player }) => {
  const stalled = Array.from({ length: 8 }, () => {
    const request = httpRequest(`${hub.url}/api/developers/trials`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${player.jwt}`,
        'content-type': 'application/zip',
        'content-length': 1000 * 1024,
      },
    })
    request.on('error', () => {})
    request.write('PK')
    return request
  })
  await expect.poll(() => listKept(hub)).toHaveLength(16)
  expect((await upload(hub, makeZipWith(900), player)).status).toBe(200)
  for (const request of stalled) request.destroy()
})

behindProxy('an account has a limit of checks at all its addresses', async ({ hub, player }) => {
  const inspect = (as: Player, ip: string) =>
    hub.call('POST /developers/inspect', {
      as,
      body: { url: 'http://127.0.0.1:9/' },
      headers: { 'x-forwarded-for': ip },
    })
  const codes: string[] = []
  for (let count = 0; count <= 20; count++) {
    const { ok, body } = await inspect(player, `203.0.113.${count}`)
    codes.push(ok ? 'ok' : body.code)
  }
  expect(codes).toEqual([...Array(20).fill('ok'), 'TOO_MANY_REQUESTS'])
  expect((await inspect(await hub.logIn(), '203.0.113.99')).ok).toBe(true)
})

const closed = test.extend('env', () => ({ TRIAL_BUILDS_MB: '0' }))
closed('the operator may switch it off', async ({ hub, player }) => {
  expect((await upload(hub, zipGame(), player)).problem.code).toBe('GAMES_NOT_HOSTED')
})

const without = test.extend('env', () => ({ GAMES_HOST: '' }))
without('a hub that hosts no games takes no build', async ({ hub, player }) => {
  expect((await upload(hub, zipGame(), player)).problem.code).toBe('GAMES_NOT_HOSTED')
})

test('it needs a login outside the sandbox, and has a limit per address', async ({ hub, player }) => {
  expect((await upload(hub, zipGame())).problem.code).toBe('UNAUTHORIZED')
  for (let count = 0; count < 20; count++)
    expect((await upload(hub, Buffer.from('Rar!'), player)).problem.code).toBe('BUILD_REFUSED')
  expect((await upload(hub, zipGame(), player)).problem.code).toBe('TOO_MANY_REQUESTS')
})

hubTest('in the sandbox it needs no login', async ({ hub }) => {
  expect((await upload(hub, zipGame())).status).toBe(200)
})
