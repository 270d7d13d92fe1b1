import type { NewJob } from '../platform/jobs/jobs.ts'
import type { Deps } from './deps.ts'
import { answerLetter, confirmation } from './player-emails.ts'
import type { TicketRow } from './tables.ts'
import { teamLetter } from './team-email.ts'
import { findMessage, findTicket, listMessages } from './ticket-store.ts'

const teamJob = 'support.tell-team'
const confirmationJob = 'support.confirm'
const answeredJob = 'support.mail-answer'

type Payload = { ticketId: string; messageId?: string }

/** The job that mails a ticket to those who answer it. @param messageId  What the player added; none for a new ticket. */
export function tellTeamJob(ticketId: string, messageId?: string): NewJob {
  return { kind: teamJob, payload: { ticketId, messageId } }
}

/** The job that tells a player that the ticket has arrived. */
export function confirmJob(ticketId: string): NewJob {
  return { kind: confirmationJob, payload: { ticketId } }
}

/** The job that mails the player what support wrote. */
export function answerJob(messageId: string): NewJob {
  return { kind: answeredJob, payload: { messageId } }
}

/** A ticket that went with its account meanwhile needs no letter. */
export function defineLetterJobs(deps: Deps): void {
  deps.jobs.define(teamJob, { run: (payload) => tellTeam(deps, payload as Payload) })
  deps.jobs.define(confirmationJob, { run: (payload) => confirm(deps, payload as Payload) })
  deps.jobs.define(answeredJob, {
    run: (payload) => mailAnswer(deps, (payload as { messageId: string }).messageId),
  })
}

async function tellTeam(deps: Deps, { ticketId, messageId }: Payload): Promise<void> {
  const { db, mail, config } = deps
  const ticket = await findTicket(db, ticketId)
  if (!ticket) return
  const { playerId, orderId } = ticket
  await mail.send(
    teamLetter(supportAddressOf(deps, ticket), {
      ticket,
      account: await deps.accountOf(playerId),
      messages: await listMessages(db, ticketId),
      isNew: messageId === undefined,
      timeline: orderId === null ? [] : await deps.timelineOf(orderId),
      publicUrl: config.http.publicUrl,
    }),
  )
}

async function confirm(deps: Deps, { ticketId }: Payload): Promise<void> {
  const { db, mail, config } = deps
  const ticket = await findTicket(db, ticketId)
  if (!ticket) return
  const [message] = await listMessages(db, ticketId)
  const replyTo = supportAddressOf(deps, ticket)
  await mail.send(confirmation({ ticket, message, replyTo, publicUrl: config.http.publicUrl }))
}

async function mailAnswer(deps: Deps, messageId: string): Promise<void> {
  const { db, mail, config } = deps
  const message = await findMessage(db, messageId)
  const ticket = message && (await findTicket(db, message.ticketId))
  if (!ticket) return
  const replyTo = supportAddressOf(deps, ticket)
  await mail.send(answerLetter({ ticket, message, replyTo, publicUrl: config.http.publicUrl }))
}

/** A game team may answer for its own game. */
function supportAddressOf({ catalogue }: Deps, { project }: TicketRow): string {
  const own = project === null ? undefined : catalogue.project(project)?.supportEmail
  return own ?? catalogue.content().hub.operator.supportEmail
}
