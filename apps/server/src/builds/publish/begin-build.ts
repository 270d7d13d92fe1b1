import type { BuildProblem } from '@playhub/contract'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertNextBuild } from '../build-store.ts'
import type { Deps } from '../deps.ts'
import type { NewFile } from '../inspect.ts'
import { formatManifest } from '../manifest.ts'
import { maxStopMs, untilSwept } from '../sweep-lease.ts'
import type { BuildRow } from '../tables.ts'

/** A build's facts before its files arrive. */
export type Publication = {
  project: string
  label: string | null
  /** An operator, or the id of a project key. */
  createdBy: string
  /** Identifies an archive a client may send again. */
  archiveSha256?: string
}

/** Storing checked files takes minutes at most; after a crash the build is given up. */
export const storingTtlMs = HOUR_MS
const maxTries = 100

/**
 * Takes the next number and names the files, so none is swept from now on.
 * @throws Refusal GAMES_NOT_HOSTED
 */
export async function beginBuild(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { project, label, createdBy, archiveSha256 }: Publication,
  files: readonly NewFile[],
  { ttlMs = storingTtlMs, warnings = [] }: { ttlMs?: number; warnings?: BuildProblem[] } = {},
): Promise<BuildRow> {
  expectHosting(config)
  const now = clock.now()
  const build = {
    id: newId(),
    project,
    label,
    state: 'uploading' as const,
    manifest: formatManifest(
      new Map(
        files.map(({ path, sha256, sizeBytes }) => [
          path,
          { sha256, sizeBytes, type: '', encoding: null, brotliSha256: null },
        ]),
      ),
    ),
    warnings: JSON.stringify(warnings),
    engine: null,
    files: files.length,
    sizeBytes: sumBytes(files),
    createdAt: now,
    createdBy,
    archiveSha256: archiveSha256 ?? null,
    expiresAt: now + ttlMs,
  }
  const row = await insertBuild(db, build)
  await untilSwept({ db, clock }, project, maxStopMs)
  return row
}

/** @throws Refusal GAMES_NOT_HOSTED */
export function expectHosting({ gameHosting }: Deps['config']): void {
  if (gameHosting === null) throw new Refusal('GAMES_NOT_HOSTED')
}

export const sumBytes = (files: readonly { sizeBytes: number }[]) =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

async function insertBuild(db: Db, build: Parameters<typeof insertNextBuild>[1]): Promise<BuildRow> {
  for (let tries = 0; tries < maxTries; tries++) {
    const row = await insertNextBuild(db, build)
    if (row) return row
  }
  throw new Error(`No number is free for a build of ${build.project}`)
}
