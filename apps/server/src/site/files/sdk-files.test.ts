import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../../test/support/site.ts'
import { setBaseHeaders } from '../../platform/http/base-headers.ts'
import { registerSdkFiles } from './sdk-files.ts'

const script = (version: string) => `var Playhub = '${version}'`

/** A package with one built version and any number of released ones, each with three files. */
function createPackage(built: string | null, released: string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const version of released) writeFiles(join(folder, 'released', version), version)
  if (built) writeFiles(join(folder, 'dist'), built)
  return folder
}

function writeFiles(dir: string, version: string, text = script(version)): void {
  mkdirSync(dir, { recursive: true })
  for (const name of ['playhub.js', 'playhub.mjs', 'playhub.d.ts', 'boot.js'])
    writeFileSync(join(dir, name), text)
  writeFileSync(join(dir, 'index.json'), JSON.stringify({ version }))
}

async function serve(folder: string) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  setBaseHeaders(app, 'https://hub.test')
  registerSdkFiles(app, folder)
  onTestFinished(() => app.close())
  return app
}

test.each([
  ['playhub.js', 'text/javascript; charset=utf-8'],
  ['playhub.mjs', 'text/javascript; charset=utf-8'],
  ['playhub.d.ts', 'application/typescript; charset=utf-8'],
])(
  '%s is open to pages of every origin, for five minutes as v1 and for ever as its version',
  async (name, type) => {
    const app = await serve(createPackage('1.2.0'))
    const open = {
      'content-type': type,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    }
    const newest = await app.inject(`/sdk/v1/${name}`)
    expect([newest.statusCode, newest.body]).toEqual([200, script('1.2.0')])
    const cacheControl = 'public, max-age=300, stale-while-revalidate=86400'
    expect(newest.headers).toMatchObject({ ...open, 'cache-control': cacheControl })
    const exact = await app.inject(`/sdk/1.2.0/${name}`)
    expect(exact.body).toBe(newest.body)
    expect(exact.headers).toMatchObject({ ...open, 'cache-control': 'public, max-age=31536000, immutable' })
  },
)

test('a client that accepts brotli gets it, and one that has the file gets 304 with the same open headers', async () => {
  const app = await serve(createPackage('1.2.0'))
  const url = '/sdk/v1/playhub.js'
  const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(script('1.2.0'))
  const etag = String(compressed.headers.etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const { statusCode, body, headers } = await app.inject({ url, headers: { 'if-none-match': known } })
    expect([known, statusCode, body]).toEqual([known, 304, ''])
    expect(headers).toMatchObject({ etag, 'access-control-allow-origin': '*' })
  }
  const changed = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
  expect(changed.statusCode).toBe(200)
})

test('v1 is the newest version of major 1, and earlier ones stay as they were released', async () => {
  const folder = createPackage('1.10.0', ['1.2.0', '1.9.0', '2.0.0'])
  const app = await serve(folder)
  const read = async (path: string) => (await app.inject(`/sdk/${path}/playhub.js`)).body
  expect(await Promise.all(['v1', 'v2', '1.2.0', '1.9.0'].map(read))).toEqual(
    ['1.10.0', '2.0.0', '1.2.0', '1.9.0'].map(script),
  )
})

test('a released version is served as it was released, whatever has been built since', async () => {
  const folder = createPackage('1.2.0', ['1.2.0'])
  writeFiles(join(folder, 'dist'), '1.2.0', 'changed')
  const app = await serve(folder)
  expect((await app.inject('/sdk/1.2.0/playhub.js')).body).toBe(script('1.2.0'))
})

test('the index lists all versions, newest first, with hashes for integrity attributes', async () => {
  const app = await serve(createPackage('1.2.0', ['1.1.0']))
  const response = await app.inject('/sdk/index.json')
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  })
  const { latest, versions } = response.json()
  expect(latest).toBe('1.2.0')
  expect(versions.map(({ version }: { version: string }) => version)).toEqual(['1.2.0', '1.1.0'])
  const paths = versions[1].files.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(['js', 'mjs', 'd.ts'].map((ending) => `/sdk/1.1.0/playhub.${ending}`))
  const [file] = versions[1].files
  const { rawPayload } = await app.inject(file.path)
  expect(file).toMatchObject({
    integrity: `sha384-${createHash('sha384').update(rawPayload).digest('base64')}`,
    bytes: rawPayload.length,
    brotliBytes: expect.any(Number),
  })
})

