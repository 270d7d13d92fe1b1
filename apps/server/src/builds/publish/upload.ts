import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Operation } from '../../platform/audit-log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findBuild } from '../build-store.ts'
import { checkFileList } from '../checks/check-files.ts'
import { collectProblems } from '../checks/problems.ts'
import type { Deps } from '../deps.ts'
import type { NewFile } from '../inspect.ts'
import { parseManifest } from '../manifest.ts'
import { putFile } from '../storage/put-file.ts'
import { toStorageKey } from '../storage/storage.ts'
import type { BuildRow } from '../tables.ts'
import { makeUploadFolder } from '../temporary-files.ts'
import { beginBuild, expectHosting, type Publication } from './begin-build.ts'
import { finishBuild } from './finish-build.ts'
import { receiveFile } from './receive-file.ts'

/**
 * Begins an upload file by file: the caller lists hashes, and sends only missing contents.
 * @throws Refusal BUILD_REFUSED with all problems, GAMES_NOT_HOSTED
 */
export async function beginUpload(
  deps: Deps,
  publication: Publication,
  listed: readonly NewFile[],
): Promise<{ build: BuildRow; missing: string[] }> {
  expectHosting(deps.config)
  const problems = collectProblems()
  const warnings = collectProblems()
  const { limits, uploadTtlMs } = deps.config.builds
  const placements = checkFileList(listed, { problems, warnings, limits })
  if (!problems.isEmpty()) throw new Refusal('BUILD_REFUSED', { problems: problems.list() })
  const byPath = new Map(listed.map((file) => [file.path, file]))
  const files = placements.flatMap(({ from, to }) => {
    const file = byPath.get(from)
    return file ? [{ ...file, path: to }] : []
  })
  const build = await beginBuild(deps, publication, files, { ttlMs: uploadTtlMs, warnings: warnings.list() })
  return { build, missing: await listMissing(deps, publication.project, files) }
}

/**
 * Stores the content of one file of an upload. A repeated upload changes nothing.
 * @throws Refusal BUILD_NOT_FOUND, BUILD_FILE_UNKNOWN, BUILD_FILE_MISMATCH
 */
export async function uploadFile(
  deps: Deps,
  { project, id, sha256 }: { project: string; id: string; sha256: string },
  content: Readable,
): Promise<void> {
  const build = await expectUpload(deps, project, id)
  const file = [...parseManifest(build.manifest).values()].find((each) => each.sha256 === sha256)
  if (!file) throw new Refusal('BUILD_FILE_UNKNOWN')
  const folder = await makeUploadFolder(deps)
  const received = join(folder, 'received')
  try {
    const tooLarge = 'BUILD_FILE_MISMATCH'
    const arrived = await receiveFile(content, received, { maxBytes: file.sizeBytes, tooLarge })
    if (arrived.sizeBytes !== file.sizeBytes || arrived.sha256 !== sha256)
      throw new Refusal('BUILD_FILE_MISMATCH')
    await putFile(deps.storage, toStorageKey(project, sha256), received, file.sizeBytes)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Makes an upload ready whose files have all arrived. Repeated, as after a lost response, it changes nothing.
 * @throws Refusal BUILD_NOT_FOUND, BUILD_INCOMPLETE with the missing hashes
 */
export async function finishUploadedBuild(
  deps: Deps,
  { project, id, activate }: { project: string; id: string; activate: boolean },
  operation: Operation,
): Promise<BuildRow> {
  const known = await findBuild(deps.db, project, id)
  if (known?.state === 'ready') return known
  const build = await expectUpload(deps, project, id)
  const files = [...parseManifest(build.manifest)].map(([path, { sha256, sizeBytes }]) => ({
    path,
    sha256,
    sizeBytes,
  }))
  const missing = await listMissing(deps, project, files)
  if (missing.length > 0) throw new Refusal('BUILD_INCOMPLETE', { missing: missing.slice(0, 50) })
  const warnings = JSON.parse(build.warnings)
  return finishBuild(deps, { build, files, warnings, activate }, operation)
}

async function expectUpload({ db, clock }: Deps, project: string, id: string): Promise<BuildRow> {
  const build = await findBuild(db, project, id)
  const isOpen = build?.state === 'uploading' && (build.expiresAt ?? 0) > clock.now()
  if (!isOpen) throw new Refusal('BUILD_NOT_FOUND')
  return build
}

/** Looks within the project only: otherwise the response would tell who has which file. */
async function listMissing(
  { storage }: Pick<Deps, 'storage'>,
  project: string,
  files: readonly NewFile[],
): Promise<string[]> {
  const missing: string[] = []
  for (const sha256 of new Set(files.map((file) => file.sha256)))
    if (!(await storage.has(toStorageKey(project, sha256)))) missing.push(sha256)
  return missing
}
