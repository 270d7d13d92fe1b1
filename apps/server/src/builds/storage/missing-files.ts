import type { Db } from '../../platform/database/database.ts'
import { type Manifest, parseManifest } from '../manifest.ts'
import { type BuildStorage, toStorageKey } from './storage.ts'

export type IncompleteBuild = { project: string; number: number; createdBy: string; missing: number }

/** Current builds whose files the storage does not have. Asks it once per project, since a bucket is slow. */
export async function listIncompleteBuilds(
  db: Db,
  storage: Pick<BuildStorage, 'list'>,
): Promise<IncompleteBuild[]> {
  const current = await db
    .selectFrom('gameVersions')
    .innerJoin('builds', 'builds.id', 'gameVersions.buildId')
    .select(['builds.project', 'builds.number', 'builds.createdBy', 'builds.manifest'])
    .orderBy('builds.project')
    .execute()
  const incomplete: IncompleteBuild[] = []
  for (const { manifest, ...build } of current) {
    const missing = listKeys(build.project, parseManifest(manifest))
    for await (const { key } of storage.list(build.project)) missing.delete(key)
    if (missing.size > 0) incomplete.push({ ...build, missing: missing.size })
  }
  return incomplete
}

/** Every content a build may be served from. */
export function listKeys(project: string, manifest: Manifest): Set<string> {
  return new Set(
    [...manifest.values()]
      .flatMap(({ sha256, brotliSha256 }) => [sha256, brotliSha256 ?? sha256])
      .map((sha256) => toStorageKey(project, sha256)),
  )
}
