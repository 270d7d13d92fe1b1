import { createHash } from 'node:crypto'
import {
  type InterfaceLanguage,
  type LocalizedText,
  localText,
  type Ticket,
  type TicketAuthor,
  type TicketReason,
  type TicketThread,
} from '@playhub/contract'
import { newId } from '../platform/ids.ts'
import type { TicketOrder, TimelineEntry } from './deps.ts'
import type { NewMessageRow, NewTicketRow, TicketMessageRow, TicketRow } from './tables.ts'

/** English only, like the commands. */
export const reasonLabels: Record<TicketReason, string> = {
  DROP_NOT_CREDITED: 'Drop not credited',
  OTHER: 'Other',
}

export type TicketRequest = {
  playerId: string
  language: InterfaceLanguage
  reason: TicketReason
  /** Canonical. */
  email: string
  message: string
}

export function newTicket(request: TicketRequest, order: TicketOrder | undefined, now: number): NewTicketRow {
  const { playerId, language, reason, email } = request
  return {
    id: newId(),
    playerId,
    orderId: order?.id ?? null,
    project: order?.project ?? null,
    titles: order?.titles ?? null,
    titleRu: order?.titleRu ?? null,
    titleEn: order?.titleEn ?? null,
    reason,
    email,
    language,
    state: 'open',
    dedupeKey: toDedupeKey(request, order?.id),
    createdAt: now,
    updatedAt: now,
  }
}

function toDedupeKey({ reason, email, message }: TicketRequest, orderId = ''): string {
  return createHash('sha256')
    .update(JSON.stringify([orderId, reason, email, message]))
    .digest('base64url')
}

export function newMessage(
  ticketId: string,
  author: TicketAuthor,
  text: string,
  now: number,
  { operatorId = null, operator }: { operatorId?: string | null; operator: string | null } = {
    operator: null,
  },
): NewMessageRow {
  return { id: newId(), ticketId, author, text, createdAt: now, operatorId, operator }
}

/** A double click, or a retry after a lost response. */
export function isDuplicate(last: TicketMessageRow | undefined, { author, text }: NewMessageRow): boolean {
  return last?.author === author && last.text === text
}

export function findTitle(ticket: TicketRow, language: InterfaceLanguage): string | null {
  if (ticket.titles === null) return language === 'ru' ? ticket.titleRu : ticket.titleEn
  const titles: LocalizedText = JSON.parse(ticket.titles)
  return localText(titles, language)
}

export function toTicket(ticket: TicketRow, language: InterfaceLanguage): Ticket {
  const { id, state, reason, orderId, project, email, createdAt, updatedAt } = ticket
  const title = findTitle(ticket, language)
  return { id, state, reason, paymentId: orderId, project, title, email, createdAt, updatedAt }
}

export function toThread(
  ticket: TicketRow,
  messages: TicketMessageRow[],
  language: InterfaceLanguage,
): TicketThread {
  return {
    ...toTicket(ticket, language),
    messages: messages.map(({ id, author, text, createdAt }) => ({ id, author, text, createdAt })),
  }
}

/** "2030-01-01 00:00:00 UTC  Paid: $0.99", without terminal control characters. */
export function formatTimeline(timeline: TimelineEntry[]): string {
  const format = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const formatEntry = ({ says, reason }: TimelineEntry) => (reason === null ? says : `${says}: ${reason}`)
  return timeline
    .map((entry) => `${format(entry.at)}  ${formatEntry(entry).replace(/\p{C}/gu, ' ')}`)
    .join('\n')
}
