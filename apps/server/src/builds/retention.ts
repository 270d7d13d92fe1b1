import { type Db, transact } from '../platform/database/database.ts'
import { runEach, scheduleHourly } from '../platform/jobs/hourly-job.ts'
import {
  claimUnswept,
  clearManifest,
  findNewestNumber,
  findVersion,
  listBuildsByProject,
  listExpiredUploads,
  listProjectsWithBuilds,
  lockBuild,
  markRemoved,
  setSweptUntil,
} from './build-store.ts'
import type { Deps } from './deps.ts'
import { listHashes, parseManifest } from './manifest.ts'
import { toStorageKey } from './storage/storage.ts'
import { sweepLeaseMs } from './sweep-lease.ts'
import { abandonedMs, sweepTemporaryFiles } from './temporary-files.ts'
import { sweepTrials } from './trials/trial-store.ts'

/** Removes old builds, expired trials and their files, abandoned uploads, and leftovers of crashes. */
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

/** The newest stay, and every build players have or had before. */
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

/** Deletes the files only removed builds had. */
async function sweepProject(deps: Deps, project: string): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  const unswept = await claimUnswept(db, project, now, now + sweepLeaseMs)
  if (unswept.length === 0) return
  try {
    if (await deleteUnused(deps, project, unswept)) for (const id of unswept) await clearManifest(db, id)
  } finally {
    await setSweptUntil(db, unswept, null)
  }
}

/**
 * Files of the last hour wait for the next, because a hub of an earlier version compresses without naming the results.
 * So does all once another build is begun, because it may use any file.
 * @returns  true when nothing is left
 */
async function deleteUnused(
  { db, clock, storage }: Deps,
  project: string,
  unswept: readonly string[],
): Promise<boolean> {
  const newest = await findNewestNumber(db, project)
  const used = await listUsedKeys(db, project)
  let renewAt = clock.now() + sweepLeaseMs / 2
  let hasNew = false
  for await (const { key, storedAt } of storage.list(project)) {
    const now = clock.now()
    if (now >= renewAt) {
      await setSweptUntil(db, unswept, now + sweepLeaseMs)
      renewAt = now + sweepLeaseMs / 2
    }
    if (used.has(key)) continue
    if (storedAt > now - abandonedMs) {
      hasNew = true
      continue
    }
    if ((await findNewestNumber(db, project)) !== newest) return false
    await storage.remove(key)
  }
  return !hasNew
}

async function listUsedKeys(db: Db, project: string): Promise<Set<string>> {
  const kept = await listBuildsByProject(db, project)
  return new Set(
    kept
      .filter(({ state }) => state !== 'refused')
      .flatMap(({ manifest }) => [...parseManifest(manifest).values()])
      .flatMap(listHashes)
      .map((sha256) => toStorageKey(project, sha256)),
  )
}
