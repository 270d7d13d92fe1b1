import { createHash } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Operation } from '../../platform/audit-log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkFileList } from '../checks/check-files.ts'
import { isJunk } from '../checks/content.ts'
import { collectProblems, type Problems } from '../checks/problems.ts'
import type { Deps } from '../deps.ts'
import type { NewFile } from '../inspect.ts'
import type { BuildRow } from '../tables.ts'
import { beginBuild, expectHosting, type Publication } from './begin-build.ts'
import { finishBuild } from './finish-build.ts'
import { storeFiles } from './store-files.ts'

/**
 * Publishes a folder on this machine.
 * @throws Refusal BUILD_REFUSED with all problems, GAMES_NOT_HOSTED
 */
export async function publishFolder(
  deps: Deps,
  folder: string,
  { activate, ...publication }: Publication & { activate: boolean },
  operation: Operation,
): Promise<BuildRow> {
  expectHosting(deps.config)
  const problems = collectProblems()
  const warnings = collectProblems()
  const found = await listFiles(folder, problems)
  const { limits } = deps.config.builds
  const placements = checkFileList(found, { problems, warnings, limits })
  if (!problems.isEmpty()) throw new Refusal('BUILD_REFUSED', { problems: problems.list() })
  const sources = new Map(placements.map(({ from, to }) => [to, join(folder, from)]))
  const files: NewFile[] = []
  for (const [path, source] of sources) files.push({ path, ...(await hashFile(source)) })
  const build = await beginBuild(deps, publication, files)
  await storeFiles(deps, publication.project, files, {
    toPath: ({ path }) => sources.get(path) ?? '',
    canMove: false,
  })
  return finishBuild(deps, { build, files, warnings: warnings.list(), activate }, operation)
}

async function listFiles(root: string, problems: Problems) {
  const files: { path: string; sizeBytes: number }[] = []
  const pending = ['']
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    for (const entry of await readdir(join(root, parent), { withFileTypes: true })) {
      const path = parent ? `${parent}/${entry.name}` : entry.name
      // A folder of thousands of packages is not worth listing: one file from it is enough.
      if (isJunk(path)) files.push({ path, sizeBytes: 0 })
      else if (entry.isDirectory()) pending.push(path)
      else await addFile(files, root, path, entry, problems)
    }
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

async function addFile(
  files: { path: string; sizeBytes: number }[],
  root: string,
  path: string,
  entry: Dirent,
  problems: Problems,
): Promise<void> {
  if (!entry.isFile()) problems.add('FILE_KIND_UNSUPPORTED', path)
  else files.push({ path, sizeBytes: (await stat(join(root, path))).size })
}

async function hashFile(file: string): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await pipeline(createReadStream(file), async (chunks) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      sizeBytes += chunk.length
    }
  })
  return { sha256: hash.digest('hex'), sizeBytes }
}
