import type { InterfaceLanguage, TicketAuthor, TicketReason, TicketState } from '@playhub/contract'
import type { Generated } from 'kysely'

declare module '../platform/database/database.ts' {
  interface Tables {
    tickets: TicketTable
    ticketMessages: TicketMessageTable
    ticketAttachments: TicketAttachmentRow
    receivedMails: ReceivedMailRow
    ticketNotes: TicketNoteRow
    ticketTags: TicketTagRow
    ticketDrafts: TicketDraftRow
    savedReplies: SavedReplyRow
    ticketSearch: TicketSearchRow
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

/** Defaults of a new ticket. */
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
  /** The message that an email quotes. */
  quoted: string | null
  /** The email of a sender who is not known to be the player. */
  unverifiedSender: string | null
  omittedAttachments: number | null
}

/** Only messages that arrived by email have these. */
type OfMail = 'quoted' | 'unverifiedSender' | 'omittedAttachments'
type TicketMessageTable = Omit<TicketMessageRow, OfMail> & {
  [Name in OfMail]: Generated<TicketMessageRow[Name]>
}
export type NewMessageRow = Omit<TicketMessageRow, OfMail>

export type TicketAttachmentRow = {
  id: string
  messageId: string
  name: string
  type: string
  sizeBytes: number
  bytes: Uint8Array
}

/** A mail that belongs to a ticket, so another copy changes nothing. */
export type ReceivedMailRow = { key: string; receivedAt: number }

/** A note for staff only. In a table of its own, so no query for a player returns it. */
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

/** Searchable text of a ticket. Triggers count its changes and remove the text. */
export type TicketSearchRow = {
  id: Generated<number>
  ticketId: string
  revision: Generated<number>
  /** By `foldText`; null since the ticket changed. */
  folded: string | null
}

export type SavedReplyRow = {
  id: string
  title: string
  language: string
  text: string
  version: number
  changedBy: string
  changedAt: number
}
