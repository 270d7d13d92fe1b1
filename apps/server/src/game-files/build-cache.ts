import type { Compat } from '@playhub/contract/plays/portal-sdks'
import { LRUCache } from 'lru-cache'
import {
  findServedBuild,
  findTrial,
  isTrialId,
  type Manifest,
  parseManifest,
  trialNumber,
} from '../builds/index.ts'
import { SECOND_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'

/** A build with its files by path. */
export type Build = {
  id: string
  number: number
  isActivated: boolean
  manifest: Manifest
  /** Null for a build of a project. */
  expiresAt: number | null
  /** Undefined for a build of a project, whose file has it. */
  compat: Compat | undefined
}

export type BuildCache = {
  /** Undefined without a servable build. */
  find(project: string, number: number): Promise<Build | undefined>
  /** Reads it again at the next request, such as after a file of it was missing. */
  forget(project: string, number: number): void
}

const maxCachedFiles = 200_000
/** Builds do not change, but they are removed, and compressed variants are added. */
const freshMs = 10 * SECOND_MS

/** Caches builds, and serves them on while the database does not respond. */
export function createBuildCache(requireDb: () => Db): BuildCache {
  const builds = new LRUCache<string, Build, { project: string; number: number }>({
    maxSize: maxCachedFiles,
    sizeCalculation: ({ manifest }) => manifest.size + 1,
    ttl: freshMs,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_key, _stale, { context }) => readBuild(requireDb(), context),
  })
  const toKey = (project: string, number: number) => `${project}/${number}`
  return {
    find: (project, number) => builds.fetch(toKey(project, number), { context: { project, number } }),
    forget: (project, number) => void builds.delete(toKey(project, number)),
  }
}

async function readBuild(db: Db, build: { project: string; number: number }): Promise<Build | undefined> {
  if (isTrialId(build.project)) return readTrial(db, build)
  const row = await findServedBuild(db, build)
  if (!row) return undefined
  const { id, number, activatedAt, manifest } = row
  return {
    id,
    number,
    isActivated: activatedAt !== null,
    manifest: parseManifest(manifest),
    expiresAt: null,
    compat: undefined,
  }
}

/** A trial has one version. */
async function readTrial(
  db: Db,
  { project, number }: { project: string; number: number },
): Promise<Build | undefined> {
  const row = number === trialNumber ? await findTrial(db, project) : undefined
  if (!row) return undefined
  const { id, manifest, expiresAt, compat } = row
  return {
    id,
    number,
    isActivated: true,
    manifest: parseManifest(manifest),
    expiresAt,
    compat: compat === null ? undefined : { sdk: compat },
  }
}
