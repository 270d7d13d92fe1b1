import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import { getErrorCode } from '../../platform/errors.ts'
import { cacheFolderName, isContentFile, isContentFolder, isIgnored, unreadReason } from './content-layout.ts'
import { toRule } from './content-rule.ts'

/** The content folder at one moment. */
export type ContentFolder = {
  dir: string
  /** Files by path below the folder; YAML, Markdown and JSON with their bytes. */
  files: ReadonlyMap<string, Buffer | null>
  folders: ReadonlySet<string>
  /** Error of an unusable entry by path: a file-system error, or an unknown name. */
  refused: ReadonlyMap<string, ContentRule>
  /** False after a file-system error, so reading again may help. */
  isComplete: boolean
  /** Changes with every write on this machine, by path. */
  stamps: ReadonlyMap<string, string>
  /** Equal for equal content, on every machine: covers the texts, and all other files' names and sizes. */
  version: string
}

const textFiles = /\.(yaml|md|json)$/

/**
 * Reads the whole folder. File-system errors are reported, never thrown.
 * @param known  Read before. Copies of content in the database share unchanged files, which are not read again.
 */
export function readFolder(dir: string, known?: ContentFolder): ContentFolder {
  const shared = known && isContentCopy(dir) && isContentCopy(known.dir) ? known : undefined
  const stamps = new Map<string, string>()
  const files = new Map<string, Buffer | null>()
  const sizes = new Map<string, number>()
  const folders = new Set<string>()
  const refused = new Map<string, ContentRule>()
  let isComplete = true

  function visit(path: string, parents: string[]): void {
    try {
      const stats = statSync(join(dir, path))
      if (stats.isDirectory() && isContentFolder(path)) visitFolder(path, stats, parents)
      else if (stats.isFile() && isContentFile(path)) readEntry(path, stats)
      else refused.set(path, unreadReason(path, stats))
    } catch (error) {
      isComplete = false
      refused.set(path, readFailure(error))
    }
  }

  function visitFolder(path: string, stats: Stats, parents: string[]): void {
    const id = folderId(stats)
    if (parents.includes(id)) {
      refused.set(path, toRule('loop'))
      return
    }
    const names = readdirSync(join(dir, path))
    folders.add(path)
    for (const name of names) if (!isIgnored(name)) visit(childPath(path, name), [...parents, id])
  }

  function readEntry(path: string, { ino, size, mtimeMs }: Stats): void {
    const stamp = `${ino}:${size}:${mtimeMs}`
    const isText = textFiles.test(path)
    const bytes = shared?.stamps.get(path) === stamp ? shared.files.get(path) : undefined
    if (!isText) closeSync(openSync(join(dir, path), 'r'))
    files.set(path, isText ? (bytes ?? readFileSync(join(dir, path))) : null)
    sizes.set(path, size)
    stamps.set(path, stamp)
  }

  visit('', [])
  const version = hashParts([...files.keys(), ...refused.keys()].sort(), (path) => [
    JSON.stringify([path, sizes.get(path) ?? refused.get(path)]),
    files.get(path) ?? '',
  ])
  return { dir, files, folders, refused, isComplete, stamps, version }
}

/** The path for error messages, as the operator would open it; content of the database is in no folder. */
export const displayPath = ({ dir }: Pick<ContentFolder, 'dir'>, path: string): string =>
  isContentCopy(dir) ? path : relative(process.cwd(), join(dir, path)) || '.'

/** Tells if the folder is a copy of content in the database, in which nothing may be written. */
export const isContentCopy = (dir: string): boolean => basename(dirname(dirname(dir))) === cacheFolderName

/** Changes with every write on this machine, without reading the files. */
export async function folderFingerprint(dir: string): Promise<string> {
  const lines: string[] = []

  async function visit(path: string, parents: string[]): Promise<void> {
    try {
      const stats = await stat(join(dir, path))
      lines.push(JSON.stringify(stats.isFile() ? [path, stats.size, stats.mtimeMs, stats.ino] : path))
      const id = folderId(stats)
      if (!stats.isDirectory() || !isContentFolder(path) || parents.includes(id)) return
      // One after the other: other work waits for the same threads.
      for (const name of (await readdir(join(dir, path))).sort())
        if (!isIgnored(name)) await visit(childPath(path, name), [...parents, id])
    } catch (error) {
      lines.push(JSON.stringify([path, readFailure(error)]))
    }
  }

  await visit('', [])
  return hashParts(lines, (line) => [line])
}

const folderId = ({ dev, ino }: Stats) => `${dev}:${ino}`

const childPath = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

function hashParts(keys: string[], listParts: (key: string) => (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const key of keys) for (const part of listParts(key)) hash.update(part)
  return hash.digest('hex').slice(0, 12)
}

const readFailure = (error: unknown): ContentRule =>
  toRule('unreadable', { error: getErrorCode(error) ?? 'unknown error' })
