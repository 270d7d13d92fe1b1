import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import {
  makeZip,
  type RawEntry,
  startPage,
  toLocalBytes,
  zipGame,
} from '../../../test/support/builds/raw-zip.ts'
import { readConfig } from '../../config.ts'
import { checkArchiveInThread } from './check-in-thread.ts'

const { limits } = readConfig({ HUB_MODE: 'sandbox' }).builds
const withStart = (...entries: RawEntry[]) => makeZip([startPage, ...entries])
const named = (name: string | Buffer) => withStart({ name, content: 'x' })
const ofMode = (name: string, mode: number, content = '') => ({ name, mode, content })
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `f${n}`, method: 0 }))
const megabyte = 1024 * 1024
const folderHeader = Buffer.from('%PDF-1.7 not a zip')

function makeFifield(): Buffer {
  const kernel = { name: 'kernel', content: Buffer.alloc(megabyte) }
  const outer = { name: 'outer', content: toLocalBytes(kernel), method: 0 }
  const headerBytes = 30 + outer.name.length
  return makeZip([outer, { ...kernel, at: headerBytes }, startPage])
}

const cut = (zip: Buffer) => Buffer.concat([zip.subarray(0, zip.length - 60), zip.subarray(zip.length - 22)])

function makeTar(): Buffer {
  const tar = Buffer.alloc(1024)
  tar.write('index.html')
  tar.write('ustar', 257)
  return tar
}

test.each<[what: string, archive: () => Buffer, code: string]>([
  ['1 a parent folder', () => named('../x'), 'PATH_UNSAFE'],
  ['1 a parent folder inside', () => named('a/../../x'), 'PATH_UNSAFE'],
  ['2 an absolute path', () => named('/etc/x'), 'PATH_UNSAFE'],
  ['3 a drive letter', () => named('C:\\x'), 'PATH_UNSAFE'],
  ['4 parent folders with backslashes', () => named('a\\..\\..\\x'), 'PATH_UNSAFE'],
  ['4 a share of another machine', () => named('\\\\host\\x'), 'PATH_UNSAFE'],
  [
    '4 a path that is there with both slashes',
    () => withStart({ name: 'a/x' }, { name: 'a\\x' }),
    'PATH_TWICE',
  ],
  ['5 a zero byte', () => named('a\0.js'), 'PATH_CHARACTER'],
  ['6 invalid UTF-8', () => named(Buffer.from([0x61, 0xff, 0xfe])), 'PATH_NOT_UTF8'],
  ['7 two forms of an accent', () => withStart({ name: 'é.js' }, { name: 'e\u0301.js' }), 'PATH_TWICE'],
  ['8 upper and lower case', () => withStart({ name: 'A.js' }, { name: 'a.js' }), 'PATH_TWICE'],
  ['9 one path twice', () => withStart({ name: 'a.js' }, { name: 'a.js' }), 'PATH_TWICE'],
  ['10 a file that is a folder', () => withStart({ name: 'a' }, { name: 'a/b' }), 'PATH_FILE_AND_FOLDER'],
  ['10 a folder that is a file', () => withStart({ name: 'a/' }, { name: 'A' }), 'PATH_FILE_AND_FOLDER'],
  ['11 a symlink', () => withStart(ofMode('a', 0o120777, '/etc/passwd')), 'FILE_KIND_UNSUPPORTED'],
  [
    '12 a file through a symlink',
    () => withStart(ofMode('a', 0o120777, '/etc'), { name: 'a/passwd' }),
    'FILE_KIND_UNSUPPORTED',
  ],
  ['13 a FIFO', () => withStart(ofMode('a', 0o010644)), 'FILE_KIND_UNSUPPORTED'],
  ['13 a device', () => withStart(ofMode('a', 0o020644)), 'FILE_KIND_UNSUPPORTED'],
  ['16 overlapping entries', makeFifield, 'ENTRY_OVERLAPS'],
  [
    '17 a size stated too small',
    () => withStart({ name: 'a', content: 'abc', statedSize: 1 }),
    'ENTRY_SIZE_WRONG',
  ],
  [
    '18 a size stated too large',
    () => withStart({ name: 'a', content: 'abc', statedSize: 9 }),
    'ENTRY_SIZE_WRONG',
  ],
  [
    '19 a wrong checksum',
    () => withStart({ name: 'a', content: 'abc', statedCrc: 1 }),
    'ENTRY_CHECKSUM_WRONG',
  ],
  ['20 20,001 entries', () => makeZip(many(20_001)), 'ARCHIVE_ENTRIES_TOO_MANY'],
  ['21 5,001 files', () => withStart(...many(5000)), 'FILES_TOO_MANY'],
  ['22 a path of 241 bytes', () => named('a'.repeat(241)), 'PATH_TOO_LONG'],
  ['22 21 folders', () => named(`${'a/'.repeat(20)}x`), 'PATH_TOO_LONG'],
  ['23 encryption', () => withStart({ name: 'a', flags: 0x801 }), 'ENTRY_ENCRYPTED'],
  ['23 strong encryption', () => withStart({ name: 'a', flags: 0x841 }), 'ENTRY_ENCRYPTED'],
  ['24 bzip2', () => withStart({ name: 'a', method: 12 }), 'ENTRY_METHOD_UNSUPPORTED'],
  ['24 zstd', () => withStart({ name: 'a', method: 93 }), 'ENTRY_METHOD_UNSUPPORTED'],
  ['25 several disks', () => makeZip([startPage], { disk: 1 }), 'ARCHIVE_SEVERAL_DISKS'],
  ['26 bytes before', () => makeZip([{ ...startPage, before: folderHeader }]), 'ARCHIVE_FOREIGN_BYTES'],
  ['26 bytes between', () => withStart({ name: 'a', before: folderHeader }), 'ARCHIVE_FOREIGN_BYTES'],
  [
    '26 bytes before the directory',
    () => makeZip([startPage], { beforeDirectory: folderHeader }),
    'ARCHIVE_FOREIGN_BYTES',
  ],
  ['26 bytes after', () => makeZip([startPage], { afterEnd: folderHeader }), 'ARCHIVE_BROKEN'],
  ['27 another local name', () => withStart({ name: 'a.js', localName: 'b.js' }), 'ENTRY_AMBIGUOUS'],
  ['28 a directory cut off', () => cut(zipGame({ a: 'x' })), 'ARCHIVE_BROKEN'],
  ['28 an archive cut off', () => zipGame({ a: 'x' }).subarray(0, 60), 'ARCHIVE_BROKEN'],
  ['29 no start page', () => makeZip([{ name: 'game.js' }]), 'INDEX_MISSING'],
  ['30 a PHP program', () => named('admin.PHP'), 'FILE_FORBIDDEN'],
  ['30 settings', () => named('config/.env.local'), 'FILE_FORBIDDEN'],
  ['30 a key', () => named('.ssh/id_rsa'), 'FILE_FORBIDDEN'],
  ["31 the hub's own path", () => named('__playhub/boot.js'), 'PATH_RESERVED'],
  ["31 the hub's versions", () => named('v/1/index.html'), 'PATH_RESERVED'],
  ['32 gzip', () => gzipSync('index.html'), 'ARCHIVE_NOT_ZIP'],
  ['32 tar', makeTar, 'ARCHIVE_NOT_ZIP'],
  ['35 rar', () => Buffer.from('Rar!\x1a\x07\x00 and more of it'.repeat(9), 'latin1'), 'ARCHIVE_NOT_ZIP'],
])('%s is refused with a sentence', { timeout: 60_000 }, async (_what, makeArchive, code) => {
  const { problems, left } = await check(makeArchive())
  expect(problems.map((problem) => problem.code)).toContain(code)
  for (const { text } of problems) expect(text).toMatch(/^[A-Z].{20,}[.]$/)
  expect(problems.length).toBeLessThanOrEqual(50)
  expect(left).toEqual(['archive.zip', 'unpacked'])
})

