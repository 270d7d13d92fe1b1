import type { TicketReason } from '@playhub/contract'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import type { Email } from '../platform/mail/mail.ts'
import type { TimelineEntry } from './deps.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'

export const reasonsInWords: Record<TicketReason, string> = {
  DROP_NOT_CREDITED: 'Drop not credited',
  OTHER: 'Other',
}

export type TeamLetter = {
  ticket: TicketRow
  account: { nickName: string; currentAuthType: string } | undefined
  messages: TicketMessageRow[]
  /** False when the player has added something to a ticket that the team knows. */
  isNew: boolean
  timeline: TimelineEntry[]
  publicUrl: string
}

/** What those who answer get: the player's words, who they are, and what happened to the order. In English, as commands are. */
export function teamLetter(to: string, told: TeamLetter): Email {
  const { ticket, isNew, messages, publicUrl } = told
  const about = `${reasonsInWords[ticket.reason]}${ticket.titleEn === null ? '' : `: ${ticket.titleEn}`}`
  const heading = isNew ? 'A player asks for help' : 'A player has written again'
  const lead =
    messages.findLast(({ author }) => author === 'player')?.text ?? 'The player wrote nothing more.'
  const facts = factsOf(told).map(([name, value]) => `${name}: ${value}`)
  const timeline = timelineInWords(told.timeline)
  const way = `To answer: npm run hub -- tickets answer ${ticket.id} "…"\nTo read it all: npm run hub -- tickets show ${ticket.id}`
  const parts = [
    facts.join('\n'),
    ...(timeline === '' ? [] : [`What happened to the order:\n${timeline}`]),
    way,
  ]
  return {
    to,
    replyTo: ticket.email,
    subject: `${isNew ? '' : 'Re: '}${about} · ticket ${ticket.id}`,
    text: `${[heading, lead, ...parts].join('\n\n')}\n`,
    html: renderEmailLayout({ language: 'en', heading, lead, small: [about, ...parts], publicUrl }),
  }
}

function factsOf({ ticket, account, messages }: TeamLetter): [name: string, value: string][] {
  const signedInBy = account ? `${account.nickName}, by ${account.currentAuthType}` : 'gone'
  return [
    [
      'Ticket',
      `${ticket.id}, ${ticket.state}, ${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`,
    ],
    ['Reason', reasonsInWords[ticket.reason]],
    ['Payment ID', ticket.orderId ?? 'none'],
    ...(ticket.project === null ? [] : [['Game', ticket.project] as [string, string]]),
    ['Player', `${ticket.playerId} (${signedInBy})`],
    ['Answers go to', ticket.email],
  ]
}

/** "2030-01-01 00:00:00  Paid: $0.99", all in UTC. */
export function timelineInWords(timeline: TimelineEntry[]): string {
  const instant = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  return timeline.map(({ at, says }) => `${instant(at)}  ${says}`).join('\n')
}
