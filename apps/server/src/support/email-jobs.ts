import * as z from 'zod'
import type { NewJob } from '../platform/jobs/jobs.ts'
import { emailQueue } from '../platform/mail/email.ts'
import type { Deps } from './deps.ts'
import { renderAnswerEmail, renderClosedEmail, renderConfirmationEmail } from './player-emails.ts'
import type { TicketRow } from './tables.ts'
import { renderTeamEmail } from './team-email.ts'
import { findMessage, findTicket, listMessages } from './ticket-store.ts'

const teamJob = 'support.email-team'
const confirmationJob = 'support.email-confirmation'
const answerJob = 'support.email-answer'
const closedJob = 'support.email-closed'

const TicketPayload = z.object({ ticketId: z.string(), messageId: z.string().optional() })
type TicketPayload = z.infer<typeof TicketPayload>
const AnswerPayload = z.object({ messageId: z.string() })
type AnswerPayload = z.infer<typeof AnswerPayload>

/** Emails a ticket to the support team. @param messageId  The player's reply; undefined for a new ticket. */
export function teamEmailJob(ticketId: string, messageId?: string): NewJob {
  return { kind: teamJob, payload: { ticketId, messageId } }
}

/** Confirms a new ticket to the player. */
export function confirmationEmailJob(ticketId: string): NewJob {
  return { kind: confirmationJob, payload: { ticketId } }
}

/** Emails a support reply to the player. */
export function answerEmailJob(messageId: string): NewJob {
  return { kind: answerJob, payload: { messageId } }
}

/** Informs the player that support has closed the ticket. */
export function closedEmailJob(ticketId: string): NewJob {
  return { kind: closedJob, payload: { ticketId } }
}

/** The jobs do nothing if the ticket was erased with its account. */
export function defineEmailJobs(deps: Deps): void {
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

async function emailConfirmation(deps: Deps, { ticketId }: TicketPayload): Promise<void> {
  const { db, mail, config, catalogue } = deps
  const ticket = await findTicket(db, ticketId)
  if (!ticket) return
  const texts = catalogue.textsIn(ticket.language)
  const account = await deps.findAccount(ticket.playerId)
  // Nobody has confirmed any other email, so the text could be mail to a stranger.
  const [message] = account?.email === ticket.email ? await listMessages(db, ticketId) : []
  const replyTo = getSupportEmail(deps, ticket)
  await mail.send(
    renderConfirmationEmail({ ticket, texts, message, replyTo, publicUrl: config.http.publicUrl }),
  )
}

async function emailAnswer(deps: Deps, { messageId }: AnswerPayload): Promise<void> {
  const { db, mail, config, catalogue } = deps
  const message = await findMessage(db, messageId)
  const ticket = message && (await findTicket(db, message.ticketId))
  if (!ticket) return
  const texts = catalogue.textsIn(ticket.language)
  const replyTo = getSupportEmail(deps, ticket)
  await mail.send(renderAnswerEmail({ ticket, texts, message, replyTo, publicUrl: config.http.publicUrl }))
}

async function emailClosed(deps: Deps, { ticketId }: TicketPayload): Promise<void> {
  const { db, mail, config, catalogue } = deps
  const ticket = await findTicket(db, ticketId)
  if (!ticket) return
  const texts = catalogue.textsIn(ticket.language)
  const replyTo = getSupportEmail(deps, ticket)
  await mail.send(renderClosedEmail({ ticket, texts, replyTo, publicUrl: config.http.publicUrl }))
}

/** A project can have its own support email. */
function getSupportEmail({ catalogue }: Deps, { project }: TicketRow): string {
  const own = project === null ? undefined : catalogue.project(project)?.supportEmail
  return own ?? catalogue.content().hub.operator.supportEmail
}
