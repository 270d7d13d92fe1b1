import type { InterfaceLanguage, TicketAuthor, TicketReason, TicketState } from '@playhub/contract'
import type { Generated } from 'kysely'

declare module '../platform/database/database.ts' {
  interface Tables {
    tickets: TicketTable
    ticketMessages: TicketMessageRow
    ticketNotes: TicketNoteRow
    ticketTags: TicketTagRow
    ticketDrafts: TicketDraftRow
    savedReplies: SavedReplyRow
  }
}

export type TicketRow = {
  id: string
  playerId: string
  /** Null if the ticket is not about a payment. The project and the titles are copied from the order. */
  orderId: string | null
  project: string | null
  /** JSON by language; null in tickets from before the hub had other languages than these two. */
  titles: string | null
  titleRu: string | null
  titleEn: string | null
  reason: TicketReason
  /** Canonical; replies are sent to it. */
  email: string
  /** The player's language when the ticket was opened; emails are in this language. */
  language: InterfaceLanguage
  state: TicketState
  /** Request hash: until support replies, an equal request is the same ticket. Null afterwards. */
  dedupeKey: string | null
  createdAt: number
  updatedAt: number
  /** Counts up on each hub; the database assigns it. */
  number: number
  assigneeId: string | null
  /** Counts changes of assignee and tags, the latest of which this operator made. */
  version: number
  editedBy: string | null
  editedAt: number | null
}

/** What the database fills in for a new ticket. */
type Filled = 'number' | 'assigneeId' | 'version' | 'editedBy' | 'editedAt'
type TicketTable = Omit<TicketRow, Filled> & { [Name in Filled]: Generated<TicketRow[Name]> }
export type NewTicketRow = Omit<TicketRow, Filled>

export type TicketMessageRow = {
  id: string
  ticketId: string
  author: TicketAuthor
  text: string
  createdAt: number
  /** Null for messages of players, and for replies from a shell. */
  operatorId: string | null
  /** The operator's name; null for messages of players. */
  operator: string | null
}

/** A note that only staff see. In a table of its own, so that no query for a player returns it. */
export type TicketNoteRow = {
  id: string
  ticketId: string
  /** Null for notes from a shell. */
  operatorId: string | null
  operator: string
  text: string
  createdAt: number
}

export type TicketTagRow = { ticketId: string; tag: string }

/** An operator's unsent reply. */
export type TicketDraftRow = { ticketId: string; operatorId: string; text: string; updatedAt: number }

export type SavedReplyRow = {
  id: string
  title: string
  language: string
  text: string
  version: number
  changedBy: string
  changedAt: number
}
