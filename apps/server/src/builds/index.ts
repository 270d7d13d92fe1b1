export { findBuildByNumber, findCurrentBuild } from './build-store.ts'
export { type BuildFile, type Manifest, parseManifest } from './manifest.ts'
export type { BuildStorage, ByteRange } from './storage/storage.ts'
export type { BuildRow } from './tables.ts'
