import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startGameFiles } from '../../test/support/builds/game-files.ts'
import { activateBuild, insertBuild } from '../../test/support/builds/publish-build.ts'
import { testClock } from '../../test/support/test-clock.ts'
import { loadPreviewSecret, toPreviewLabel } from '../builds/index.ts'
import { DAY_MS } from '../platform/clock.ts'
import { createLog } from '../platform/observability/log.ts'

const site = 'https://tetris.games.example'
const page = '<!doctype html><head><title>Tetris</title></head><script src="main.js"></script>'

test('the start redirects to the current version and keeps the query', async () => {
  const { publish, get } = await startGameFiles()
  await publish(3, { 'index.html': page })
  const { status, headers } = await get(`${site}/?level=2`)
  expect(status).toBe(302)
  expect(headers.location).toBe('/v/3/index.html?level=2')
  expect(headers['cache-control']).toBe('no-cache')
  expect((await get(`${site}/v/3/`)).headers.location).toBe('/v/3/index.html')
})

test('files of a version may be cached for ever and are known by their content', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page, 'assets/hero.png': 'png' })
  const { status, headers, text } = await get(`${site}/v/1/assets/hero.png`)
  expect([status, text]).toEqual([200, 'png'])
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '3',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    vary: 'accept-encoding',
  })
  const etag = String(headers.etag)
  expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
  const again = await get(`${site}/v/1/assets/hero.png`, { 'if-none-match': `"other", W/${etag}` })
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
  const head = await get(`${site}/v/1/assets/hero.png`, {}, 'HEAD')
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '3'])
})

test('every response says who may frame and read it', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page })
  for (const path of ['/', '/v/1/index.html', '/missing', '/%']) {
    const { headers } = await get(site + path)
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'same-origin',
      'origin-agent-cluster': '?1',
    })
    expect(headers['content-security-policy']).toContain(
      "frame-ancestors 'self' https://play.example https://*.play.example https://tenant.example",
    )
    expect(headers['set-cookie']).toBeUndefined()
  }
  const { headers } = await get(`${site}/v/1/index.html`)
  expect(headers['content-security-policy']).toMatch(/https:\/\/team\.example$/)
  expect(headers['document-isolation-policy']).toBeUndefined()
})

test('a project may close its network and ask for threads', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page }, 'chess')
  const { headers } = await get('https://chess.games.example/v/1/index.html')
  expect(headers['document-isolation-policy']).toBe('isolate-and-credentialless')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval' https:\/\/play\.example code\.jquery\.com wss:\/\/code\.jquery\.com;/,
  )
})

test('pages get the boot script and are asked for again', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page })
  const { headers, text } = await get(`${site}/v/1/index.html`)
  expect(text).toBe(page.replace('<head>', '<head><script>boot()</script>'))
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  const etag = String(headers.etag)
  expect((await get(`${site}/v/1/index.html`, { 'if-none-match': etag })).status).toBe(304)
  const compressed = await get(`${site}/v/1/index.html`, { 'accept-encoding': 'gzip, br' })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(compressed.headers.etag).not.toBe(etag)
  expect((await get(`${site}/v/1/index.html`, {}, 'HEAD')).headers['content-length']).toBe(
    String(text.length),
  )
})

test('an export for a learning platform finds one without a session in its own window', async () => {
  const { publish, get } = await startGameFiles({ bootScript: 'var booted = true' })
  await publish(1, { 'index.html': page, 'imsmanifest.xml': '<manifest/>' })
  const { text } = await get(`${site}/v/1/index.html`)
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(text) ?? []
  const window: Record<string, Record<string, (...args: string[]) => string>> = {}
  runInNewContext(script, Object.assign(window, { window }))
  expect(window.booted).toBe(true)
  const answers = [
    window.API?.LMSInitialize?.(''),
    window.API?.LMSGetValue?.('cmi.core.score.raw'),
    window.API_1484_11?.Initialize?.(''),
    window.API_1484_11?.GetLastError?.(),
  ]
  expect(answers).toEqual(['false', '', 'false', '101'])
})

