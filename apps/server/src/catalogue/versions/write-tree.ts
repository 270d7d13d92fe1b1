import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { getErrorCode } from '../../platform/errors.ts'
import { cacheFolderName } from '../files/content-layout.ts'
import { hashBytes } from './hash-bytes.ts'
import { readStoredFile, type Tree } from './version-store.ts'

/** Trees that other processes on the machine may still read. */
const keptTrees = 5

/**
 * Writes a version's files to the disk, where everything that reads the content finds them as in a folder. Unchanged
 * files are shared, and keep their time, so that browsers keep theirs.
 * @returns the folder: whole, or not there at all. One that exists is compared and repaired.
 */
export async function writeTree(db: Db, tree: Tree, dataDir: string): Promise<string> {
  const cache = join(dataDir, cacheFolderName)
  const name = hashBytes(JSON.stringify([...tree])).slice(0, 24)
  const folder = join(cache, 'trees', name)
  if (existsSync(folder)) {
    await repairTree(db, { tree, cache, folder })
    return folder
  }
  const unfinished = join(cache, `${name}.${randomUUID()}`)
  try {
    mkdirSync(unfinished, { recursive: true })
    for (const [path, sha256] of tree) await linkFile(db, { sha256, cache, target: join(unfinished, path) })
    mkdirSync(dirname(folder), { recursive: true })
    moveOnce(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  removeOldTrees(cache, folder)
  return folder
}

type Link = { sha256: string; cache: string; target: string }

async function linkFile(db: Db, { sha256, cache, target }: Link): Promise<void> {
  const shared = join(cache, 'files', sha256)
  mkdirSync(dirname(target), { recursive: true })
  if ((whole.has(shared) || isWhole(shared, sha256)) && isLinked(shared, target)) {
    whole.add(shared)
    return
  }
  mkdirSync(dirname(shared), { recursive: true })
  const unfinished = `${shared}.${randomUUID()}`
  writeFileSync(unfinished, await readStoredFile(db, sha256))
  linkSync(unfinished, target)
  renameSync(unfinished, shared)
  whole.add(shared)
}

/** Shared files that this process has compared or written. */
const whole = new Set<string>()

function isWhole(file: string, sha256: string): boolean {
  try {
    return hashBytes(readFileSync(file)) === sha256
  } catch {
    return false
  }
}

/** After a power cut a file may be shorter or missing. Other processes may be reading the tree. */
async function repairTree(
  db: Db,
  { tree, cache, folder }: { tree: Tree; cache: string; folder: string },
): Promise<void> {
  for (const [path, sha256] of tree) {
    const file = join(folder, path)
    if (isWhole(file, sha256)) continue
    whole.delete(join(cache, 'files', sha256))
    const target = join(cache, `${basename(folder)}.${randomUUID()}`)
    await linkFile(db, { sha256, cache, target })
    mkdirSync(dirname(file), { recursive: true })
    renameSync(target, file)
  }
}

/** @returns false when another process has removed the shared file meanwhile */
function isLinked(shared: string, target: string): boolean {
  try {
    linkSync(shared, target)
    return true
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Another process may have written the same tree meanwhile. */
function moveOnce(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

function removeOldTrees(cache: string, newest: string): void {
  const staleBefore = statSync(newest).ctimeMs - HOUR_MS
  const listWithTimes = (folder: string) =>
    readdirSync(folder)
      .map((name) => join(folder, name))
      .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
  const remove = (path: string) => rmSync(path, { recursive: true, force: true })
  const trees = listWithTimes(dirname(newest))
    .filter(({ path }) => path !== newest)
    .sort((a, b) => (b.stats?.ctimeMs ?? 0) - (a.stats?.ctimeMs ?? 0))
  for (const { path } of trees.slice(keptTrees - 1)) remove(path)
  // What a killed process has left, and files of no tree.
  const isStale = (stats: Stats | undefined) => stats !== undefined && stats.ctimeMs < staleBefore
  for (const { path, stats } of listWithTimes(cache))
    if (!['trees', 'files'].includes(basename(path)) && isStale(stats)) remove(path)
  for (const { path, stats } of listWithTimes(join(cache, 'files')))
    if (stats?.nlink === 1 && isStale(stats)) remove(path)
}
