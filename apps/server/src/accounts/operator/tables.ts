import type { Generated } from 'kysely'

declare module '../../platform/database/database.ts' {
  interface Tables {
    playerSearch: PlayerSearchRow
    playerNotes: PlayerNoteRow
  }
}

/** Searchable text about a player. Triggers write it. */
export type PlayerSearchRow = { id: Generated<number>; accountId: string; words: string }

/** A note that only staff see. */
export type PlayerNoteRow = {
  id: string
  playerId: string
  /** Null for a note from a shell. */
  operatorId: string | null
  operator: string
  text: string
  /** JSON: the author's projects, whose staff read it; null for staff of all projects only. */
  projects: string | null
  createdAt: number
  deletedAt: number | null
}