test('pages of a game with `saves: auto` save their storage, too', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page }, 'chess')
  const { text } = await get('https://chess.games.example/v/1/index.html')
  expect(text).toContain('<head><script>boot()\nsave()</script>')
})

test('pages at the one origin of all games save their storage only with `saves: auto`, too', async () => {
  const { publish, get } = await startGameFiles({
    hosting: { kind: 'one-origin', origin: 'https://files.example' },
  })
  for (const project of ['tetris', 'chess']) await publish(1, { 'index.html': page }, project)
  const read = async (project: string) => (await get(`https://files.example/${project}/v/1/index.html`)).text
  expect(await read('tetris')).toContain('<head><script>boot()</script>')
  expect(await read('chess')).toContain('<head><script>boot()\nsave()</script>')
})

test('another boot script makes another page', async () => {
  const [one, other] = await Promise.all([startGameFiles(), startGameFiles({ bootScript: 'boot(2)' })])
  const etags = []
  for (const { publish, get } of [one, other]) {
    await publish(1, { 'index.html': page })
    etags.push((await get(`${site}/v/1/index.html`)).headers.etag)
  }
  expect(etags[0]).not.toBe(etags[1])
})

test('root-absolute paths take the version of the page that asks, else the current one', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page, 'assets/main.js': 'one' })
  await publish(2, { 'index.html': page, 'assets/main.js': 'two' })
  const fromPage = { referer: `${site}/v/1/index.html` }
  const one = await get(`${site}/assets/main.js`, fromPage)
  expect([one.text, one.headers['cache-control']]).toEqual(['one', 'no-cache'])
  expect(one.headers.vary).toContain('referer')
  expect((await get(`${site}/assets/main.js`)).text).toBe('two')
  const elsewhere = { referer: 'https://evil.example/v/1/index.html' }
  expect((await get(`${site}/assets/main.js`, elsewhere)).text).toBe('two')
})

test('a proxy may take the port away from the host', async () => {
  const { publish, get } = await startGameFiles()
  for (const number of [1, 2]) await publish(number, { 'index.html': page, 'data.json': `${number}` })
  const referer = 'https://tetris.games.example:8443/v/1/index.html'
  expect((await get(`${site}/data.json`, { referer })).text).toBe('1')
})

test('a root-absolute script gets an address with the version, so that its imports do', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page, 'assets/main.js': 'one' })
  const { status, headers } = await get(`${site}/assets/main.js?t=1`, {
    referer: `${site}/v/1/index.html`,
    'sec-fetch-dest': 'script',
  })
  expect([status, headers.location]).toEqual([302, '/v/1/assets/main.js?t=1'])
})

test('compressed files are sent as such under their own name and that of their content', async () => {
  const { publish, get } = await startGameFiles()
  const [br, gz] = [brotliCompressSync('wasm'), gzipSync('pack')]
  await publish(1, {
    'index.html': page,
    'game.wasm.br': { content: br, encoding: 'br', type: 'application/wasm' },
    'game.pck.gz': { content: gz, encoding: 'gzip', type: 'application/octet-stream' },
    'build.data.unityweb': { content: gz, encoding: 'gzip', type: 'application/octet-stream' },
  })
  for (const [path, encoding, bytes, text] of [
    ['game.wasm.br', 'br', br, 'wasm'],
    ['game.wasm', 'br', br, 'wasm'],
    ['game.pck', 'gzip', gz, 'pack'],
    ['build.data.unityweb', 'gzip', gz, 'pack'],
  ] as const) {
    const accepted = await get(`${site}/v/1/${path}`, { 'accept-encoding': 'gzip, deflate, br' })
    expect(accepted.headers['content-encoding'], path).toBe(encoding)
    expect(accepted.body, path).toEqual(bytes)
    const refused = await get(`${site}/v/1/${path}`, { 'accept-encoding': `${encoding};q=0` })
    expect(refused.headers['content-encoding'], path).toBeUndefined()
    expect(refused.text, path).toBe(text)
    expect(refused.headers.etag, path).not.toBe(accepted.headers.etag)
  }
  const wasm = await get(`${site}/v/1/game.wasm`, { 'accept-encoding': 'br' })
  expect(wasm.headers['content-type']).toBe('application/wasm')
})

