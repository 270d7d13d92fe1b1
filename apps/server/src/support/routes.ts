import type { Api } from '../platform/http/api.ts'
import type { Deps } from './deps.ts'
import { openTicket, ownTicket, ownTickets, replyAsPlayer } from './tickets.ts'

export function registerSupportRoutes(api: Api, deps: Deps): void {
  api.handle(
    'POST /payments/send-letter-support',
    async ({ actor: { playerId }, body: { data }, caller }) => {
      const { email, reason, paymentId, message } = data
      const form = { playerId, email, reason, paymentId: paymentId ?? '', message: message ?? '' }
      return { data: { result: { ticketId: await openTicket(deps, form, caller) } } }
    },
    { isCostly: true },
  )
  api.handle('GET /support/tickets', async ({ actor, query, caller }) => ({
    data: { result: await ownTickets(deps, actor.playerId, query, caller.language) },
  }))
  api.handle('GET /support/tickets/{id}', async ({ actor, params, caller }) => ({
    data: { result: await ownTicket(deps, actor.playerId, params.id, caller.language) },
  }))
  api.handle(
    'POST /support/tickets/{id}/answer',
    async ({ actor: { playerId }, params, body, caller }) => {
      const reply = { playerId, ticketId: params.id, text: body.text }
      return { data: { result: await replyAsPlayer(deps, reply, caller) } }
    },
    { isCostly: true },
  )
}
