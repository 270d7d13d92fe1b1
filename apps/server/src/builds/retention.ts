import { type Db, transact } from '../platform/database/database.ts'
import { runEach, scheduleHourly } from '../platform/jobs/hourly-job.ts'
import {
  clearManifest,
  findNewestNumber,
  findVersion,
  listBuildsByProject,
  listExpiredUploads,
  listProjectsWithBuilds,
  listUnsweptBuilds,
  lockBuild,
  markRemoved,
} from './build-store.ts'
import type { Deps } from './deps.ts'
import { parseManifest } from './manifest.ts'
import { listKeys } from './storage/missing-files.ts'
import { abandonedMs, sweepTemporaryFiles } from './temporary-files.ts'
import { sweepTrials } from './trials/trial-store.ts'

/** Removes old builds, expired trials and their files, uploads that were given up, and what a crash has left behind. */
export function schedulePruning(deps: Deps): Promise<void> {
  return scheduleHourly(deps, 'builds.prune', () => pruneBuilds(deps))
}

export async function pruneBuilds(deps: Deps): Promise<void> {
  const projects = await listProjectsWithBuilds(deps.db)
  await runEach([
    () => sweepTemporaryFiles(deps),
    () => sweepTrials(deps),
    () => removeExpiredUploads(deps),
    ...projects.flatMap((project) => [
      () => removeOldBuilds(deps, project),
      () => sweepProject(deps, project),
    ]),
  ])
}

async function removeExpiredUploads({ db, clock }: Deps): Promise<void> {
  for (const { id } of await listExpiredUploads(db, clock.now()))
    await markRemoved(db, id, clock.now(), ['uploading'])
}

/** The newest stay, and those that players have or had before. */
async function removeOldBuilds({ db, clock, config }: Deps, project: string): Promise<void> {
  const version = await findVersion(db, project)
  const ready = (await listBuildsByProject(db, project)).filter(({ state }) => state === 'ready')
  const old = ready
    .slice(config.builds.kept)
    .filter(({ id }) => id !== version?.buildId && id !== version?.previousBuildId)
  for (const { id } of old)
    await transact(db, async (tx) => {
      await lockBuild(tx, id)
      await markRemoved(tx, id, clock.now(), ['ready'])
    })
}

/**
 * Deletes the files that only removed builds had. Files of the last hour wait for the next, because they are stored
 * before a manifest names them. So does all once another build is begun, because it may use any file.
 */
async function sweepProject({ db, clock, storage }: Deps, project: string): Promise<void> {
  const unswept = await listUnsweptBuilds(db, project)
  if (unswept.length === 0) return
  const newest = await findNewestNumber(db, project)
  const used = await listUsedKeys(db, project)
  let hasNew = false
  for await (const { key, storedAt } of storage.list(project)) {
    if (used.has(key)) continue
    if (storedAt > clock.now() - abandonedMs) {
      hasNew = true
      continue
    }
    if ((await findNewestNumber(db, project)) !== newest) return
    await storage.remove(key)
  }
  if (!hasNew) for (const { id } of unswept) await clearManifest(db, id)
}

async function listUsedKeys(db: Db, project: string): Promise<Set<string>> {
  const kept = await listBuildsByProject(db, project)
  const keys = kept
    .filter(({ state }) => state !== 'refused')
    .map(({ manifest }) => listKeys(project, parseManifest(manifest)))
  return new Set(keys.flatMap((each) => [...each]))
}
