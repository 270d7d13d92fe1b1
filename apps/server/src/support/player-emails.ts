import type { InterfaceLanguage, TicketReason } from '@playhub/contract'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import type { Email } from '../platform/mail/mail.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'
import { titleOf } from './ticket.ts'

type EmailTexts = {
  confirmation: { subject: string; heading: string; lead: string; follow: string }
  answer: { subject: string; heading: string; follow: string }
  reasons: Record<TicketReason, string>
  reason: string
  payment: string
  yourMessage: string
}

const texts: Record<InterfaceLanguage, EmailTexts> = {
  ru: {
    confirmation: {
      subject: 'Мы получили ваше обращение',
      heading: 'Обращение принято',
      lead: 'Мы получили ваше обращение и скоро свяжемся с вами по почте.',
      follow: 'Следить за обращением и дописать к нему можно здесь:',
    },
    answer: {
      subject: 'Поддержка Playhub ответила вам',
      heading: 'Ответ поддержки',
      follow: 'Ответить можно здесь или прямо на это письмо:',
    },
    reasons: { DROP_NOT_CREDITED: 'Покупка не пришла', OTHER: 'Другое' },
    reason: 'Причина',
    payment: 'Платёж',
    yourMessage: 'Вы написали',
  },
  en: {
    confirmation: {
      subject: 'We have received your request',
      heading: 'We are on it',
      lead: 'We have received your request and will contact you via email shortly.',
      follow: 'Follow your request, or add to it, here:',
    },
    answer: {
      subject: 'Playhub support has answered you',
      heading: 'Support has answered',
      follow: 'Reply here, or simply reply to this email:',
    },
    reasons: { DROP_NOT_CREDITED: 'Drop not credited', OTHER: 'Other' },
    reason: 'Reason',
    payment: 'Payment',
    yourMessage: 'You wrote',
  },
}

type PlayerEmail = {
  ticket: TicketRow
  message: TicketMessageRow | undefined
  replyTo: string
  publicUrl: string
}

/** Confirms a new ticket, with the text of the specification. */
export function renderConfirmationEmail(email: PlayerEmail): Email {
  const { ticket, message } = email
  const { confirmation, yourMessage } = texts[ticket.language]
  const quote = message ? [`${yourMessage}:\n${message.text}`] : []
  return render(email, { ...confirmation, small: [...quote, ...detailsOf(ticket)] })
}

export function renderAnswerEmail(email: PlayerEmail & { message: TicketMessageRow }): Email {
  const { ticket, message } = email
  const { answer } = texts[ticket.language]
  return render(email, { ...answer, lead: message.text, small: detailsOf(ticket) })
}

type Content = { subject: string; heading: string; lead: string; small: string[]; follow: string }

function render(
  { ticket, replyTo, publicUrl }: PlayerEmail,
  { subject, heading, lead, small, follow }: Content,
): Email {
  const paragraphs = [...small, `${follow}\n${publicUrl}/transactions/help?ticket=${ticket.id}`]
  return {
    to: ticket.email,
    replyTo,
    subject,
    text: `${[heading, lead, ...paragraphs, 'Playhub'].join('\n\n')}\n`,
    html: renderEmailLayout({ language: ticket.language, heading, lead, small: paragraphs, publicUrl }),
  }
}

function detailsOf(ticket: TicketRow): string[] {
  const { reason, reasons, payment } = texts[ticket.language]
  const title = titleOf(ticket, ticket.language)
  return [
    `${reason}: ${reasons[ticket.reason]}`,
    ...(ticket.orderId === null ? [] : [`${payment}: ${title} (${ticket.orderId})`]),
  ]
}
