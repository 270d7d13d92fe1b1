import { scheduleHourly } from '../platform/jobs/hourly-job.ts'
import {
  clearManifest,
  findVersion,
  listBuildsByProject,
  listExpiredUploads,
  listProjectsWithBuilds,
  listUnsweptBuilds,
  markRemoved,
} from './build-store.ts'
import type { Deps } from './deps.ts'
import { parseManifest } from './manifest.ts'
import { toStorageKey } from './storage/storage.ts'
import { abandonedMs, sweepTemporaryFiles } from './temporary-files.ts'
import { sweepTrials } from './trials/trial-store.ts'

/** Removes old builds, expired trials and their files, uploads that were given up, and what a crash has left behind. */
export function schedulePruning(deps: Deps): Promise<void> {
  return scheduleHourly(deps, 'builds.prune', () => pruneBuilds(deps))
}

export async function pruneBuilds(deps: Deps): Promise<void> {
  const { db, clock } = deps
  await sweepTemporaryFiles(deps)
  await sweepTrials(deps)
  for (const { id } of await listExpiredUploads(db, clock.now()))
    await markRemoved(db, id, clock.now(), ['uploading'])
  for (const project of await listProjectsWithBuilds(db)) {
    await removeOldBuilds(deps, project)
    await sweepProject(deps, project)
  }
}

/** The newest stay, and those that players have or had before. */
async function removeOldBuilds({ db, clock, config }: Deps, project: string): Promise<void> {
  const version = await findVersion(db, project)
  const ready = (await listBuildsByProject(db, project)).filter(({ state }) => state === 'ready')
  const old = ready
    .slice(config.builds.kept)
    .filter(({ id }) => id !== version?.buildId && id !== version?.previousBuildId)
  for (const { id } of old) await markRemoved(db, id, clock.now(), ['ready'])
}

/**
 * Deletes the files that only removed builds had. A project that published within the hour waits, because its files are
 * stored before its manifest names them.
 */
async function sweepProject({ db, clock, storage }: Deps, project: string): Promise<void> {
  const unswept = await listUnsweptBuilds(db, project)
  if (unswept.length === 0) return
  const kept = await listBuildsByProject(db, project)
  if (kept.some(({ createdAt }) => createdAt > clock.now() - abandonedMs)) return
  const used = new Set(
    kept
      .filter(({ state }) => state !== 'refused')
      .flatMap(({ manifest }) => [...parseManifest(manifest).values()])
      .flatMap(({ sha256, brotliSha256 }) => [sha256, brotliSha256 ?? sha256])
      .map((sha256) => toStorageKey(project, sha256)),
  )
  for await (const key of storage.list(project)) if (!used.has(key)) await storage.remove(key)
  for (const { id } of unswept) await clearManifest(db, id)
}
