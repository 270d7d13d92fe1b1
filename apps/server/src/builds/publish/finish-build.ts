import type { BuildProblem } from '@playhub/contract'
import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { transact } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { activateIn } from '../activate.ts'
import { findBuild, finishUpload } from '../build-store.ts'
import { collectProblems } from '../checks/problems.ts'
import { compressionJob } from '../compression.ts'
import type { Deps } from '../deps.ts'
import { inspectFiles, type NewFile } from '../inspect.ts'
import { formatManifest } from '../manifest.ts'
import { toStorageKey } from '../storage/storage.ts'
import type { BuildRow } from '../tables.ts'
import { sumBytes } from './begin-build.ts'

export type Finishing = {
  build: BuildRow
  files: readonly NewFile[]
  /** Those of the checks. */
  warnings: readonly BuildProblem[]
  activate: boolean
}

/**
 * Makes a build whose files are all stored ready, and current if wanted.
 * @throws Refusal BUILD_REFUSED when files unpack to too much, BUILD_NOT_FOUND when it was given up meanwhile
 */
export async function finishBuild(
  { db, clock, config, jobs, storage }: Deps,
  { build, files, warnings, activate }: Finishing,
  operation: Operation,
): Promise<BuildRow> {
  const { id, project } = build
  const found = collectProblems()
  const open = (sha256: string, end: number) => storage.open(toStorageKey(project, sha256), { start: 0, end })
  const problems = collectProblems()
  const { limits } = config.builds
  const { manifest, engine } = await inspectFiles(files, open, { warnings: found, problems, limits })
  if (!problems.isEmpty()) throw new Refusal('BUILD_REFUSED', { problems: problems.list() })
  const now = clock.now()
  return transact(db, async (tx) => {
    const ready = await finishUpload(tx, id, {
      state: 'ready',
      manifest: formatManifest(manifest),
      warnings: JSON.stringify([...warnings, ...found.list()]),
      engine,
      files: manifest.size,
      sizeBytes: sumBytes(files),
    })
    if (!ready) return expectFinished(await findBuild(tx, project, id))
    const after = { number: ready.number, label: ready.label, files: ready.files, engine }
    await recordOperation(tx, operation, { action: 'build.publish', subject: id, project, after, at: now })
    await jobs.enqueue(tx, compressionJob(id))
    return activate ? activateIn(tx, { project, id, now }, operation) : ready
  })
}

/** The same call, repeated, was faster. */
function expectFinished(build: BuildRow | undefined): BuildRow {
  if (build?.state !== 'ready') throw new Refusal('BUILD_NOT_FOUND')
  return build
}
