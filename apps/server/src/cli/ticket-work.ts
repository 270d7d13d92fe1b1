import { getOperatorId } from '../operators/management/list-operators.ts'
import { addTicketNote, assignTicket } from '../support/operator/ticket-work.ts'
import { type CommandContext, onDatabase, type RefusalMessages, toOperation } from './command-context.ts'

const messages: RefusalMessages = {
  TICKET_NOT_FOUND: () => 'There is no such ticket; "tickets list" shows them.',
  OPERATOR_NOT_FOUND: () => 'There is no such operator; "operators list" shows them.',
}

const maxLength = 5000

export async function noteTicket(context: CommandContext, [id = '', ...words]: string[]): Promise<number> {
  const text = words.join(' ').trim()
  if (text === '' || text.length > maxLength) {
    context.print(`A note has 1 to ${maxLength} characters.`)
    return 1
  }
  return onDatabase(
    context,
    async (deps) => {
      await addTicketNote(deps, id, text, toOperation(context))
      context.print(`The note is in ticket ${id}; only staff see it.`)
    },
    messages,
  )
}

export function assign(context: CommandContext, [id = '', email]: string[]): Promise<number> {
  return onDatabase(
    context,
    async (deps) => {
      const assigneeId = email === undefined ? null : await getOperatorId(deps.db, email)
      await assignTicket(deps, id, assigneeId, { ...toOperation(context), version: undefined })
      context.print(email === undefined ? `Ticket ${id} is free.` : `Ticket ${id} is assigned to ${email}.`)
    },
    messages,
  )
}
