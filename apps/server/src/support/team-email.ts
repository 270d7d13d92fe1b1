import type { Email } from '../platform/mail/email.ts'
import { renderEmailLayout } from '../platform/mail/email-layout.ts'
import type { TimelineEntry } from './deps.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'
import { formatTimeline, reasonLabels } from './ticket.ts'

export type TeamEmail = {
  ticket: TicketRow
  account: { nickName: string; currentAuthType: string } | undefined
  messages: TicketMessageRow[]
  /** False for a player's reply in an existing ticket. */
  isNew: boolean
  timeline: TimelineEntry[]
  brand: string
  publicUrl: string
}

/** The ticket with the player's account and the order's timeline, for the support team. In English, like the commands. */
export function renderTeamEmail(to: string, email: TeamEmail): Email {
  const { ticket, isNew, messages, brand, publicUrl } = email
  const title = `${reasonLabels[ticket.reason]}${ticket.titleEn === null ? '' : `: ${ticket.titleEn}`}`
  const heading = isNew ? 'A player asks for help' : 'A player has written again'
  const lead = messages.findLast(({ author }) => author === 'player')?.text ?? 'The player wrote no message.'
  const details = listDetails(email).map(([name, value]) => `${name}: ${value}`)
  const timeline = formatTimeline(email.timeline)
  const commands = `To answer: npm run hub -- tickets answer ${ticket.id} "…"\nTo read it all: npm run hub -- tickets show ${ticket.id}`
  const parts = [
    details.join('\n'),
    ...(timeline === '' ? [] : [`What happened to the order:\n${timeline}`]),
    commands,
  ]
  return {
    to,
    kind: 'team',
    replyTo: ticket.email,
    subject: `${isNew ? '' : 'Re: '}${title} · ticket ${ticket.id}`,
    text: `${[heading, lead, ...parts].join('\n\n')}\n`,
    html: renderEmailLayout({ language: 'en', brand, heading, lead, small: [title, ...parts], publicUrl }),
  }
}

function listDetails({ ticket, account, messages }: TeamEmail): [name: string, value: string][] {
  const sender = messages.findLast(({ author }) => author === 'player')?.unverifiedSender ?? undefined
  const loggedInBy = account ? `${account.nickName}, by ${account.currentAuthType}` : 'gone'
  return [
    [
      'Ticket',
      `${ticket.id}, ${ticket.state}, ${messages.length} ${messages.length === 1 ? 'message' : 'messages'}`,
    ],
    ['Reason', reasonLabels[ticket.reason]],
    ['Payment ID', ticket.orderId ?? 'none'],
    ...(ticket.project === null ? [] : [['Game', ticket.project] satisfies [string, string]]),
    ['Player', `${ticket.playerId} (${loggedInBy})`],
    ['Answers go to', ticket.email],
    ...(sender === undefined
      ? []
      : [['Sent by', `${sender}, who is not known to be the player`] satisfies [string, string]]),
  ]
}