test('the smaller variant goes to clients that accept brotli', async () => {
  const { publish, get } = await startGameFiles()
  const brotli = brotliCompressSync('text')
  await publish(1, { 'index.html': page, 'main.js': { content: 'text', brotli } })
  const { body, headers } = await get(`${site}/v/1/main.js`, { 'accept-encoding': 'br' })
  expect(body).toEqual(brotli)
  expect(headers['content-encoding']).toBe('br')
  expect((await get(`${site}/v/1/main.js`)).text).toBe('text')
  // A range counts the bytes of the file, not of its variant.
  const part = await get(`${site}/v/1/main.js`, { 'accept-encoding': 'br', range: 'bytes=1-2' })
  expect([part.status, part.text, part.headers['content-encoding']]).toEqual([206, 'ex', undefined])
})

test.for([
  ['bytes=0-1', 206, '01', 'bytes 0-1/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=5-100', 206, '56789', 'bytes 5-9/10'],
  ['bytes=10-', 416, 'The file has no such range.\n', 'bytes */10'],
  ['bytes=-0', 416, 'The file has no such range.\n', 'bytes */10'],
  ['bytes=3-1', 200, '0123456789', undefined],
  ['bytes=0-1,3-4', 200, '0123456789', undefined],
  ['lines=0-1', 200, '0123456789', undefined],
] as const)('the range %s', async ([range, status, text, contentRange]) => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page, 'music.mp3': '0123456789' })
  const response = await get(`${site}/v/1/music.mp3`, { range })
  expect([response.status, response.text, response.headers['content-range']]).toEqual([
    status,
    text,
    contentRange,
  ])
})

test('a part is only sent of the content that the client has', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page, 'music.mp3': '0123456789' })
  const etag = String((await get(`${site}/v/1/music.mp3`)).headers.etag)
  const range = { range: 'bytes=0-1' }
  expect((await get(`${site}/v/1/music.mp3`, { ...range, 'if-range': etag })).status).toBe(206)
  expect((await get(`${site}/v/1/music.mp3`, { ...range, 'if-range': '"other"' })).status).toBe(200)
})

test.for([
  '/v/1/missing.js',
  '/v/1/../../etc/passwd',
  '/v/1/%2e%2e/%2e%2e/etc/passwd',
  '/v/1/..%2findex.html',
  '/v/1/%',
  '/v/1/a%00',
  '/v/1/__proto__',
  '/v/2/index.html',
  '/v/01/index.html',
  '/v/99999999999/index.html',
  '/missing/page',
  '//v/1/index.html',
])('%s is 404 in plain text', async (path) => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page })
  const { status, headers, text } = await get(site + path)
  expect([status, headers['content-type'], text]).toEqual([
    404,
    'text/plain; charset=utf-8',
    'There is no such file here.\n',
  ])
})

test.for([
  'https://unknown.games.example/',
  'https://games.example/',
  'https://a.tetris.games.example/',
  'https://play.example/',
  'https://chess.games.example/',
])('%s is 404 without a build', async (url) => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page })
  expect((await get(url)).status).toBe(404)
})

test('only reading is allowed', async () => {
  const { get } = await startGameFiles()
  const { status, headers } = await get(`${site}/`, {}, 'POST')
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('a browser that asks before it sends a header may send any', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page })
  for (const path of ['/v/1/index.html', '/index.html', '/missing']) {
    const requestHeaders = {
      origin: 'null',
      'access-control-request-headers': 'x-requested-with, if-modified-since',
    }
    const { status, headers } = await get(site + path, requestHeaders, 'OPTIONS')
    expect(status, path).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*, Authorization',
    })
  }
})

