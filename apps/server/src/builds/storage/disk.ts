import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, lstat, mkdir, open, opendir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getErrorCode } from '../../platform/errors.ts'
import { type BuildStorage, type ByteRange, type StoredFile, StoredFileMissing } from './storage.ts'

/** A folder in the storage folder; no project has a name with a dot. */
const temporaryFolder = '.writing'
const ownerOnlyFolder = 0o700
const ownerOnlyFile = 0o600

/**
 * Stores contents as files. A file appears under its key by renaming, after its content is on disk, so a crash
 * leaves at most a temporary file, which `sweepFolder` deletes.
 */
export function createDiskStorage(folder: string): BuildStorage {
  const toPath = (key: string) => join(folder, key)

  async function put(key: string, content: Readable): Promise<void> {
    const temporary = join(folder, temporaryFolder, randomUUID())
    const path = toPath(key)
    await mkdir(dirname(temporary), { recursive: true, mode: ownerOnlyFolder })
    try {
      await pipeline(content, createWriteStream(temporary, { flags: 'wx', mode: ownerOnlyFile, flush: true }))
      await mkdir(dirname(path), { recursive: true, mode: ownerOnlyFolder })
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async function adopt(key: string, source: string): Promise<void> {
    const path = toPath(key)
    const file = await open(source, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await mkdir(dirname(path), { recursive: true, mode: ownerOnlyFolder })
    await rename(source, path)
  }

  async function* list(project: string): AsyncIterable<StoredFile> {
    for (const shard of await listNames(toPath(project)))
      for (const name of await listNames(join(toPath(project), shard))) {
        const key = `${project}/${shard}/${name}`
        yield { key, storedAt: (await lstat(toPath(key))).mtimeMs }
      }
  }

  return {
    put,
    adopt,
    open: (key, range) => openFile(toPath(key), key, range),
    read: (key) => readFile(toPath(key)).catch((cause) => throwMissing(key, cause)),
    async has(key) {
      return access(toPath(key)).then(
        () => true,
        () => false,
      )
    },
    remove: (key) => rm(toPath(key), { force: true }),
    list,
    removeAll: (project) => rm(toPath(project), { recursive: true, force: true }),
  }
}

async function openFile(path: string, key: string, range: ByteRange | undefined): Promise<Readable> {
  try {
    const file = await open(path)
    return file.createReadStream(range)
  } catch (cause) {
    throwMissing(key, cause)
  }
}

function throwMissing(key: string, cause: unknown): never {
  if (getErrorCode(cause) === 'ENOENT') throw new StoredFileMissing(key, { cause })
  throw cause
}

const listNames = async (folder: string) => (await readdir(folder).catch(ignoreMissing)) ?? []

/** The folder for files being written. */
export function toWritingFolder(storageFolder: string): string {
  return join(storageFolder, temporaryFolder)
}

/**
 * Deletes leftovers of crashes.
 * @param before  Instant of the last change.
 * @returns       Names of the deleted ones.
 */
export async function sweepFolder(folder: string, before: number): Promise<string[]> {
  const deleted: string[] = []
  const entries = await opendir(folder).catch(ignoreMissing)
  if (!entries) return deleted
  for await (const { name } of entries) {
    const path = join(folder, name)
    // Its owner may delete it meanwhile.
    const found = await lstat(path).catch(ignoreMissing)
    if (!found || found.mtimeMs >= before) continue
    await rm(path, { recursive: true, force: true })
    deleted.push(basename(path))
  }
  return deleted
}

function ignoreMissing(error: unknown): undefined {
  if (getErrorCode(error) !== 'ENOENT') throw error
}
