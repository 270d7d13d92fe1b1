import { fillText, type ServerTexts } from '../i18n/server-texts.ts'
import type { Email } from '../platform/mail/email.ts'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'
import { findTitle } from './ticket.ts'

type PlayerEmail = {
  ticket: TicketRow
  texts: ServerTexts
  replyTo: string
  publicUrl: string
}

/** Confirms a new ticket, with the specification's text. */
export function renderConfirmationEmail(
  email: PlayerEmail & { message: TicketMessageRow | undefined },
): Email {
  const { message, texts } = email
  const { confirmation, yourMessage } = texts.emails.ticket
  const quote = message ? [`${yourMessage}\n${message.text}`] : []
  return render(email, { ...confirmation, small: [...quote, ...listDetails(email)] })
}

export function renderAnswerEmail(email: PlayerEmail & { message: TicketMessageRow }): Email {
  const { answer } = email.texts.emails.ticket
  return render(email, { ...answer, lead: email.message.text, small: listDetails(email) })
}

export function renderClosedEmail(email: PlayerEmail): Email {
  return render(email, { ...email.texts.emails.ticket.closed, small: listDetails(email) })
}

type Content = { subject: string; heading: string; lead: string; small: string[]; follow: string }

function render(
  { ticket, texts, replyTo, publicUrl }: PlayerEmail,
  { subject, heading, lead, small, follow }: Content,
): Email {
  const paragraphs = [...small, `${follow}\n${publicUrl}/transactions/help?ticket=${ticket.id}`]
  return {
    to: ticket.email,
    replyTo,
    subject,
    text: `${[heading, lead, ...paragraphs, texts.brand].join('\n\n')}\n`,
    html: renderEmailLayout({
      language: texts.language,
      brand: texts.brand,
      heading,
      lead,
      small: paragraphs,
      publicUrl,
    }),
  }
}

function listDetails({ ticket, texts }: PlayerEmail): string[] {
  const { reason, reasons, payment } = texts.emails.ticket
  const { orderId: id } = ticket
  const title = findTitle(ticket, texts.language) ?? ''
  return [
    fillText(reason, { reason: reasons[ticket.reason] }),
    ...(id === null ? [] : [fillText(payment, { title, id })]),
  ]
}
