import type { TicketThread } from '@playhub/contract'
import type { Db } from '../platform/database/database.ts'
import { Pages } from '../platform/http/json-pages.ts'
import { findAttachment, listAttachments } from './mail-in/mail-store.ts'
import type { TicketMessageRow, TicketRow } from './tables.ts'
import { toThread } from './ticket.ts'
import { listMessagesByTickets, listTicketsByPlayer } from './ticket-store.ts'

type ExportedMessage = TicketThread['messages'][number] & {
  quoted?: string
  unverifiedSender?: string
  attachments?: { name: string; type: string; base64: string }[]
}
type ExportedTicket = Omit<TicketThread, 'messages'> & { messages: ExportedMessage[] }

const exportedTicketsPerPage = 20

/** The player's tickets with all messages, for the data export. */
export function exportTickets(db: Db, playerId: string): Pages<ExportedTicket> {
  return new Pages(async function* () {
    for (let before: string | undefined; ; ) {
      const tickets = await listTicketsByPlayer(db, playerId, { before, limit: exportedTicketsPerPage })
      const messages = await listMessagesByTickets(
        db,
        tickets.map(({ id }) => id),
      )
      const byTicket = Map.groupBy(messages, ({ ticketId }) => ticketId)
      // One at a time, because attachments take memory.
      for (const ticket of tickets) yield [await exportTicket(db, ticket, byTicket.get(ticket.id) ?? [])]
      if (tickets.length < exportedTicketsPerPage) return
      before = tickets.at(-1)?.id
    }
  })
}

async function exportTicket(
  db: Db,
  ticket: TicketRow,
  messages: TicketMessageRow[],
): Promise<ExportedTicket> {
  const { messages: shown, ...thread } = toThread(ticket, messages, ticket.language)
  const exported: ExportedMessage[] = []
  for (const [index, message] of shown.entries()) {
    const { quoted = null, unverifiedSender = null } = messages[index] ?? {}
    const attachments = await exportAttachments(db, message.id)
    exported.push({
      ...message,
      ...(quoted !== null && { quoted }),
      ...(unverifiedSender !== null && { unverifiedSender }),
      ...(attachments.length > 0 && { attachments }),
    })
  }
  return { ...thread, messages: exported }
}

async function exportAttachments(db: Db, messageId: string) {
  const attachments = []
  for (const { id, name, type } of await listAttachments(db, [messageId])) {
    const bytes = (await findAttachment(db, id))?.bytes ?? []
    attachments.push({ name, type, base64: Buffer.from(bytes).toString('base64') })
  }
  return attachments
}
