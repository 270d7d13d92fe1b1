import type { Generated } from 'kysely'

declare module '../../platform/database/database.ts' {
  interface Tables {
    playerSearch: PlayerSearchRow
    playerNotes: PlayerNoteRow
  }
}

/** Searchable text about a player. Triggers write the words. */
export type PlayerSearchRow = {
  id: Generated<number>
  accountId: string
  words: string
  /** The words by `foldText`; null since they changed. */
  folded: string | null
}

/** A note for staff only. */
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
