import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { openSite } from '../../../test/support/site.ts'
import { createFileCompressor } from './static-files.ts'

test("an operator's SVG is compressed for clients that accept brotli", async () => {
  const site = await openSite()
  const url = '/main_images/logo.svg'
  const plain = await site.inject(url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const compressed = await site.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5)
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
})

test('a file is compressed once, and again when it has changed', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'static-')), 'hero.svg')
  const compressFile = createFileCompressor()
  writeFileSync(path, '<svg/>')
  const [first, concurrent] = await Promise.all([
    compressFile(createReadStream(path), 'one'),
    compressFile(createReadStream(path), 'one'),
  ])
  expect(brotliDecompressSync(first).toString()).toBe('<svg/>')
  expect(concurrent).toBe(first)

  writeFileSync(path, '<svg><g/></svg>')
  const changed = await compressFile(createReadStream(path), 'two')
  expect(brotliDecompressSync(changed).toString()).toBe('<svg><g/></svg>')
})

test('compression is retried after a failed read', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'static-')), 'hero.svg')
  const compressFile = createFileCompressor()
  await expect(compressFile(createReadStream(path), 'one')).rejects.toThrow('ENOENT')
  writeFileSync(path, '<svg/>')
  expect(brotliDecompressSync(await compressFile(createReadStream(path), 'one')).toString()).toBe('<svg/>')
})

test('folders are not listed, and only files below them are served', async () => {
  const site = await openSite()
  expect((await site.inject('/main_images/logo.svg')).statusCode).toBe(200)
  const others = [
    '/main_images',
    '/main_images/',
    '/static_files/',
    '/assets/',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/hub.yaml',
    '/main_images/.git/HEAD',
    '/main_images/..%2fhub.yaml',
  ]
  for (const url of others) {
    const { statusCode, body } = await site.inject({ url, headers: { accept: '*/*' } })
    expect([url, statusCode]).not.toEqual([url, 200])
    expect(body).not.toMatch(/logo\.svg|refs\/heads|operator:|"version"/)
  }
})

test("the interface's pictures come from the stock content when the operator's has none", async () => {
  const dir = copyContent({})
  rmSync(join(dir, 'main_images/marks'), { recursive: true })
  writeFileSync(join(dir, 'main_images/mark.svg'), '<svg id="own"/>')
  const site = await openSite({ CONTENT_DIR: dir })
  expect((await site.inject('/main_images/mark.svg')).body).toBe('<svg id="own"/>')
  const mark = await site.inject('/main_images/marks/google.svg')
  expect([mark.statusCode, mark.headers['content-type']]).toEqual([200, 'image/svg+xml'])
})
