import type { PortalSdk } from '@playhub/contract/plays/portal-sdks'

declare module '../platform/database/database.ts' {
  interface Tables {
    builds: BuildRow
    gameVersions: GameVersionRow
    trials: TrialRow
  }
}

export type BuildState = 'uploading' | 'ready' | 'refused' | 'removed'

/** An uploaded version of a game. */
export type BuildRow = {
  id: string
  project: string
  /** Counts up from 1 in each project; part of the game's URL. */
  number: number
  label: string | null
  state: BuildState
  /** JSON, as `formatManifest` writes it. */
  manifest: string
  /** JSON of `{ code, path, text }[]`. */
  warnings: string
  /** Such as `unity` or `godot`; null when not recognised. */
  engine: string | null
  files: number
  sizeBytes: number
  createdAt: number
  /** An operator, or `key` and the name of a project key. */
  createdBy: string
  /** Null for a build without an archive, or from an older version. */
  archiveSha256: string | null
  /** Null until it becomes current for the first time. */
  activatedAt: number | null
  removedAt: number | null
  /** When an unfinished upload is given up; null once it is finished. Of a removed build: when the claim of its sweep ends. */
  expiresAt: number | null
}

/** Which build players get. Updating the row switches every hub at once. */
export type GameVersionRow = {
  project: string
  buildId: string
  previousBuildId: string | null
  changedAt: number
}

/** A trial build without a project. */
export type TrialRow = {
  /** As `isTrialId` accepts it; its files are stored under this name. */
  id: string
  /** JSON, as `formatManifest` writes it; without files until all are stored. */
  manifest: string
  /** The archive's size on arrival, then its files'. */
  sizeBytes: number
  /** Its files are served until then. */
  expiresAt: number
  /** The portal whose SDK it uses: the hub replaces it, as for a project with `game.compat`. */
  compat: PortalSdk | null
}
