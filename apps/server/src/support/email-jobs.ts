import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { NewJob } from '../platform/jobs/jobs.ts'
import { emailQueue } from '../platform/mail/email.ts'
import type { Deps } from './deps.ts'
import { addMailToken, createMailToken } from './mail-token.ts'
import { renderAnswerEmail, renderClosedEmail, renderConfirmationEmail } from './player-emails.ts'
import { reopeningMs } from './reopening.ts'
import type { TicketRow } from './tables.ts'
import { renderTeamEmail } from './team-email.ts'
import { findMessage, findTicket, listMessages } from './ticket-store.ts'

const teamJob = 'support.email-team'
const confirmationJob = 'support.email-confirmation'
const answerJob = 'support.email-answer'
const closedJob = 'support.email-closed'

/** `mailSecret` signs the tokens by which replies find their tickets. */
type EmailDeps = Deps & { mailSecret: string }

const TicketPayload = z.object({ ticketId: z.string(), messageId: z.string().optional() })
type TicketPayload = z.infer<typeof TicketPayload>
const AnswerPayload = z.object({ messageId: z.string(), closes: z.boolean().default(false) })
type AnswerPayload = z.infer<typeof AnswerPayload>

/** Emails a ticket to the support team. @param messageId  The player's reply; undefined for a new ticket. */
export function teamEmailJob(ticketId: string, messageId?: string): NewJob {
  return { kind: teamJob, payload: { ticketId, messageId } }
}

/** Confirms a new ticket to the player. */
export function confirmationEmailJob(ticketId: string): NewJob {
  return { kind: confirmationJob, payload: { ticketId } }
}

/** Emails a support reply to the player. @param closes  The reply closes the ticket. */
export function answerEmailJob(messageId: string, { closes }: { closes: boolean }): NewJob {
  return { kind: answerJob, payload: { messageId, closes } }
}

/** Informs the player about a ticket closed by support. */
export function closedEmailJob(ticketId: string): NewJob {
  return { kind: closedJob, payload: { ticketId } }
}

/** The jobs do nothing if the ticket was erased with its account. */
export function defineEmailJobs(given: Deps, mailSecret: string): void {
  const deps: EmailDeps = { ...given, mailSecret }
  deps.jobs.define(teamJob, {
    queue: emailQueue,
    run: (payload) => emailTeam(deps, TicketPayload.parse(payload)),
  })
  deps.jobs.define(confirmationJob, {
    queue: emailQueue,
    run: (payload) => emailConfirmation(deps, TicketPayload.parse(payload)),
  })
  deps.jobs.define(answerJob, {
    queue: emailQueue,
    run: (payload) => emailAnswer(deps, AnswerPayload.parse(payload)),
  })
  deps.jobs.define(closedJob, {
    queue: emailQueue,
    run: (payload) => emailClosed(deps, TicketPayload.parse(payload)),
  })
}

async function emailTeam(deps: Deps, { ticketId, messageId }: TicketPayload): Promise<void> {
  const { db, mail, config } = deps
  const ticket = await findTicket(db, ticketId)
  if (!ticket) return
  const { playerId, orderId } = ticket
  await mail.send(
    renderTeamEmail(getSupportEmail(deps, ticket), {
      ticket,
      account: await deps.findAccount(playerId),
      messages: await listMessages(db, ticketId),
      isNew: messageId === undefined,
      timeline: orderId === null ? [] : await deps.listTimeline(orderId),
      brand: deps.catalogue.getBrand(),
      publicUrl: config.http.publicUrl,
    }),
  )
}

async function emailConfirmation(deps: EmailDeps, { ticketId }: TicketPayload): Promise<void> {
  const { db, mail, config, catalogue } = deps
  const ticket = await findTicket(db, ticketId)
  if (!ticket) return
  const messages = catalogue.messagesIn(ticket.language)
  const account = await deps.findAccount(ticket.playerId)
  // Any other email is unconfirmed, so the text could reach another person.
  const [message] = account?.email === ticket.email ? await listMessages(db, ticketId) : []
  const reply = getReplyHeaders(deps, ticket)
  await mail.send(
    renderConfirmationEmail({ ticket, messages, message, ...reply, publicUrl: config.http.publicUrl }),
  )
}

async function emailAnswer(deps: EmailDeps, { messageId, closes }: AnswerPayload): Promise<void> {
  const { db, mail, config, catalogue } = deps
  const message = await findMessage(db, messageId)
  const ticket = message && (await findTicket(db, message.ticketId))
  if (!ticket) return
  const messages = catalogue.messagesIn(ticket.language)
  const reply = getReplyHeaders(deps, ticket)
  // A reply closes the ticket at the instant of its message, which a later change to the ticket does not move.
  const reopensUntil = closes ? message.createdAt + reopeningMs : null
  const { publicUrl } = config.http
  await mail.send(renderAnswerEmail({ ticket, messages, message, reopensUntil, ...reply, publicUrl }))
}

async function emailClosed(deps: EmailDeps, { ticketId }: TicketPayload): Promise<void> {
  const { db, mail, config, catalogue } = deps
  const ticket = await findTicket(db, ticketId)
  if (!ticket) return
  const messages = catalogue.messagesIn(ticket.language)
  const reply = getReplyHeaders(deps, ticket)
  const reopensUntil = ticket.updatedAt + reopeningMs
  const { publicUrl } = config.http
  await mail.send(renderClosedEmail({ ticket, messages, reopensUntil, ...reply, publicUrl }))
}

/** Replies go to the mailbox the hub reads, if it reads one; else to the team. */
function getReplyHeaders(deps: EmailDeps, ticket: TicketRow): { replyTo: string; messageId?: string } {
  const { supportMail, mail } = deps.config
  if (supportMail.imapUrl === null && supportMail.webhookSecrets.length === 0)
    return { replyTo: getSupportEmail(deps, ticket) }
  const token = createMailToken(deps.mailSecret, ticket.number)
  const [, domain] = mail.from.address.split('@')
  return {
    replyTo: addMailToken(deps.catalogue.content().hub.operator.supportEmail, token),
    // Finds the ticket when a mail program does not keep the tag of an email.
    messageId: `<${token}.${randomUUID()}@${domain}>`,
  }
}

/** A project can have its own support email. */
function getSupportEmail({ catalogue }: Deps, { project }: TicketRow): string {
  const own = project === null ? undefined : catalogue.project(project)?.supportEmail
  return own ?? catalogue.content().hub.operator.supportEmail
}
