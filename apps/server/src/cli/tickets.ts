import { type RefusalCode, ticketStates } from '@playhub/contract'
import { ticketAnswerForm } from '@playhub/contract/forms'
import { orderTimeline } from '../payments/index.ts'
import type { Db } from '../platform/database/database.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/observability/log.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  closeTicket,
  formatTimeline,
  listTicketsIn,
  readTicket,
  reasonLabels,
  replyAsSupport,
} from '../support/index.ts'
import type { Operator } from './commands.ts'

const shownAtMost = 100

const words: Partial<Record<RefusalCode, string>> = {
  TICKET_NOT_FOUND: 'There is no such ticket: "tickets list" names them.',
  TICKET_CLOSED: 'The ticket is closed: it takes no more messages.',
}

/** Those that wait for an answer; with `all` the others too. */
export function listTickets(operator: Operator, _: string, [which]: string[]): Promise<number> {
  const { say } = operator
  const states = which === 'all' ? [...ticketStates] : (['open'] as const)
  return onDb(operator, async (db) => {
    const tickets = await listTicketsIn(db, [...states], shownAtMost)
    if (tickets.length === 0)
      say(which === 'all' ? 'There are no tickets.' : 'No ticket waits for an answer.')
    for (const { id, state, reason, updatedAt, titleEn } of tickets) {
      const about = titleEn === null ? reasonLabels[reason] : `${reasonLabels[reason]}: ${titleEn}`
      say(`  ${id}  ${state} since ${new Date(updatedAt).toISOString()}, ${about}`)
    }
    if (tickets.length === shownAtMost) say(`  These have stood longest; there may be more.`)
    if (tickets.length > 0) say('To read one: npm run hub -- tickets show <id>')
  })
}

/** What the player and support wrote, and what happened to the order. */
export function showTicket(operator: Operator, id: string): Promise<number> {
  const { say } = operator
  return onDb(operator, async (db) => {
    const { ticket, messages } = await readTicket(db, id)
    say(`${reasonLabels[ticket.reason]}, ${ticket.state}, by player ${ticket.playerId}`)
    say(`Answers go to ${ticket.email}, in ${ticket.language}`)
    if (ticket.orderId !== null) {
      say(`About payment ${ticket.orderId}: ${ticket.titleEn} of ${ticket.project}`)
      say(formatTimeline(await orderTimeline(db, ticket.orderId)))
    }
    for (const { author, createdAt, text } of messages) {
      say(`${new Date(createdAt).toISOString()} ${author}:`)
      say(forTerminal(text))
    }
    if (messages.length === 0) say('The player wrote nothing more.')
  })
}

/** The running hub mails it within a second. */
export function answerTicket(operator: Operator, id: string, more: string[]): Promise<number> {
  const { clock, say } = operator
  const { data: answer } = ticketAnswerForm.safeParse({ text: more.join(' ') })
  if (!answer) {
    say('Say what the player is to read, in 4000 characters at most: tickets answer <id> "…"')
    return Promise.resolve(1)
  }
  return onDb(operator, async (db) => {
    const jobs = createJobs({ db, clock, log: createLog('silent') })
    await replyAsSupport({ db, clock, jobs }, id, answer.text)
    say(`The player reads your answer in the ticket ${id}, and by mail.`)
  })
}

export function shutTicket(operator: Operator, id: string): Promise<number> {
  const { clock, say } = operator
  return onDb(operator, async (db) => {
    await closeTicket({ db, clock }, id)
    say(`The ticket ${id} is closed.`)
  })
}

/** @returns  the exit code */
async function onDb({ openDb, say }: Operator, work: (db: Db) => Promise<void>): Promise<number> {
  const db = await openDb()
  try {
    await work(db)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(words[error.code] ?? error.code)
    return 1
  } finally {
    await db.destroy()
  }
}

/** A player's text stands apart, and steers no terminal. */
function forTerminal(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line.replace(/\p{C}/gu, ' ')}`)
    .join('\n')
}
