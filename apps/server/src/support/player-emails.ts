import { fillText, type ServerMessages } from '../i18n/server-messages.ts'
import type { Email } from '../platform/mail/email.ts'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import { formatDateTime } from '../platform/mail/format-date.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'
import { findTitle } from './ticket.ts'

type PlayerEmail = {
  ticket: TicketRow
  messages: ServerMessages
  replyTo: string
  messageId?: string
  publicUrl: string
}

/** Confirms a new ticket, with the specification's text. */
export function renderConfirmationEmail(
  email: PlayerEmail & { message: TicketMessageRow | undefined },
): Email {
  const { message, messages } = email
  const { confirmation, yourMessage } = messages.emails.ticket
  const quote = message ? [`${yourMessage}\n${message.text}`] : []
  return render(email, { ...confirmation, small: [...quote, ...listDetails(email)] })
}

/** @param reopensUntil  Null when the ticket stays open. */
export function renderAnswerEmail(
  email: PlayerEmail & { message: TicketMessageRow; reopensUntil: number | null },
): Email {
  const { message, reopensUntil, messages } = email
  const { answer, closed } = messages.emails.ticket
  const details = { ...answer, lead: message.text, small: listDetails(email) }
  if (reopensUntil === null) return render(email, details)
  const follow = fillDate(closed.reopen, reopensUntil, messages)
  return render(email, { ...details, small: [...details.small, closed.lead], follow })
}

export function renderClosedEmail(email: PlayerEmail & { reopensUntil: number }): Email {
  const { reopensUntil, messages } = email
  const { closed } = messages.emails.ticket
  const follow = fillDate(closed.reopen, reopensUntil, messages)
  return render(email, { ...closed, small: listDetails(email), follow })
}

const fillDate = (text: string, instant: number, { language }: ServerMessages) =>
  fillText(text, { date: formatDateTime(instant, language) })

type Content = { subject: string; heading: string; lead: string; small: string[]; follow: string }

function render(
  { ticket, messages, replyTo, messageId, publicUrl }: PlayerEmail,
  { subject, heading, lead, small, follow }: Content,
): Email {
  const paragraphs = [...small, `${follow}\n${publicUrl}/transactions/help?ticket=${ticket.id}`]
  return {
    to: ticket.email,
    replyTo,
    ...(messageId !== undefined && { messageId }),
    subject,
    text: `${[heading, lead, ...paragraphs, messages.brand].join('\n\n')}\n`,
    html: renderEmailLayout({
      language: messages.language,
      brand: messages.brand,
      heading,
      lead,
      small: paragraphs,
      publicUrl,
    }),
  }
}

function listDetails({ ticket, messages }: PlayerEmail): string[] {
  const { reason, reasons, payment } = messages.emails.ticket
  const { orderId: id } = ticket
  const title = findTitle(ticket, messages.language) ?? ''
  return [
    fillText(reason, { reason: reasons[ticket.reason] }),
    ...(id === null ? [] : [fillText(payment, { title, id })]),
  ]
}
