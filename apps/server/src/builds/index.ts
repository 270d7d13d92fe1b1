import { defineCompression } from './compression.ts'
import type { Deps } from './deps.ts'
import { schedulePruning } from './retention.ts'
import { createBuildStorage } from './storage/create-storage.ts'
import { claimBuildStorage } from './storage/location.ts'
import { sweepTemporaryFiles } from './temporary-files.ts'

export { activateBuild, removeBuild, rollBackBuild } from './activate.ts'
export {
  clearVersionBy,
  findBuild,
  findCurrentBuild,
  listActivations,
  listBuildsByProject,
} from './build-store.ts'
export type { BuildsConfig } from './config.ts'
export type { Deps as BuildDeps } from './deps.ts'
export { type BuildFile, type Manifest, parseManifest } from './manifest.ts'
export { findPreviewSecret, loadPreviewSecret, parsePreviewLabel, toPreviewLabel } from './previews.ts'
export { publishArchive, publishArchiveStream } from './publish/publish-archive.ts'
export { publishFolder } from './publish/publish-folder.ts'
export { beginUpload, finishUploadedBuild, uploadFile } from './publish/upload.ts'
export { findCurrentNumber, findServedBuild } from './served-builds.ts'
export { type BuildStorageConfig, createBuildStorage } from './storage/create-storage.ts'
export {
  acceptBuildStorage,
  describePlace,
  expectBuildStorage,
  findRecordedLocation,
  folderIdFile,
  readLocation,
  sampleAuthor,
} from './storage/location.ts'
export { listIncompleteBuilds, listKeys } from './storage/missing-files.ts'
export { checkBucket } from './storage/s3.ts'
export {
  type BuildStorage,
  type ByteRange,
  isStorageKey,
  StoredFileMissing,
  toStorageKey,
} from './storage/storage.ts'
export { acceptStreams, expectStream, readStatedBytes, zipTypes } from './streamed-body.ts'
export type { BuildRow } from './tables.ts'
export { createTrials } from './trials/create-trials.ts'
export { findTrial, isTrialId, trialNumber } from './trials/trial-store.ts'
export { isBrokenCompression, maxPageBytes } from './unpacked-size.ts'
export { expectBuildByNumber, readBuild, readBuilds, readPreview } from './views.ts'

export type Builds = Deps & {
  /** Location of the builds, as the heartbeat reports it. */
  location: string
}

/** Opens the storage and defines the jobs. @throws StartupError when the storage cannot be used */
export async function createBuilds(given: Omit<Deps, 'storage'>): Promise<Builds> {
  const location = await claimBuildStorage(given)
  const deps = { ...given, location, storage: createBuildStorage(given.config.buildStorage) }
  defineCompression(deps)
  await sweepTemporaryFiles(deps)
  await schedulePruning(deps)
  return deps
}
