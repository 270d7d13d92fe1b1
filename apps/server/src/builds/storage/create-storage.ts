import { createDiskStorage } from './disk.ts'
import { createS3Storage, type S3Config } from './s3.ts'
import type { BuildStorage } from './storage.ts'

export type BuildStorageConfig = { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Config)

/** Opens nothing: an unreachable service is noticed at the first use. */
export function createBuildStorage(config: BuildStorageConfig): BuildStorage {
  return config.kind === 'disk' ? createDiskStorage(config.folder) : createS3Storage(config)
}
