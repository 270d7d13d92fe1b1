import type { keptReasons } from '@playhub/contract/operator'

declare module '../platform/database/database.ts' {
  interface Tables {
    saves: SaveRow
    saveVersions: SaveVersionRow
  }
}

/** A save's place: one player, one game, one key. */
export type SavePlace = { playerId: string; project: string; saveKey: string }

/** The writer: the hub's page for the player, or the game's server. */
export type SaveSource = 'client' | 'server'

type SaveContent = {
  version: number
  /** UTF-8. */
  sizeBytes: number
  savedAt: number
  source: SaveSource
  /** JSON text. */
  value: string
}

export type SaveRow = SavePlace &
  SaveContent & {
    /** The highest number given to a write of this key. Refused writes, which are kept, have numbers too. */
    lastVersion: number
    /** When a version was last kept before it was overwritten; 0 if never. */
    keptAt: number
  }

/** Reason for keeping a version. Both sides of a conflict are kept, also the current one. */
export type KeptReason = (typeof keptReasons)[number]

export type SaveVersionRow = SavePlace & SaveContent & { replacedAt: number; reason: KeptReason }
