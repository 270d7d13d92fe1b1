import type { InterfaceLanguage, TicketReason } from '@playhub/contract'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import type { Email } from '../platform/mail/mail.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'
import { titleOf } from './ticket.ts'

type LetterWords = {
  confirmation: { subject: string; heading: string; lead: string; follow: string }
  answer: { subject: string; heading: string; follow: string }
  reason: Record<TicketReason, string>
  about: string
  payment: string
  yours: string
}

const words: Record<InterfaceLanguage, LetterWords> = {
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
    reason: { DROP_NOT_CREDITED: 'Покупка не пришла', OTHER: 'Другое' },
    about: 'Причина',
    payment: 'Платёж',
    yours: 'Вы написали',
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
      follow: 'Write back here, or simply answer this letter:',
    },
    reason: { DROP_NOT_CREDITED: 'Drop not credited', OTHER: 'Other' },
    about: 'Reason',
    payment: 'Payment',
    yours: 'You wrote',
  },
}

type Told = { ticket: TicketRow; message: TicketMessageRow | undefined; replyTo: string; publicUrl: string }

/** Tells a player that a new ticket has arrived, in the words of the specification. */
export function confirmation(told: Told): Email {
  const { subject, heading, lead, follow } = words[told.ticket.language].confirmation
  const { yours } = words[told.ticket.language]
  const own = told.message ? [`${yours}:\n${told.message.text}`] : []
  return letter(told, { subject, heading, lead, small: [...own, ...factsOf(told.ticket)], follow })
}

/** Brings a player what support wrote. */
export function answerLetter(told: Told & { message: TicketMessageRow }): Email {
  const { subject, heading, follow } = words[told.ticket.language].answer
  return letter(told, { subject, heading, lead: told.message.text, small: factsOf(told.ticket), follow })
}

type Page = { subject: string; heading: string; lead: string; small: string[]; follow: string }

function letter(
  { ticket, replyTo, publicUrl }: Told,
  { subject, heading, lead, small, follow }: Page,
): Email {
  const way = `${follow}\n${publicUrl}/transactions/help?ticket=${ticket.id}`
  const all = [...small, way]
  return {
    to: ticket.email,
    replyTo,
    subject,
    text: `${[heading, lead, ...all, 'Playhub'].join('\n\n')}\n`,
    html: renderEmailLayout({ language: ticket.language, heading, lead, small: all, publicUrl }),
  }
}

function factsOf(ticket: TicketRow): string[] {
  const { about, reason, payment } = words[ticket.language]
  const title = titleOf(ticket, ticket.language)
  return [
    `${about}: ${reason[ticket.reason]}`,
    ...(ticket.orderId === null ? [] : [`${payment}: ${title} (${ticket.orderId})`]),
  ]
}