test('a build that was never activated is unreachable but by its preview', async () => {
  const clock = testClock('2026-11-25T12:00:00Z')
  const { db, storage, publish, get } = await startGameFiles({ clock })
  await publish(1, { 'index.html': page, 'main.js': 'one' })
  const files = { 'index.html': page, 'main.js': 'two' }
  const id = await insertBuild(db, storage, { project: 'tetris', number: 2, files, activatedAt: null })
  const secret = await loadPreviewSecret(db)
  const label = toPreviewLabel(secret, { project: 'tetris', number: 2 }, clock.now())
  expect(label).toMatch(/^tetris--2-[0-9a-z]{3}-[0-9a-f]{16}$/)
  const preview = `https://${label}.games.example/`
  expect((await get(`${site}/v/2/main.js`)).status).toBe(404)
  expect((await get(preview)).headers.location).toBe('/v/2/index.html')
  expect((await get(`${preview}v/2/main.js`)).text).toBe('two')
  expect((await get(`${preview}main.js`)).text).toBe('two')
  expect((await get(`${preview}v/1/main.js`)).status).toBe(404)
  expect((await get(preview.replace(/[0-9a-f]{16}/, '0123456789abcdef'))).status).toBe(404)
  expect((await get(preview.replace('--2', '--1'))).status).toBe(404)
  for (const later of [1, 36, 36 ** 2]) {
    const [start = '', day = '', end = ''] = label.split(/(?<=--2-)([0-9a-z]+)/)
    const forged = `${start}${(Number.parseInt(day, 36) + later).toString(36)}${end}`
    expect((await get(`https://${forged}.games.example/v/2/main.js`)).status).toBe(404)
  }
  // In a tab it opens on the hub.
  const document = { 'sec-fetch-dest': 'document' }
  const tab = await get(`${preview}v/2/index.html`, document)
  expect([tab.status, tab.headers.location]).toEqual([
    302,
    `https://play.example/developers/previews/${label}`,
  ])
  clock.advance(7 * DAY_MS)
  expect((await get(`${preview}v/2/main.js`)).status).toBe(200)
  clock.advance(DAY_MS)
  expect((await get(`${preview}v/2/main.js`)).status).toBe(404)
  await activateBuild(db, 'tetris', id)
  expect((await get(`${site}/v/2/main.js`)).text).toBe('two')
})

test('a removed build is gone', async () => {
  const { db, folder, publish, get } = await startGameFiles()
  const id = await publish(1, { 'index.html': page, 'main.js': 'one' })
  expect((await get(`${site}/v/1/main.js`)).status).toBe(200)
  await db.updateTable('builds').set({ state: 'removed' }).where('id', '=', id).execute()
  rmSync(folder, { recursive: true })
  expect((await get(`${site}/v/1/main.js`)).status).toBe(404)
})

test('a page opened in a tab leads to the game on the hub', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page, 'hero.png': 'png' })
  const document = { 'sec-fetch-dest': 'document', 'accept-language': 'ru' }
  const { status, headers } = await get(`${site}/v/1/index.html`, document)
  expect([status, headers.location]).toEqual([302, 'https://play.example/games/ru/tetris/'])
  expect(headers.vary).toContain('sec-fetch-dest')
  expect((await get(`${site}/v/1/hero.png`, document)).status).toBe(200)
  expect((await get(`${site}/v/1/index.html`, { 'sec-fetch-dest': 'iframe' })).status).toBe(200)
})

test.for(['page.xhtml', 'picture.svg', 'data.xml'])(
  '%s, which may hold a page, leads there as well',
  async (file) => {
    const { publish, get } = await startGameFiles()
    await publish(1, { 'index.html': page, [file]: '<html xmlns="http://www.w3.org/1999/xhtml"/>' })
    // Caches keep it for ever, so they must know a tab gets something else.
    for (const destination of ['image', 'document'])
      expect((await get(`${site}/v/1/${file}`, { 'sec-fetch-dest': destination })).headers.vary).toContain(
        'sec-fetch-dest',
      )
    const document = { 'sec-fetch-dest': 'document' }
    expect((await get(`${site}/v/1/${file}`, document)).status).toBe(302)
    expect((await get(`${site}/v/1/${file}`, { 'sec-fetch-dest': 'image' })).status).toBe(200)
  },
)

