import type { InterfaceLanguage, TicketAuthor, TicketReason, TicketState } from '@playhub/contract'

declare module '../platform/database/database.ts' {
  interface Tables {
    tickets: TicketRow
    ticketMessages: TicketMessageRow
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
}

export type TicketMessageRow = {
  id: string
  ticketId: string
  author: TicketAuthor
  text: string
  createdAt: number
}
