import { createHash } from 'node:crypto'
import type { InterfaceLanguage, Ticket, TicketAuthor, TicketReason, TicketThread } from '@playhub/contract'
import { newId } from '../platform/ids.ts'
import type { OrderInQuestion } from './deps.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'

/** What a player asks support for. */
export type TicketWish = {
  playerId: string
  language: InterfaceLanguage
  reason: TicketReason
  /** Canonical. */
  email: string
  message: string
}

export function newTicket(wish: TicketWish, order: OrderInQuestion | undefined, now: number): TicketRow {
  const { playerId, language, reason, email } = wish
  return {
    id: newId(),
    playerId,
    orderId: order?.id ?? null,
    project: order?.project ?? null,
    titleRu: order?.titleRu ?? null,
    titleEn: order?.titleEn ?? null,
    reason,
    email,
    language,
    state: 'open',
    askedKey: askedKey(wish, order?.id),
    createdAt: now,
    updatedAt: now,
  }
}

function askedKey({ reason, email, message }: TicketWish, orderId = ''): string {
  return createHash('sha256')
    .update(JSON.stringify([orderId, reason, email, message]))
    .digest('base64url')
}

export function newMessage(
  ticketId: string,
  author: TicketAuthor,
  text: string,
  now: number,
): TicketMessageRow {
  return { id: newId(), ticketId, author, text, createdAt: now }
}

/** Pressing a button twice, or trying once more after a lost answer, says nothing new. */
export function isRepeated(last: TicketMessageRow | undefined, { author, text }: TicketMessageRow): boolean {
  return last?.author === author && last.text === text
}

export function titleOf(ticket: TicketRow, language: InterfaceLanguage): string | null {
  return language === 'ru' ? ticket.titleRu : ticket.titleEn
}

export function toTicket(ticket: TicketRow, language: InterfaceLanguage): Ticket {
  const { id, state, reason, orderId, project, email, createdAt, updatedAt } = ticket
  const title = titleOf(ticket, language)
  return { id, state, reason, paymentId: orderId, project, title, email, createdAt, updatedAt }
}

export function toThread(
  ticket: TicketRow,
  messages: TicketMessageRow[],
  language: InterfaceLanguage,
): TicketThread {
  const told = messages.map(({ ticketId: _, ...message }) => message)
  return { ...toTicket(ticket, language), messages: told }
}
