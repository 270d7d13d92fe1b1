import { randomUUID } from 'node:crypto'
import { MINUTE_MS } from '../../../../src/platform/clock.ts'
import { newestCode, requestResetTicket } from '../../../support/registration.ts'
import type { TestHub } from '../../../support/test-hub.ts'
import { type Outcome, securityCaseAfter, send, toOutcome } from '../security-case.ts'

const invalid: Outcome = [403, 'RESET_TICKET_INVALID']
const password = 'TakenOver1'

type ResetTicket = { email: string; resetTicket: string }

async function playerWithTicket(hub: TestHub): Promise<ResetTicket> {
  const email = `${randomUUID()}@example.org`
  await hub.logIn(email)
  const resetTicket = await requestResetTicket(hub, email)
  return { email, resetTicket }
}

async function activate(hub: TestHub, ticket: ResetTicket): Promise<Outcome> {
  return toOutcome(await hub.call('POST /auth/activate-new-password', { body: { ...ticket, password } }))
}

const activateByText = (hub: TestHub, body: string) => send(hub, '/auth/activate-new-password', { body })

export const resetTickets = [
  securityCaseAfter('a new password without a ticket is refused', [400, 'BODY_INVALID'], async (hub) => {
    const { email } = await playerWithTicket(hub)
    return { attack: () => activateByText(hub, JSON.stringify({ email, password })), secrets: [password] }
  }),
  securityCaseAfter('a new password with an invented ticket is refused', invalid, async (hub) => {
    const { email } = await playerWithTicket(hub)
    return { attack: () => activate(hub, { email, resetTicket: 'invented' }) }
  }),
  securityCaseAfter('the ticket of one player is refused for another', invalid, async (hub) => {
    const { resetTicket } = await playerWithTicket(hub)
    const victim = await playerWithTicket(hub)
    return { attack: () => activate(hub, { ...victim, resetTicket }), secrets: [resetTicket] }
  }),
  securityCaseAfter(
    'a request with two email addresses does not take over an account',
    invalid,
    async (hub) => {
      const attacker = await playerWithTicket(hub)
      const victim = await playerWithTicket(hub)
      const rest = `"password":"${password}","resetTicket":"${attacker.resetTicket}"`
      return {
        attack: () => activateByText(hub, `{"email":"${attacker.email}","email":"${victim.email}",${rest}}`),
        secrets: [attacker.resetTicket],
      }
    },
  ),
  securityCaseAfter('a ticket works once', invalid, async (hub) => {
    const ticket = await playerWithTicket(hub)
    await activate(hub, ticket)
    return { attack: () => activate(hub, ticket), secrets: [ticket.resetTicket, password] }
  }),
  securityCaseAfter('a new ticket replaces the previous one', invalid, async (hub) => {
    const ticket = await playerWithTicket(hub)
    const { email } = ticket
    hub.clock.advance(MINUTE_MS)
    await hub.callOk('POST /auth/recovery-password', { body: { email } })
    const code = await newestCode(hub, email)
    await hub.callOk('POST /auth/send-recovery-password-code', { body: { email, code } })
    return { attack: () => activate(hub, ticket), secrets: [ticket.resetTicket] }
  }),
  securityCaseAfter('a ticket is valid for 15 minutes', invalid, async (hub) => {
    const ticket = await playerWithTicket(hub)
    hub.clock.advance(15 * MINUTE_MS)
    return { attack: () => activate(hub, ticket), secrets: [ticket.resetTicket] }
  }),
  securityCaseAfter('a recovery code is refused as a ticket', invalid, async (hub) => {
    const email = `${randomUUID()}@example.org`
    await hub.logIn(email)
    await hub.callOk('POST /auth/recovery-password', { body: { email } })
    const resetTicket = await newestCode(hub, email)
    return { attack: () => activate(hub, { email, resetTicket }), secrets: [resetTicket] }
  }),
]
