import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import yazl from 'yazl'
import { makeZip, startPage } from '../../../test/support/builds/raw-zip.ts'
import { readConfig } from '../../config.ts'
import { checkFileList } from './check-files.ts'
import { checkArchiveInThread } from './check-in-thread.ts'
import { detectEngine } from './engine.ts'
import { collectProblems } from './problems.ts'

const { limits } = readConfig({ HUB_MODE: 'sandbox' }).builds

async function checkZip(zip: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const archive = join(folder, 'game.zip')
  writeFileSync(archive, zip)
  return await checkArchiveInThread(archive, folder, limits)
}

type Options = { forceZip64Format?: boolean; compress?: boolean }

async function check(files: Record<string, string>, options: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const zip = new yazl.ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path, options)
  zip.end({ forceZip64Format: options.forceZip64Format === true, comment: '' })
  const archive = join(folder, 'game.zip')
  await pipeline(zip.outputStream, createWriteStream(archive))
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  const result = await checkArchiveInThread(archive, unpacked, limits)
  const contents = result.files.map(({ path, sha256 }) => [
    path,
    readFileSync(join(unpacked, sha256), 'utf8'),
  ])
  return { ...result, contents: Object.fromEntries(contents), paths: result.files.map(({ path }) => path) }
}

test.each<[string, Options]>([
  ['deflated', {}],
  ['stored', { compress: false }],
  ['in the ZIP64 format', { forceZip64Format: true }],
])('files that are %s are unpacked', async (_what, options) => {
  const files = { 'index.html': '<title>A</title>', 'assets/ä b.json': '{"a":1}', 'empty.txt': '' }
  const { problems, contents } = await check(files, options)
  expect(problems).toEqual([])
  expect(contents).toEqual(files)
})

test('entries written to a stream, with sizes after their data, are unpacked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = join(folder, 'index.html')
  writeFileSync(source, '<title>A</title>')
  const zip = new yazl.ZipFile()
  zip.addFile(source, 'index.html')
  zip.addFile(source, 'other.html')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(join(folder, 'game.zip')))
  const result = await checkArchiveInThread(join(folder, 'game.zip'), folder, limits)
  expect(result.problems).toEqual([])
  expect(result.files).toHaveLength(2)
})

test('one folder around everything and junk are taken away', async () => {
  const { problems, warnings, paths } = await check({
    'tiny/index.html': '',
    'tiny/game.js': '',
    'tiny/node_modules/x/index.js': '',
    'tiny/.git/config': '',
    '__MACOSX/tiny/._index.html': '',
    'tiny/art/hero.psd': '',
    'tiny/.DS_Store': '',
  })
  expect(problems).toEqual([])
  expect(paths).toEqual(['index.html', 'game.js'])
  expect(warnings).toEqual([
    expect.objectContaining({ code: 'JUNK_DROPPED', text: expect.stringMatching(/5 in all/) }),
  ])
})

test('what is wrong with junk does not matter', async () => {
  const link = { name: 'node_modules/.bin/vite', content: '../vite/bin/vite.js', mode: 0o120777 }
  const { problems, files } = await checkZip(
    makeZip([
      startPage,
      link,
      { name: `node_modules/${'a/'.repeat(130)}index.js` },
      { name: 'node_modules/x/README.md' },
      { name: 'node_modules/x/readme.md' },
    ]),
  )
  expect(problems).toEqual([])
  expect(files.map(({ path }) => path)).toEqual(['index.html'])
})

test('the size of junk does not count in a list of files', () => {
  const [problems, warnings] = [collectProblems(), collectProblems()]
  const files = [
    { path: 'index.html', sizeBytes: 10 },
    { path: 'art/hero.psd', sizeBytes: 2 * limits.unpackedBytes },
  ]
  expect(checkFileList(files, { problems, warnings, limits })).toEqual([
    { from: 'index.html', to: 'index.html' },
  ])
  expect(problems.list()).toEqual([])
})

test('the only page becomes the start page', async () => {
  const { warnings, paths } = await check({ 'Game.html': '', 'game.js': '' })
  expect(paths).toEqual(['index.html', 'game.js'])
  expect(warnings.map(({ code }) => code)).toEqual(['INDEX_RENAMED'])
})

test.each([
  ['unity', ['index.html', 'Build/game.loader.js', 'Build/game.wasm.br']],
  ['unity', ['index.html', 'TemplateData/UnityLoader.js', 'Build/game.wasm.unityweb']],
  ['godot', ['index.html', 'index.pck.gz', 'index.wasm.gz']],
  ['construct', ['index.html', 'scripts/c3runtime.js', 'sw.js']],
  ['gdevelop', ['index.html', 'gd.js', 'runtimegame.js']],
  ['playcanvas', ['index.html', 'playcanvas-stable.min.js']],
  ['phaser', ['index.html', 'lib/phaser.min.js']],
  [null, ['index.html', 'main.js']],
])('the engine %s is recognised by its files', (engine, paths) => {
  expect(detectEngine(paths)).toBe(engine)
})
