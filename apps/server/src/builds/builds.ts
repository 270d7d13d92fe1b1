import { defineCompression } from './compression.ts'
import type { Deps } from './deps.ts'
import { schedulePruning, sweepTemporaryFiles } from './retention.ts'
import { createBuildStorage } from './storage/create-storage.ts'

export type Builds = Deps

/** Opens the storage and defines the jobs. */
export async function createBuilds(given: Omit<Deps, 'storage'>): Promise<Builds> {
  const deps = { ...given, storage: createBuildStorage(given.config.buildStorage) }
  defineCompression(deps)
  await sweepTemporaryFiles(deps)
  await schedulePruning(deps)
  return deps
}