test('a page that would fill the memory is streamed as it was uploaded', async () => {
  const { publish, get } = await startGameFiles()
  const spaces = Buffer.alloc(5 * 1024 * 1024, ' ')
  const content = gzipSync(spaces)
  const type = 'text/html'
  await publish(1, {
    'index.html': page,
    'plain.html': spaces,
    'packed.html.gz': { content, type, encoding: 'gzip' },
  })
  const accepting = { 'accept-encoding': 'gzip' }
  const packed = await get(`${site}/v/1/packed.html`, accepting)
  expect([packed.status, packed.body.equals(content)]).toEqual([200, true])
  for (const name of ['plain', 'packed']) {
    const { status, body, headers } = await get(`${site}/v/1/${name}.html`)
    expect([status, body.length, headers['cache-control']]).toEqual([200, spaces.length, 'no-cache'])
  }
})

test.for(['br', 'gzip'] as const)('a broken %s file is not found, and logs nothing', async (encoding) => {
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const { publish, get } = await startGameFiles({ log })
  const content = 'broken'
  await publish(1, {
    'index.html': page,
    'page.html.br': { content, type: 'text/html', encoding },
    'game.wasm.br': { content, type: 'application/wasm', encoding },
  })
  for (const file of ['page.html', 'game.wasm']) expect((await get(`${site}/v/1/${file}`)).status).toBe(404)
  expect(lines).toEqual([])
})

test('a client has a limit, and no other client shares it', async () => {
  const { publish, get } = await startGameFiles({ filesPerMinute: 2, trustProxy: true })
  await publish(1, { 'index.html': page })
  const from = (ip: string) => get(`${site}/v/1/index.html`, { 'x-forwarded-for': `203.0.113.9, ${ip}` })
  const statuses = [await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1')]
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(statuses[2]?.headers['retry-after']).toBeDefined()
  expect((await from('203.0.113.2')).status).toBe(200)
  for (let n = 0; n < 4; n++) expect((await get(`${site}/v/1/index.html`)).status).toBe(200)
})

test('a service worker controls one version only', async () => {
  const { publish, get } = await startGameFiles()
  await publish(1, { 'index.html': page, 'sw.js': 'self' })
  const worker = { 'service-worker': 'script', referer: `${site}/v/1/index.html` }
  const { status, headers } = await get(`${site}/v/1/sw.js`, worker)
  expect([status, headers['service-worker-allowed']]).toEqual([200, undefined])
  expect((await get(`${site}/sw.js`, worker)).status).toBe(404)
})

test.for(['https://hub.example', 'https://play.hub.example', 'https://hub.example:8443'])(
  'below the domain of %s a worker script removes the worker that a browser has',
  async (publicUrl) => {
    const { publish, get } = await startGameFiles({
      hosting: { kind: 'own-origins', protocol: 'https:', host: 'games.hub.example' },
      hub: { publicUrl, otherOrigins: [] },
    })
    await publish(1, { 'index.html': page, 'sw.js': 'self' })
    const worker = { 'service-worker': 'script' }
    const below = 'https://tetris.games.hub.example'
    for (const path of ['/v/1/sw.js', '/v/1/missing.js', '/v/9/sw.js']) {
      const { status, headers, text } = await get(below + path, worker)
      expect([status, text]).toEqual([200, expect.stringContaining('registration.unregister()')])
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/javascript; charset=utf-8',
      })
    }
    expect((await get(`${below}/sw.js`, worker)).status).toBe(404)
    expect((await get(`${below}/v/1/sw.js`)).text).toBe('self')
  },
)