test('an unknown path is a 404 in plain text, never a redirect to a page', async () => {
  const site = await openSite()
  for (const url of [
    '/sdk',
    '/sdk/',
    '/sdk/v9/playhub.js',
    '/sdk/v1/',
    '/sdk/v1/boot.js',
    '/sdk/..%2fpackage.json',
  ])
    for (const accept of ['*/*', 'text/html']) {
      const { statusCode, headers, body } = await site.inject({ url, headers: { accept } })
      expect([url, 404, 'text/plain; charset=utf-8']).toEqual([url, statusCode, headers['content-type']])
      expect(body).toBe('The game SDK has no such file. /sdk/index.json lists them.\n')
    }
})

test('an SDK that is not built yet says what to do, and is served once it is built', async () => {
  const folder = createPackage(null)
  const app = await serve(folder)
  const missing = await app.inject('/sdk/v1/playhub.js')
  expect([missing.statusCode, missing.headers['cache-control']]).toEqual([503, 'no-store'])
  expect(missing.body).toContain('run `npm run build`')
  writeFiles(join(folder, 'dist'), '1.2.0')
  expect((await app.inject('/sdk/v1/playhub.js')).statusCode).toBe(200)
})

test('a replacement of a portal is at its short address, with the version, and for ever with its release', async () => {
  const folder = createPackage('1.2.0', ['1.1.0'])
  for (const dir of ['dist', 'released/1.1.0']) mkdirSync(join(folder, dir, 'compat'))
  writeFileSync(join(folder, 'dist/compat/yandex.js'), 'YaGames = 2')
  writeFileSync(join(folder, 'released/1.1.0/compat/yandex.js'), 'YaGames = 1')
  const app = await serve(folder)
  for (const path of ['/sdk/compat/yandex.js', '/sdk/v1/compat/yandex.js']) {
    const { body, headers } = await app.inject(path)
    expect([path, body]).toEqual([path, 'YaGames = 2'])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'access-control-allow-origin': '*',
    })
  }
  const released = await app.inject('/sdk/1.1.0/compat/yandex.js')
  expect(released.body).toBe('YaGames = 1')
  expect(released.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await app.inject('/sdk/compat/other.js')).statusCode).toBe(404)
  const index = (await app.inject('/sdk/index.json')).json()
  expect(index.versions[0].files.map(({ path }: { path: string }) => path)).toContain(
    '/sdk/1.2.0/compat/yandex.js',
  )
})

test('a release without replacements does not hide those of the build', async () => {
  const folder = createPackage('1.0.0', ['1.0.0'])
  mkdirSync(join(folder, 'dist/compat'))
  writeFileSync(join(folder, 'dist/compat/poki.js'), 'PokiSDK = 1')
  const app = await serve(folder)
  expect((await app.inject('/sdk/v1/compat/poki.js')).body).toBe('PokiSDK = 1')
  expect((await app.inject('/sdk/1.0.0/compat/poki.js')).statusCode).toBe(404)
})

test('the npm package is at its two addresses, and for ever with its release', async () => {
  const folder = createPackage('1.2.0', ['1.1.0'])
  writeFileSync(join(folder, 'dist/playhub-game-sdk.tgz'), 'of 1.2.0')
  writeFileSync(join(folder, 'released/1.1.0/playhub-game-sdk.tgz'), 'of 1.1.0')
  const app = await serve(folder)
  const known = ['/sdk/playhub.tgz', '/sdk/playhub-game-sdk.tgz', '/sdk/1.2.0/playhub-game-sdk.tgz']
  for (const url of known) {
    const response = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect([url, response.statusCode, response.body]).toEqual([url, 200, 'of 1.2.0'])
    expect(response.headers).toMatchObject({ 'content-type': 'application/gzip', etag: expect.any(String) })
    expect(response.headers['content-encoding']).toBeUndefined()
    const etag = String(response.headers.etag)
    expect((await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  }
  const released = await app.inject('/sdk/1.1.0/playhub-game-sdk.tgz')
  expect(released.body).toBe('of 1.1.0')
  expect(released.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const { versions } = (await app.inject('/sdk/index.json')).json()
  const { integrity } = versions[1].files.find(({ path }: { path: string }) => path.endsWith('.tgz'))
  expect(integrity).toBe(`sha384-${createHash('sha384').update('of 1.1.0').digest('base64')}`)
})

test('the package that is built after a release is not the one of that release', async () => {
  const folder = createPackage('1.2.0', ['1.1.0', '1.2.0'])
  writeFileSync(join(folder, 'dist/playhub-game-sdk.tgz'), 'changed')
  writeFileSync(join(folder, 'released/1.2.0/playhub-game-sdk.tgz'), 'released')
  const app = await serve(folder)
  expect((await app.inject('/sdk/1.2.0/playhub-game-sdk.tgz')).body).toBe('released')
  expect((await app.inject('/sdk/1.1.0/playhub-game-sdk.tgz')).statusCode).toBe(404)
})
