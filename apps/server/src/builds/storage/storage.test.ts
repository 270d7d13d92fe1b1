import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { toFinding } from '@playhub/contract/operator/sentences/checks'
import { startPagingS3 } from '@playhub/test-kit/paging-s3'
import S3rver from 's3rver'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBuildStorage } from './create-storage.ts'
import { sweepFolder, toWritingFolder } from './disk.ts'
import { checkBucket } from './s3.ts'
import { type BuildStorage, type StoredFile, StoredFileMissing, toStorageKey } from './storage.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function startS3() {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: makeFolder(),
    configureBuckets: [{ name: 'games', configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  return {
    kind: 's3' as const,
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'games',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
}

const kinds: [string, () => Promise<BuildStorage>][] = [
  ['disk', async () => createBuildStorage({ kind: 'disk', folder: makeFolder() })],
  ['s3', async () => createBuildStorage(await startS3())],
]

async function listAll(files: AsyncIterable<StoredFile>): Promise<string[]> {
  const all = []
  for await (const { key, storedAt } of files) {
    expect(Math.abs(Date.now() - storedAt)).toBeLessThan(60_000)
    all.push(key)
  }
  return all
}

const key = toStorageKey('islandm3', 'ab12')
const put = (storage: BuildStorage, name: string, content: string | Buffer) =>
  storage.put(name, Readable.from([Buffer.from(content)]), content.length)

describe.each(kinds)('%s', (_kind, openStorage) => {
  test('a stored file is read whole and by range, replaced and removed', async () => {
    const storage = await openStorage()
    expect(await storage.has(key)).toBe(false)
    await put(storage, key, 'first content')
    await put(storage, key, '0123456789')
    expect(await storage.has(key)).toBe(true)
    expect(await text(await storage.open(key))).toBe('0123456789')
    expect(await text(await storage.open(key, { start: 2, end: 4 }))).toBe('234')
    await storage.remove(key)
    await storage.remove(key)
    expect(await storage.has(key)).toBe(false)
    await expect(storage.open(key)).rejects.toThrow(StoredFileMissing)
  })

  test('an empty file and one of several parts keep their content', async () => {
    const storage = await openStorage()
    await put(storage, key, '')
    expect(await text(await storage.open(key))).toBe('')
    const big = Buffer.alloc(17 * 1024 * 1024, 'abcdefg')
    await storage.put(key, Readable.from([big.subarray(0, 9_000_000), big.subarray(9_000_000)]), big.length)
    expect((await buffer(await storage.open(key))).equals(big)).toBe(true)
  })

  test('only the files of the project are listed and removed together, and none when it has no build', async () => {
    const storage = await openStorage()
    const keys = ['aa01', 'aa02', 'bb03'].map((hash) => toStorageKey('islandm3', hash))
    for (const each of keys) await put(storage, each, each)
    await put(storage, toStorageKey('islandm3-2', 'cc'), 'other')
    expect((await listAll(storage.list('islandm3'))).toSorted()).toEqual(keys)
    expect(await listAll(storage.list('island'))).toEqual([])
    for (const project of ['island', 'islandm3']) await storage.removeAll(project)
    expect(await listAll(storage.list('islandm3'))).toEqual([])
    expect(await storage.has(toStorageKey('islandm3-2', 'cc'))).toBe(true)
  })

  test('a write that breaks off leaves nothing under its key', async () => {
    const storage = await openStorage()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(9_000_000)
        throw new Error('The client has gone')
      })(),
    )
    await expect(storage.put(key, broken, 20_000_000)).rejects.toThrow('The client has gone')
    expect(await storage.has(key)).toBe(false)
    expect(await listAll(storage.list('islandm3'))).toEqual([])
  })
})

test('only what nobody has changed for long is swept', async () => {
  const folder = makeFolder()
  await createBuildStorage({ kind: 'disk', folder }).put(key, Readable.from([Buffer.from('x')]), 1)
  const writing = toWritingFolder(folder)
  expect(readdirSync(writing)).toEqual([])
  writeFileSync(join(writing, 'old'), '')
  utimesSync(join(writing, 'old'), 1, 1)
  mkdirSync(join(writing, 'new'))
  expect(await sweepFolder(writing, 2000)).toEqual(['old'])
  expect(readdirSync(writing)).toEqual(['new'])
  expect(await sweepFolder(join(folder, 'none'), 2000)).toEqual([])
})

test('entries that their owners delete meanwhile do not end a sweep', async () => {
  const folder = makeFolder()
  for (let index = 0; index < 20; index += 1)
    for (const kind of ['left', 'used']) {
      mkdirSync(join(folder, `${kind}-${index}`))
      if (kind === 'left') utimesSync(join(folder, `${kind}-${index}`), 1, 1)
    }
  const list = (kind: string) => readdirSync(folder).filter((name) => name.startsWith(kind))
  const sweeping = sweepFolder(folder, 2000)
  while (list('left').length === 20) await new Promise(setImmediate)
  for (const name of list('used')) rmSync(join(folder, name), { recursive: true })
  await sweeping
  expect(list('left')).toEqual([])
})

test('a bucket that is missing or does not respond is described without the key', async () => {
  const config = await startS3()
  expect(await checkBucket(config)).toBeNull()
  expect(await checkBucket({ ...config, bucket: 'other' })).toEqual(
    toFinding('builds.no-bucket', { bucket: 'other' }),
  )
  expect(await checkBucket({ ...config, endpoint: 'http://127.0.0.1:9' })).toEqual(
    toFinding('builds.s3-silent', { host: '127.0.0.1:9' }),
  )
})

test.for([
  { stored: 1000, maxKeys: 1000, listings: 1 },
  { stored: 2001, maxKeys: 1000, listings: 3 },
  { stored: 701, maxKeys: 100, listings: 8 },
])(
  'a bucket with $stored files in pages of $maxKeys is listed and emptied',
  async ({ stored, maxKeys, listings }) => {
    const hashes = Array.from({ length: stored }, (_, index) => index.toString(16).padStart(64, '0'))
    const own = hashes.map((hash) => toStorageKey('islandm3', hash))
    const other = toStorageKey('islandm3-2', 'cc')
    const bucket = await startPagingS3({ keys: [...own, other].map((name) => `builds/${name}`), maxKeys })
    onTestFinished(bucket.close)
    const storage = createBuildStorage({
      ...{ kind: 's3', endpoint: bucket.url, bucket: 'games', region: 'us-east-1' },
      ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
    })
    expect(await listAll(storage.list('islandm3'))).toEqual(own)
    expect(bucket.listings).toBe(listings)
    await storage.removeAll('islandm3')
    expect([...bucket.keys]).toEqual([`builds/${other}`])
  },
)