test('all problems of an archive are reported together', async () => {
  const { problems } = await check(
    makeZip([{ name: '../a' }, { name: 'b.php' }, { name: 'CON' }, { name: 'c ' }]),
  )
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ['PATH_UNSAFE', '../a'],
    ['PATH_NAME', 'CON'],
    ['PATH_NAME', 'c '],
    ['INDEX_MISSING', null],
    ['FILE_FORBIDDEN', 'b.php'],
  ])
})

test('a bomb ends at the sizes that are allowed, whatever it packs to', async () => {
  const bomb = (count: number) =>
    withStart(
      ...Array.from({ length: count }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(8 * megabyte) })),
    )
  const sizes = { fileBytes: 4 * megabyte, unpackedBytes: 20 * megabyte }
  const inFile = await check(bomb(1), sizes)
  expect(inFile.problems.map(({ code }) => code)).toEqual(['FILE_TOO_LARGE'])
  const inAll = await check(bomb(4), { ...sizes, fileBytes: 16 * megabyte })
  expect(inAll.problems.map(({ code }) => code)).toEqual(['FILES_TOO_LARGE'])
})

test('backslashes of Windows PowerShell are slashes', async () => {
  const { problems, files } = await check(
    makeZip([startPage, { name: 'img\\', content: '' }, { name: 'img\\hero\\a.png', content: 'x' }]),
  )
  expect(problems).toEqual([])
  expect(files.map(({ path }) => path)).toEqual(['index.html', 'img/hero/a.png'])
})

test('ordinary assets that pack a thousandfold are accepted', async () => {
  const layer = JSON.stringify({ layers: [{ name: 'empty', data: new Array(1_000_000).fill(0) }] })
  const silence = Buffer.concat([Buffer.from('RIFF____WAVEfmt '), Buffer.alloc(30 * megabyte)])
  const texture = Buffer.concat([Buffer.from('DDS '), Buffer.alloc(64 * megabyte)])
  const { problems, files } = await check(
    withStart(
      { name: 'maps/level.tmj', content: Buffer.from(layer) },
      { name: 'silence.wav', content: silence },
      { name: 'blank.dds', content: texture },
    ),
  )
  expect(problems).toEqual([])
  expect(files).toHaveLength(4)
})

test('unpacking ends when the archive has no time left', async () => {
  const { problems } = await check(zipGame({ a: 'x' }), { checkMs: 0 })
  expect(problems.map(({ code }) => code)).toEqual(['ARCHIVE_TOO_SLOW'])
})

async function check(archive: Buffer, change: Partial<typeof limits> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'archive.zip')
  writeFileSync(file, archive)
  mkdirSync(join(folder, 'unpacked'))
  const result = await checkArchiveInThread(file, join(folder, 'unpacked'), { ...limits, ...change })
  return { ...result, left: readdirSync(folder) }
}
