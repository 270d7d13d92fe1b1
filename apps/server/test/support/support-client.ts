import type { RouteRequest } from '@playhub/contract'
import { emailsTo, type ReceivedEmail } from './registration.ts'
import type { Player, TestHub } from './test-hub.ts'

type Request = Partial<RouteRequest<'POST /payments/send-letter-support'>['body']['data']>

export const supportInbox = 'support@playhub.example'

/** Calls the support API as a player. */
export function supportClient(hub: TestHub) {
  const send = (as: Player, request: Request = {}) =>
    hub.call('POST /payments/send-letter-support', {
      as,
      body: { data: { email: as.email, reason: 'OTHER', ...request } },
    })

  /** @returns  The ticket id. */
  async function openTicket(as: Player, request: Request = {}): Promise<string> {
    const response = await send(as, request)
    if (!response.ok) throw new Error(`The request was refused: ${response.body.code}`)
    return response.body.data.result.ticketId
  }

  const reply = (as: Player, id: string, text: string) =>
    hub.call('POST /support/tickets/{id}/answer', { as, params: { id }, body: { text } })

  const read = async (as: Player, id: string) =>
    (await hub.callOk('GET /support/tickets/{id}', { as, params: { id } })).data.result

  const list = async (as: Player, query: { before?: string; limit?: number } = {}) =>
    (await hub.callOk('GET /support/tickets', { as, query })).data.result

  /** Emails to the team, newest first. */
  const teamEmails = (): Promise<ReceivedEmail[]> => emailsTo(hub, supportInbox)

  return { send, openTicket, reply, read, list, teamEmails }
}