test('a worker of a build, project or trial that is gone removes itself', async () => {
  const { get } = await startGameFiles()
  for (const name of ['tetris', 'unknown', 'try-0123456789abcdef', 'tetris--2-0123456789abcdef']) {
    const url = `https://${name}.games.example/v/2/sw.js`
    expect((await get(url, { 'service-worker': 'script' })).text).toContain('registration.unregister()')
    expect((await get(url)).status).toBe(404)
  }
})

test('without a wildcard host all games share one origin in sandboxes', async () => {
  const { publish, get } = await startGameFiles({
    hosting: { kind: 'one-origin', origin: 'https://files.example' },
  })
  await publish(1, {
    'index.html': '<head></head><script src="/assets/main.js"></script>',
    'assets/main.js': 'one',
  })
  const url = 'https://files.example/tetris'
  expect((await get(`${url}/`)).headers.location).toBe('/tetris/v/1/index.html')
  const { text, headers } = await get(`${url}/v/1/index.html`)
  expect(text).toContain('<script src="/tetris/v/1/assets/main.js">')
  expect(headers['content-security-policy']).toMatch(/; sandbox allow-scripts [a-z -]+$/)
  expect(headers['content-security-policy']).not.toContain('allow-same-origin')
  expect((await get(`${url}/v/1/assets/main.js`)).text).toBe('one')
  expect((await get('https://files.example/')).status).toBe(404)
})

test('without a database it says so until there is one', async () => {
  let isThere = false
  const { publish, get, db } = await startGameFiles({ getDb: () => (isThere ? db : undefined) })
  await publish(1, { 'index.html': page })
  const { status, headers, text } = await get(`${site}/`)
  expect([status, headers['retry-after'], headers['content-type']]).toEqual([
    503,
    '1',
    'text/plain; charset=utf-8',
  ])
  expect(text).toBe('The files of this game cannot be read at the moment.\n')
  isThere = true
  expect((await get(`${site}/`)).status).toBe(302)
})

test('no load sees two versions while versions are switched', async () => {
  const { db, publish, get } = await startGameFiles()
  const build = (name: string) => ({
    'index.html': `<head></head><script src="/main.js"></script><!--${name}-->`,
    'main.js': name,
    'data.json': JSON.stringify(name),
  })
  const ids = [await publish(1, build('one')), await publish(2, build('two'))]
  let loads = 0
  const load = async () => {
    const { location } = (await get(`${site}/`)).headers
    const start = await get(`${site}${location}`)
    const [, script = ''] = /src="([^"]+)"/.exec(start.text) ?? []
    const referer = { referer: `${site}${location}` }
    const parts = await Promise.all([get(`${site}${script}`, referer), get(`${site}/data.json`, referer)])
    const name = /<!--(\w+)-->/.exec(start.text)?.[1]
    expect(parts.map(({ text }) => text)).toEqual([name, JSON.stringify(name)])
    loads++
    return name
  }
  const seen = new Set<string | undefined>()
  for (let round = 0; round < 20; round++) {
    const before = Array.from({ length: 25 }, load)
    await activateBuild(db, 'tetris', ids[round % 2] ?? '')
    const after = Array.from({ length: 25 }, load)
    for (const name of await Promise.all([...before, ...after])) seen.add(name)
    // The switch is visible to the next request.
    expect(await load()).toBe(round % 2 === 0 ? 'one' : 'two')
  }
  expect(loads).toBe(1020)
  expect([...seen].sort()).toEqual(['one', 'two'])
})

test('a request that cookies made too large deletes them', async () => {
  const { get } = await startGameFiles()
  const { status, headers } = await get(`${site}/`, { cookie: `a=${'x'.repeat(20_000)}` })
  expect([status, headers['clear-site-data']]).toEqual([431, '"cookies"'])
})

test('a spare connection ends with 408: a browser repeats what it sends at that moment', async () => {
  const { server, port } = await startGameFiles()
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const reserve = createConnection({ port, host: '127.0.0.1' })
  const [socket] = await accepted
  const timeout = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  server.emit('clientError', timeout, socket)
  expect(await text(reserve)).toMatch(/^HTTP\/1\.1 408 /)
})
