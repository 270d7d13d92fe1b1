import { type TicketState, ticketStates } from '@playhub/contract'
import { ticketAnswerForm } from '@playhub/contract/forms'
import { orderTimeline } from '../payments/queries/timeline.ts'
import { closeTicket, readTicket, replyAsSupport } from '../support/operator/operator-tickets.ts'
import { listTickets as listQueue } from '../support/operator/ticket-queue.ts'
import { formatTimeline, reasonLabels } from '../support/ticket.ts'
import {
  type CommandContext,
  type CommandDeps,
  maxListed,
  onDatabase,
  type RefusalMessages,
  readAll,
  toOperation,
} from './command-context.ts'
import { instant } from './format.ts'
import { printLines } from './printable.ts'

const messages: RefusalMessages = {
  TICKET_NOT_FOUND: () => 'There is no such ticket; "tickets list" shows them.',
  TICKET_CLOSED: () => 'The ticket is closed and takes no more messages.',
}

type ListOptions = { project?: string; state?: string }

/** @param which  `all`, or undefined for tickets that wait for a reply. */
export async function listTickets(
  context: CommandContext,
  which: string[],
  { project, state }: ListOptions = {},
): Promise<number> {
  const { print } = context
  const isAll = readAll(context, which)
  if (isAll === undefined) return 1
  const given = ticketStates.filter((known) => known === state)
  if (state !== undefined && (isAll || given.length === 0)) {
    print(isAll ? 'Give either "all" or --state.' : `Write --state as ${ticketStates.join(', ')}.`)
    return 1
  }
  const states: TicketState[] = isAll ? [...ticketStates] : state === undefined ? ['open'] : given
  const projects = project === undefined ? undefined : [project]
  return onDatabase(context, async ({ db }) => {
    const { rows: tickets } = await listQueue(db, { states, projects }, { limit: maxListed })
    context.setJson(tickets)
    if (tickets.length === 0)
      print(states[0] === 'open' && !isAll ? 'No ticket waits for an answer.' : 'There are no tickets.')
    for (const { id, number, state, reason, updatedAt, titleEn } of tickets) {
      const subject = titleEn === null ? reasonLabels[reason] : `${reasonLabels[reason]}: ${titleEn}`
      print(`  #${number} ${id}  ${state} since ${instant(updatedAt)}, ${subject}`)
    }
    if (tickets.length === maxListed) print(`  Only the first ${maxListed} are listed.`)
    if (tickets.length > 0) print('To read one: npm run hub -- tickets show <id>')
  })
}

export function showTicket(context: CommandContext, [id = '']: string[]): Promise<number> {
  const { print } = context
  const show = async ({ db }: CommandDeps) => {
    const thread = await readTicket(db, id)
    context.setJson(thread)
    const { ticket } = thread
    print(`${reasonLabels[ticket.reason]}, ${ticket.state}, by player ${ticket.playerId}`)
    print(`Answers go to ${ticket.email}, in ${ticket.language}`)
    if (ticket.orderId !== null) {
      print(`About payment ${ticket.orderId}: ${ticket.titleEn} of ${ticket.project}`)
      printLines(context, formatTimeline(await orderTimeline(db, ticket.orderId)))
    }
    for (const { author, createdAt, text } of thread.messages) {
      print(`${instant(createdAt)} ${author}:`)
      printLines(context, forTerminal(text))
    }
    if (thread.messages.length === 0) print('The player wrote no message.')
  }
  return onDatabase(context, show, messages)
}

export async function answerTicket(context: CommandContext, [id = '', ...words]: string[]): Promise<number> {
  const { data: response } = ticketAnswerForm.safeParse({ text: words.join(' ') })
  if (!response) {
    context.print('An answer has at most 4000 characters.')
    return 1
  }
  const send = async (deps: CommandDeps) => {
    await replyAsSupport(deps, id, response.text, toOperation(context))
    context.print(`The answer is in ticket ${id} and will be emailed to the player.`)
  }
  return onDatabase(context, send, messages)
}

export function shutTicket(context: CommandContext, [id = '']: string[]): Promise<number> {
  const close = async (deps: CommandDeps) => {
    const isNew = await closeTicket(deps, id, toOperation(context))
    context.print(
      isNew
        ? `Ticket ${id} is closed, and the player will get an email.`
        : `Ticket ${id} was closed before; nothing has changed.`,
    )
  }
  return onDatabase(context, close, messages)
}

/** Indents a player's text and removes control characters, which could steer the terminal. */
function forTerminal(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line.replace(/\p{C}/gu, ' ')}`)
    .join('\n')
}
